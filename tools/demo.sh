#!/usr/bin/env bash
# Installs what is missing, builds, slides a steel block over a steel surface (model 2, friction 0.4), and says how
# near the result is to v0 - mu g t and where the pictures are.
set -euo pipefail
cd "$(dirname "$0")/.."

case_name=model2
results=results/$case_name
picture=$results/$case_name.png

tools/build.sh talus
code=0
build/talus run "cases/sliding/$case_name.json" "$@" || code=$?

# 6: ran, but outside a tolerance. After anything else there is no result to show.
[ "$code" -eq 0 ] || [ "$code" -eq 6 ] || exit "$code"
python3 - "$results/summary.json" <<'PYTHON'
import json
import sys

summary = json.load(open(sys.argv[1]))
print()
for column, error in summary.get("compare", {}).items():
    figures = ", ".join(f"{name} {error[name]:.3g}" for name in ("rms", "max", "final") if error.get(name) is not None)
    print(f"  {column}: {'PASS' if error.get('pass') else 'FAIL'}  (errors over max |reference|: {figures})")
PYTHON

if [ -f tools/render_frames.py ]; then
  xvfb-run -a /usr/bin/python3 tools/render_frames.py "$results" --array von_mises --frame -1 -o "$picture" ||
    echo "  no picture: rendering failed (see above); the frames are good all the same"
fi
echo "  report    $results/report.html    (curves and energies, any browser)"
echo "  frames    $results/$case_name.pvd (open in ParaView)"
[ -f "$picture" ] && echo "  picture   $picture"
exit "$code"
