#!/usr/bin/env bash
# Looks for input that crashes, hangs or leaks, with Clang's libFuzzer (Debian: clang, libomp-dev).
#   tools/fuzz.sh [--runs N] [target ...]     by default a million runs of each target
# Targets: unit json formula particles stl checkpoint case state. What is new goes to build-fuzz/corpus/<target>, what breaks to
# build-fuzz/found/<target>-…; put a copy of that in tests/fuzz/corpus/<target> with its cure.
set -euo pipefail
cd "$(dirname "$0")/.."

runs=1000000
longest=10  # seconds that one input may take
targets=()
while [ $# -gt 0 ]; do
  case "$1" in
    --runs) runs="$2"; shift 2 ;;
    -h | --help) sed -n '2,5s/^# //p' "$0"; exit 0 ;;
    *) targets+=("$1"); shift ;;
  esac
done
[ ${#targets[@]} -gt 0 ] || targets=(unit json formula particles stl checkpoint case state)

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz
build=build-fuzz
mkdir -p "$build/found"
python3 tools/fuzz_words.py >"$build/words"
for target in "${targets[@]}"; do
  mkdir -p "$build/corpus/$target"
  echo "fuzz: $target"
  "$build/tests/fuzz_$target" -runs="$runs" -timeout="$longest" -dict="$build/words" -max_len=16384 -print_final_stats=1 \
    -artifact_prefix="$build/found/$target-" "$build/corpus/$target" "tests/fuzz/corpus/$target" 2>&1 |
    grep -E '^(stat::number_of_executed_units|stat::new_units_added|SUMMARY|ERROR|==)' || true
done
[ -z "$(ls -A "$build/found")" ] || { echo "fuzz: found something, see $build/found" >&2; exit 1; }
