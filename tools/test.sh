#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test. Arguments go to ctest, such as -R sliding.
set -euo pipefail
cd "$(dirname "$0")/.."

longest=600  # seconds that a test may take unless it says otherwise

tools/build.sh
# Several tests share the cores: a thread that waits must not spin.
export OMP_WAIT_POLICY=passive
ctest --test-dir build --output-on-failure --parallel "${JOBS:-2}" --timeout "$longest" --no-tests=error "$@"
