#!/usr/bin/env python3
"""A flat plate with a round hole as an STL file: the floor of cases/grains/silo_beverloo_3d.json. Needs python3 only.

  tools/make_orifice.py -o cases/grains/orifice.stl

The hole has diameter 1, so that `scale` of the wall shape is the diameter of the opening. It is a polygon of the same area
as the circle. The plate lies in z = 0, its normals point up.
"""
import argparse
import math
import pathlib

CORNERS = 48
OUTER = 2.5  # outer radius of the plate over the diameter of the hole


def ring(radius):
    return [(radius * math.cos(2 * math.pi * k / CORNERS), radius * math.sin(2 * math.pi * k / CORNERS))
            for k in range(CORNERS)]


def triangles(inner, outer):
    for k in range(CORNERS):
        after = (k + 1) % CORNERS
        yield inner[k], outer[k], outer[after]
        yield inner[k], outer[after], inner[after]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("orifice.stl"))
    options = parser.parse_args()
    angle = 2 * math.pi / CORNERS
    hole = ring(0.5 * math.sqrt(angle / math.sin(angle)))
    lines = ["solid orifice"]
    for corners in triangles(hole, ring(OUTER)):
        lines += ["facet normal 0 0 1", " outer loop"]
        lines += [f"  vertex {x:.7g} {y:.7g} 0" for x, y in corners]
        lines += [" endloop", "endfacet"]
    options.output.write_text("\n".join([*lines, "endsolid orifice", ""]))
    print(options.output)


if __name__ == "__main__":
    main()
