#!/usr/bin/env python3
"""One column of a run's history over another, such as the loop of force over overlap. Needs python3 only.

  tools/plot_columns.py results/luding_loop overlap force --reference exact -o loop.svg
"""
import argparse
import csv
import pathlib

import contact_plot


def read_columns(path, names):
    """{name: (unit, values)} of history.csv."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    heads = [head.rstrip("]").partition(" [") for head in rows[0]]
    known = [head[0] for head in heads]
    missing = [name for name in names if name not in known]
    if missing:
        raise SystemExit(f"plot_columns: no column {missing[0]}; there are {', '.join(known)}")
    return {name: (heads[known.index(name)][2], [float(row[known.index(name)]) for row in rows[1:]]) for name in names}


def limits(values):
    low, high = min(values), max(values)
    margin = 0.05 * (high - low) or 1
    return low - margin, high + margin


def draw_columns(folder, x, ys, output, references=()):
    """An SVG of the columns `ys` of a results folder over its column `x`, with dashed ones for `references`."""
    dashed = {**dict.fromkeys(ys, False), **dict.fromkeys(references, True)}
    columns = read_columns(folder / "history.csv", [x, *dashed])
    unit, xs = columns[x]
    heights = [v for name in dashed for v in columns[name][1]]
    panel = contact_plot.Panel(f"{ys[0]} [{columns[ys[0]][0]}]", f"{x} [{unit}]", limits(xs), limits(heights))
    for name, dash in dashed.items():
        panel.add(name, list(zip(xs, columns[name][1])), dashed=dash)
    contact_plot.draw(output, f"{ys[0]} over {x}", [panel])


def fitted_line(points):
    """(slope, intercept) by least squares."""
    n = len(points)
    sx, sy = sum(x for x, _ in points), sum(y for _, y in points)
    slope = (n * sum(x * y for x, y in points) - sx * sy) / (n * sum(x * x for x, _ in points) - sx * sx)
    return slope, (sy - slope * sx) / n


def draw_points(points, x, y, output):
    """An SVG of a quantity of several runs over a variable, with the straight line that fits them best."""
    slope, intercept = fitted_line(points)
    zero = -intercept / slope
    xs, ys = [limits([0, *values]) for values in zip(*points)]
    panel = contact_plot.Panel(y, x, xs, ys)
    panel.add("runs", points)
    end = max(points)[0]
    panel.add(f"straight line, slope {slope:.4g}, zero at {zero:.3g}", [(zero, 0), (end, slope * (end - zero))],
              dashed=True)
    contact_plot.draw(output, f"{y} over {x}", [panel])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path, help="results folder")
    parser.add_argument("x", help="column to the right")
    parser.add_argument("y", nargs="+", help="columns upwards")
    parser.add_argument("--reference", nargs="*", default=[], help="columns upwards that are drawn dashed")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("columns.svg"))
    options = parser.parse_args()
    draw_columns(options.results, options.x, options.y, options.output, options.reference)
    print(options.output)


if __name__ == "__main__":
    main()
