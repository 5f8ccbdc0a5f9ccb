"""cases/README.md: picture, reference and measured errors of every case, from the results of the gallery."""
import math
import os
import subprocess
import sys

from gallery_cases import GALLERY, ROOT, all_runs, case_file, failed, finished, read_json, runs_of, said
from gallery_front import write_front_table
from gallery_plot import draw, exact_curve, read_column

PAGE = ROOT / "cases" / "README.md"
PICTURES = ROOT / "cases" / "pictures"
PICTURE_WIDTHS = [900, 760, 620]   # pixels; the first one whose file is small enough
LARGEST_PICTURE = 150_000          # bytes
SHOWN_FRICTION = 0.4               # the run that a case's picture shows
FINEST_CURVE = 300                 # points of a plotted curve
EVERYTHING = [0, math.inf]         # the window of a case that names none

# Key in summary.json, head of the column, how a value is written. A column appears where some run has the value.
MEASURES = [
    ("slope_ratio", "a / a exact", "{:.5f}"),
    ("ripple", "ripple [m/s]", "{:.1e}"),
    ("stop_time", "stop time off by [s]", "{:.1e}"),
    ("max", "max error, relative", "{:.1e}"),
    ("absolute", "max error [m/s]", "{:.1e}"),
]
TOLERANCES = {"rms": "rms {:g}", "max": "max {:g}", "final": "final {:g}", "slope": "slope {:g}",
              "ripple": "ripple {:g} m/s", "absolute": "max error {:g} m/s", "stop_time": "stop time {:g} s"}

HEAD = """# The cases, and how near they come to their references

Written by `tools/gallery.sh`, which runs every case in full (it takes hours; `--only model2` runs one). One run is

    build/talus run cases/sliding/model2.json --set mu=0.4

A velocity is the mean velocity of the block. *a / a exact* is the slope of a straight line through it, from 20 ms after
release to 0.9 of the stop time, over that of the reference; *ripple* is the rms about this line. Relative errors are
fractions of the largest reference inside the compared window, which for a sliding block ends where the exact solution
comes to rest. The *work ledger* (kinetic energy and all work) and the *state ledger* (what the laws say they stored and
lost, against that work) are the largest residuals of the run over the largest sum of energies. PASS means inside every
tolerance of the case. A commit with + had changes that were not committed yet.

After it has stopped, a block swings back (plots, left): it leans forward while friction pulls at its foot, on a contact
that is softer than steel on steel.
"""


def verdict(compare):
    return "PASS" if compare["pass"] else "**FAIL**"


def write_picture(case, rows):
    """The stress in the middle of a run. False when it cannot be drawn."""
    run = next((row[0] for row in rows if row[0].variables.get("mu") == SHOWN_FRICTION), rows[len(rows) // 2][0])
    frames = sorted((run.folder / "frames").glob("block_*.vtp"))
    path = PICTURES / f"{case}.png"
    for width in PICTURE_WIDTHS:
        command = ["xvfb-run", "-a", "/usr/bin/python3", str(ROOT / "tools" / "render_frames.py"), str(run.folder),
                   "--array", "von_mises", "--frame", str(3 * len(frames) // 4), "--width", str(width), "-o", str(path)]
        answer = subprocess.run(command, capture_output=True, text=True)
        if answer.returncode != 0:
            print(f"gallery: no picture of {case}: {answer.stderr.strip()}", file=sys.stderr)
            return path.is_file()
        if os.path.getsize(path) <= LARGEST_PICTURE:
            break
    return True


def label_of(run):
    return ", ".join(f"{'μ' if key == 'mu' else key} {value:g}{'°' if key == 'direction' else ''}"
                     for key, value in run.variables.items())


def write_plot(case, rows):
    """False when the reference is not a formula that can be drawn."""
    series = []
    for run, *_ in rows:
        compare = read_json(run.folder / "case.resolved.json").get("compare", {}).get("v", {})
        exact = exact_curve(compare)
        if exact is None:
            return False
        ts, vs = read_column(run.folder / "history.csv", "v")
        step = max(1, len(ts) // FINEST_CURVE)
        series.append((label_of(run) or "talus", ts[::step], vs[::step], exact, compare.get("window", EVERYTHING)))
    draw(PICTURES / f"{case}.svg", said(case, "title"), series)
    return True


def table(rows):
    shown = [(key, head, form) for key, head, form in MEASURES if any(row[2].get(key) is not None for row in rows)]
    heads = ["run"] + [head for _, head, _ in shown] + ["work ledger", "state ledger", "", "commit", "date"]
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for run, summary, compare, stamp in rows:
        values = [form.format(compare[key]) if compare.get(key) is not None else "–" for key, _, form in shown]
        energy = [f"{summary['energy'][key]:.0e}" for key in ("work_residual", "state_residual")]
        lines.append("| " + " | ".join([label_of(run) or "as it stands"] + values + energy +
                                       [verdict(compare), stamp["commit"], stamp["date"]]) + " |")
    return lines


def tolerance_words(rows):
    """Tolerances of the case; where runs differ, all values with the runs that they hold for."""
    words = []
    for measure, form in TOLERANCES.items():
        held = {}
        for run, _, compare, _ in rows:
            if measure in compare.get("tolerance", {}):
                held.setdefault(compare["tolerance"][measure], []).append(label_of(run))
        if len(held) == 1:
            words.append(form.format(*held))
        else:
            words += [f"{form.format(value)} ({', '.join(runs)})" for value, runs in held.items()]
    return ", ".join(words)


def section(case):
    rows = finished(case)
    lines = ["", f"## {case}", "", f"[{said(case, 'title')}](sliding/{case_file(case).name}).", "",
             f"Reference: {said(case, 'reference')}.", ""]
    if rows:
        if write_picture(case, rows):
            lines += [f"![{case}](pictures/{case}.png)", ""]
        if write_plot(case, rows):
            lines += [f"![velocity of {case} against the exact curve](pictures/{case}.svg)", ""]
        lines += table(rows) + ["", f"Tolerance: {tolerance_words(rows)}."]
    else:
        lines.append("Not run yet.")
    lines += [f"{run.words()} failed with exit code {stamp['exit_code']} ({stamp['date']}, {stamp['commit']})."
              for run, stamp in failed(case)]
    return lines


def overview():
    lines = ["", "| case | runs | inside tolerance |", "|---|---|---|"]
    for case, variables, cost in GALLERY:
        rows = finished(case)
        passed = sum(row[2]["pass"] for row in rows)
        lines.append(f"| [{case}](#{case}) | {len(rows)} of {len(runs_of(case, variables, cost))} | {passed} |")
    return lines


def write_page():
    PICTURES.mkdir(parents=True, exist_ok=True)
    lines = HEAD.splitlines() + overview()
    for case, _, _ in GALLERY:
        lines += section(case)
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    write_front_table()
    print(f"gallery: {len([row for case, _, _ in GALLERY for row in finished(case)])} of {len(all_runs([]))} runs on "
          f"{PAGE.relative_to(ROOT)}")
    return 0
