#!/usr/bin/env bash
# Runs every case in full and writes cases/README.md from what it measured; see tools/gallery.py for the options.
# Builds first, unless --talus names a program or only the page is written.
set -euo pipefail
cd "$(dirname "$0")/.."

case " $* " in
  *" --talus"* | *" --write "* | *" --list "* | *" -h "* | *" --help "*) ;;
  *) tools/build.sh talus ;;
esac
exec /usr/bin/python3 tools/gallery.py "$@"
