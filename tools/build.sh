#!/usr/bin/env bash
# Installs what is missing and builds into build/, at full speed for this machine. Arguments: targets (default: all).
# JOBS says how many compilers run at once; a compiler needs about 1 GB.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/install-deps.sh
generator=()
[ -f build/CMakeCache.txt ] || generator=(-G Ninja)
cmake -S . -B build "${generator[@]}" -DCMAKE_BUILD_TYPE=Release -DTALUS_NATIVE=ON
cmake --build build --parallel "${JOBS:-2}" ${1:+--target "$@"}
