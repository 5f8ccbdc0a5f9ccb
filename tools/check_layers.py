#!/usr/bin/env python3
"""Checks the order of layers: a file includes its own folder and those above it, and siblings never meet.

Looks at every #include of include/talus and src. Also keeps OpenMP in one file and VTK behind the output layer.
Prints a sentence per violation; exit code 1 when there is one. Usage: check_layers.py [ROOT]
"""
import pathlib
import re
import sys

LAYERS = ["core", "numerics", "law", "geometry", "body", "diagnostics", "tlsph", "dem", "contact", "boundary", "output", "sim"]
SIBLINGS = {"tlsph", "dem", "contact", "boundary"}
OPENMP_HOME = "include/talus/core/parallel.hpp"
VTK_HOME = "src/output/"

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
OPENMP = re.compile(r"^\s*#\s*pragma\s+omp\s+(?!simd\b|declare\s+simd\b)|^\s*#\s*include\s*<omp\.h>")


def layer_of(path):
    """Layer of a file below include/talus or src; None for the program (src/main.cpp, src/cli), which may use all."""
    parts = path.parts[2:] if path.parts[0] == "include" else path.parts[1:]
    return parts[0] if len(parts) > 1 and parts[0] != "cli" else None


def why_wrong(own, other):
    """Why a file of layer `own` may not include one of layer `other`; None when it may."""
    if other not in LAYERS:
        return f'there is no layer "{other}"; the layers are {", ".join(LAYERS)}'
    if own is None or own == other:
        return None
    if own in SIBLINGS and other in SIBLINGS:
        return f"{own} and {other} are siblings and must not know each other"
    if LAYERS.index(other) > LAYERS.index(own):
        return f"{other} lies below {own} in the list of layers"
    return None


def check_include(root, path, style, target):
    if target.startswith("vtk") and not path.as_posix().startswith(VTK_HOME):
        return f"only {VTK_HOME} may include VTK"
    if target.startswith("talus/"):
        if style == "<":
            return "own headers are included with quotation marks"
        if not (root / "include" / target).is_file():
            return f"there is no include/{target}"
        return why_wrong(layer_of(path), target.split("/")[1])
    if style == '"' and not (root / path.parent / target).is_file():
        return f"{target} is neither talus/... nor a file beside this one"
    return None


def check_file(root, path):
    own = layer_of(path)
    if own is not None and own not in LAYERS:
        yield f'{path}: the folder "{own}" is no layer; the layers are {", ".join(LAYERS)}'
        return
    for number, line in enumerate((root / path).read_text().splitlines(), 1):
        if OPENMP.match(line) and path.as_posix() != OPENMP_HOME:
            yield f"{path}:{number}: OpenMP belongs in {OPENMP_HOME} only"
        found = INCLUDE.match(line)
        wrong = found and check_include(root, path, found[1], found[2])
        if wrong:
            yield f"{path}:{number}: includes {found[2]}: {wrong}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    files = sorted(f.relative_to(root) for top in ("include/talus", "src") for f in (root / top).rglob("*.[ch]pp"))
    if not files:
        sys.exit(f"{root} holds no include/talus and no src")
    violations = [sentence for f in files for sentence in check_file(root, f)]
    print("\n".join(violations) if violations else f"{len(files)} files keep the order of layers")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
