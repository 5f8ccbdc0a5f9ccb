#!/usr/bin/env python3
"""Writes the settled bed of bed10k.csv as a larger table, or with some grains swapped for larger ones.

usage: bed.py OUT.csv [--copies NX NY] [--ratio 1]

Copies stand side by side, 40 mm apart. With a ratio, spheres of that many times the radius take the place of those that
were there, until they have half of the volume; their neighbours just touch them.
"""
import argparse
import collections
import itertools
import pathlib
import random

HERE = pathlib.Path(__file__).resolve().parent
SIDE, HEIGHT = 0.04, 0.12  # period of the bed, top of its box [m]
TRIES = 4000
OVERLAP = 0.005  # of a large sphere with the nearest of its neighbours, over their radius


def copies(nx=1, ny=1):
    """Rows x, y, z, radius."""
    lines = (HERE / "bed10k.csv").read_text().splitlines()[1:]
    rows = [tuple(map(float, line.split(","))) for line in lines]
    return [(x + i * SIDE, y + j * SIDE, z, r) for i in range(nx) for j in range(ny) for x, y, z, r in rows]


class Cells:
    """Grains by cells of one width, periodic sideways."""

    def __init__(self, rows, width, period):
        self.rows, self.period = rows, period
        self.count = [max(1, int(p / width)) for p in period] + [None]
        self.width = [period[0] / self.count[0], period[1] / self.count[1], width]
        self.cells = collections.defaultdict(list)
        for k, row in enumerate(rows):
            self.cells[self.cell(row)].append(k)

    def cell(self, row):
        return tuple(int(c // w) % n if n else int(c // w) for c, w, n in zip(row, self.width, self.count))

    def distance(self, a, b):
        parts = [a[d] - b[d] - self.period[d] * round((a[d] - b[d]) / self.period[d]) for d in range(2)]
        return (parts[0] ** 2 + parts[1] ** 2 + (a[2] - b[2]) ** 2) ** 0.5

    def near(self, place, reach):
        spans = [range(-int(reach / w) - 1, int(reach / w) + 2) for w in self.width]
        here = self.cell(place)
        seen = set()
        for step in itertools.product(*spans):
            seen.add(tuple((h + s) % n if n else h + s for h, s, n in zip(here, step, self.count)))
        for cell in seen:
            yield from self.cells.get(cell, ())


def with_large(rows, ratio, period):
    """Half of the volume in spheres of about `ratio` times the radius."""
    small = rows[0][3]
    radius, top = ratio * small, max(row[2] for row in rows)
    cells, gone, large = Cells(rows, 2 * small, period), set(), []
    wanted, pick = len(rows) / 2 * small**3, random.Random(1)
    for _ in range(TRIES):
        place = (pick.uniform(0, period[0]), pick.uniform(0, period[1]), pick.uniform(radius, max(radius, top - radius)))
        if any(cells.distance(place, other) < radius + other[3] for other in large):
            continue
        near = {k: cells.distance(place, rows[k]) for k in cells.near(place, radius + small)}
        swallowed = {k for k, d in near.items() if d < radius + small * (1 - OVERLAP)}
        gone |= swallowed
        large.append((*place, radius))
        if len(large) * radius**3 >= wanted:
            break
    return [row for k, row in enumerate(rows) if k not in gone] + large


def write_table(path, rows):
    with open(path, "w") as out:
        out.write("x,y,z,radius\n")
        out.writelines(f"{x:.12g},{y:.12g},{z:.12g},{r:.12g}\n" for x, y, z, r in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--copies", nargs=2, type=int, default=(1, 1), metavar=("NX", "NY"))
    parser.add_argument("--ratio", type=float, default=1)
    options = parser.parse_args()
    rows = copies(*options.copies)
    if options.ratio > 1:
        rows = with_large(rows, options.ratio, [n * SIDE for n in options.copies])
    write_table(options.out, rows)


if __name__ == "__main__":
    main()
