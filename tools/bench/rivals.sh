#!/usr/bin/env bash
# The settled beds D1, D2 and D3 in talus, LAMMPS and LIGGGHTS, in turn, pinned to one core and then to all that are
# asked for: medians in millions of grain-steps per second, and their ratios. Debian's packages lammps and liggghts.
#   tools/bench/rivals.sh [--size 10k|100k|1M] [--repeat 5] [--talus build/talus] [--write]
#   CORES="1 2" tools/bench/rivals.sh
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
for program in lmp liggghts; do
  command -v $program > /dev/null || echo "$program is not there: sudo apt-get install --no-install-recommends lammps liggghts" >&2
done
for cores in ${CORES:-1 2}; do
  [ "$cores" -le "$(nproc)" ] || continue
  python3 -B "$here/rivals.py" --threads "$cores" "$@"
done
