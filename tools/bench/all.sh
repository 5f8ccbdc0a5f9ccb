#!/usr/bin/env bash
# Everything that talus is timed on, beside what the machine can do, and how the cost of a particle grows with their
# number, with threads, with contacts and with the ratio of sizes.
#   tools/bench/all.sh [build/talus]          about half an hour
#   QUICK=yes tools/bench/all.sh                small ones only, a minute or two
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
talus=${1:-$root/build/talus}
threads=$(seq -s, 1 "$(nproc)")
beds=$(mktemp -d)
trap 'rm -r "$beds"' EXIT

title() { printf '\n== %s\n' "$*"; }
bench() { "$talus" bench "$@" -j "$threads"; }

title "S1: total-Lagrangian solids, J2: a lattice, rings (stencils along the axis), a ball irregular and of a lattice"
if [ -n "${QUICK:-}" ]; then
  bench "$here/s1_lattice.json" "$here/s1_rings.json" --sweep long=16
  bench "$here/s1_irregular.json" --sweep wide=27 --sweep packing=shells,lattice
else
  bench "$here/s1_lattice.json" "$here/s1_rings.json" --sweep long=16,160
  bench "$here/s1_irregular.json" --sweep wide=27,57 --sweep packing=shells,lattice
  bench "$here/s1_lattice.json" --sweep rate=12500 --sweep model=hencky_j2,neo_hookean_j2
  bench "$here/s1_lattice.json" --set long=100 --set wide=100 --steps 16 --warm 8
  bench "$here/s1_rings.json" --set long=100 --set wide=113 --steps 16 --warm 8
  bench "$here/s1_irregular.json" --set wide=124 --steps 16 --warm 8
fi

title "D1, D2, D3: a settled bed of grains under a linear, a Hertzian and a hysteretic law: 10k, 100k, 1M"
turning='{"model": "coulomb_spring", "ratio": 0.2, "damping": 0.2, "mu": 0.1}'
turns=(--set "/contacts/0/rolling=$turning" --set "/contacts/0/twisting=$turning")
bench "$here/d1.json" "$here/d2.json" "$here/d3.json" --warm 100 --steps 200
echo "D1 that rolls and twists as well"
bench "$here/d1.json" "${turns[@]}" --warm 100 --steps 200 | grep -v " case "
bond='{"model": "parallel_bond", "young": "5 MPa", "damping_ratio": 0.1}'
bonds=(--set "/contacts/0/bond=$bond" --set /bodies/bed/orientation=true)
echo "D1 whose grains are bonded as well"
bench "$here/d1.json" "${bonds[@]}" --warm 100 --steps 200 | grep -v " case "
if [ -z "${QUICK:-}" ]; then
  python3 -B "$here/bed.py" "$beds/100k.csv" --copies 5 2
  bench "$here/d1.json" "$here/d2.json" "$here/d3.json" --set bed="$beds/100k.csv" --set nx=5 --set ny=2 --steps 50
  echo "D1 that rolls and twists as well"
  bench "$here/d1.json" "${turns[@]}" --set bed="$beds/100k.csv" --set nx=5 --set ny=2 --steps 50 | grep -v " case "
  python3 -B "$here/bed.py" "$beds/1M.csv" --copies 10 10
  bench "$here/d1.json" "$here/d2.json" "$here/d3.json" --set bed="$beds/1M.csv" --set nx=10 --set ny=10 --steps 5 --warm 3
fi

title "Contact between solids: sliding model 5 and the block in space, by the field and by pairs"
cases=$root/cases/sliding
bench "$cases/model5.json" --sweep law=field_barrier,kernel_potential
bench "$cases/block3d.json" --sweep law=field_barrier,kernel_potential

title "Contacts of a grain: 12, 6 and none"
bench "$here/contact_density.json" --sweep order=fcc --sweep closeness=0.99,1.01
bench "$here/contact_density.json" --sweep order=cubic --sweep closeness=0.99 --set cells=32

title "Ratio of the radii: 1 to 10, half of the volume large"
for ratio in 1 2 3 5 10; do
  python3 -B "$here/bed.py" "$beds/ratio.csv" --copies 2 2 --ratio "$ratio"
  warm=4000 # under twenty times the weight, until most grains have come to rest about the large spheres
  [ "$ratio" != 1 ] || warm=50
  echo "ratio $ratio"
  bench "$here/d1.json" --set bed="$beds/ratio.csv" --set nx=2 --set ny=2 --set "/gravity=[0,0,-200]" \
    --warm $warm --steps 50 | grep -v " case "
done

title "Taylor bar, copper, 227 m/s to 80 us: seconds to the solution"
for resolution in 5 ${QUICK:-8}; do
  [ "$resolution" = "${QUICK:-}" ] && continue
  # The coarser one is outside of its tolerance (exit code 6), which does not matter here.
  { "$talus" run "$root/cases/solids/taylor_copper.json" --set resolution="$resolution" -o "$beds/taylor" --overwrite \
    --no-progress || [ $? = 6 ]; } | grep -E "wall time|of which" | sed "s/^/  R\/dx $resolution:/"
done
