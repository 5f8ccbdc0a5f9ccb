"""The table of measured errors on the front page, from the results of the gallery."""
from gallery_cases import GALLERY, ROOT, finished, runs_of

FRONT_PAGE = ROOT / "README.md"
FRONT_BEGIN, FRONT_END = "<!-- gallery -->", "<!-- end of gallery -->"


def worst(rows, measure):
    """The value of a measure that is farthest from perfect among the runs of a case, in words."""
    values = [abs(row[2][measure]) for row in rows if row[2].get(measure) is not None]
    return f"{max(values):.1e}" if values else "–"


def front_table():
    """The table of the front page: one line per case that has results, each error that of its worst run."""
    lines = ["| case | inside tolerance | slope | ripple [m/s] | stop time [s] | max error [m/s] | state ledger |",
             "|---|---|---|---|---|---|---|"]
    for case, variables, cost in GALLERY:
        rows = finished(case)
        if not rows:
            continue
        passed, left = sum(row[2]["pass"] for row in rows), len(runs_of(case, variables, cost)) - len(rows)
        state = max(row[1]["energy"]["state_residual"] for row in rows)
        runs = f"{passed} of {len(rows)}" + f", {left} not run" * bool(left)
        lines.append(f"| [{case}](cases/README.md#{case}) | {runs} | "
                     + " | ".join(worst(rows, m) for m in ("slope", "ripple", "stop_time", "absolute"))
                     + f" | {state:.0e} |")
    stamps = [row[3] for case, *_ in GALLERY for row in finished(case)]
    marks = sorted({f"commit {s['commit']}, {s['date']}" for s in stamps})
    return lines + ["", f"Measured by `tools/gallery.sh`: {'; '.join(marks)}."]


def write_front_table():
    """Puts the table between its marks in README.md."""
    page = FRONT_PAGE.read_text(encoding="utf-8")
    before, begin, rest = page.partition(FRONT_BEGIN)
    _, end, after = rest.partition(FRONT_END)
    if not begin or not end:
        raise SystemExit(f"gallery: {FRONT_PAGE.name} has no lines {FRONT_BEGIN} and {FRONT_END} for the table")
    FRONT_PAGE.write_text("\n".join([before + begin, ""] + front_table() + ["", end + after]), encoding="utf-8")
