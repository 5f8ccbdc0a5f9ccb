#!/usr/bin/env bash
# Installs what talus needs to build, test and draw on Debian 12, and nothing that is there already.
set -euo pipefail

packages=(g++ cmake ninja-build pkg-config ccache python3
          libeigen3-dev nlohmann-json3-dev libcli11-dev libmuparser-dev libvtk9-dev doctest-dev
          python3-vtk9 python3-jsonschema xvfb xauth)

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "install-deps: all ${#packages[@]} packages are installed"
  exit 0
fi

if ! command -v apt-get >/dev/null; then
  echo "install-deps: there is no apt-get here; please install the equivalents of: ${missing[*]}" >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "install-deps: not root and no sudo; please run as root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "install-deps: installing ${missing[*]} (VTK alone is about 0.5 GB to download, 2 GB on disk)"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
