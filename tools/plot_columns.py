#!/usr/bin/env python3
"""One column of a run's history over another, such as the loop of force over overlap. Needs python3 only.

  tools/plot_columns.py results/luding_loop overlap force exact -o loop.svg

The last columns named may be references: those called exact are drawn dashed.
"""
import argparse
import csv
import pathlib

import contact_plot


def read_columns(path, names):
    """{name: (unit, values)} of history.csv."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    heads = [head.rstrip("]").split(" [") for head in rows[0]]
    known = [head[0] for head in heads]
    missing = [name for name in names if name not in known]
    if missing:
        raise SystemExit(f"plot_columns: no column {missing[0]}; there are {', '.join(known)}")
    return {name: (heads[known.index(name)][1], [float(row[known.index(name)]) for row in rows[1:]]) for name in names}


def limits(values):
    low, high = min(values), max(values)
    margin = 0.05 * (high - low) or 1
    return low - margin, high + margin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path, help="results folder")
    parser.add_argument("x", help="column to the right")
    parser.add_argument("y", nargs="+", help="columns upwards")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("columns.svg"))
    options = parser.parse_args()
    columns = read_columns(options.results / "history.csv", [options.x, *options.y])
    unit, xs = columns[options.x]
    heights = [v for name in options.y for v in columns[name][1]]
    panel = contact_plot.Panel(f"{options.y[0]} [{columns[options.y[0]][0]}]", f"{options.x} [{unit}]", limits(xs),
                               limits(heights))
    for name in options.y:
        panel.add(name, list(zip(xs, columns[name][1])), dashed=name.startswith("exact"))
    contact_plot.draw(options.output, f"{options.y[0]} over {options.x}", [panel])
    print(options.output)


if __name__ == "__main__":
    main()
