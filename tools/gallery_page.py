"""The pages of the gallery: pictures, references and measured errors of every case, from the results that are there."""
import dataclasses
import os
import pathlib
import subprocess
import sys

from gallery_cases import GALLERY, PAIR, ROOT, case_file, failed, finished, runs_of, said
from gallery_front import write_front_table
from gallery_laws import comparison, sliding
from gallery_measure import keep_numbers, last
from gallery_plot import write_plot
from gallery_rows import label_of, table, tolerance_words
from plot_columns import draw_columns, draw_points

PICTURE_WIDTHS = [900, 760, 620, 480]  # pixels; the first one whose file is small enough
LARGEST_PICTURE = {"sliding": 150_000, "contact": 80_000}  # bytes
LARGEST_OTHER = 60_000
SHOWN_FRICTION = 0.4                   # the run that a case's picture shows
SHOWN_SPEED = 100

HEAD = """# The cases, and how near they come to their references

Written by `tools/gallery.sh`, which runs every case in full (an hour or two on two cores; `--only model2` runs one). One
run is

    build/talus run cases/sliding/model2.json --set mu=0.4

and one variable chooses the contact law: `--set law=kernel_potential`. *Field* is `field_barrier`, contact that touches
(theory: [contact](../include/talus/contact/README.md)); *pair* is `kernel_potential`, the potential between pairs of
particles. Pages of their own: [solids](solids/README.md), [grains](grains/README.md),
[solids with grains](coupled/README.md).
"""

WORDS = """
A velocity is the mean velocity of the block. *a / a exact* is the slope of a straight line through it, from 20 ms after
release to 0.9 of the stop time, over that of the reference; *ripple* is the rms about this line. Relative errors are
fractions of the largest reference inside the compared window, which for a sliding block ends where the exact solution
comes to rest. The *work ledger* (kinetic energy and all work) and the *state ledger* (what the laws say they stored and
lost, against that work) are the largest residuals of the run over the largest sum of energies. PASS means inside every
tolerance of the case, which may be wider for the pair law. A commit with + had changes that were not committed yet.
"""


ERRORS = """
Errors are those of the column in the first row, in its unit or as a share of the largest reference inside the compared
window. The *work ledger* and the *state ledger* are the largest residuals of the run over the largest sum of energies.
"""

GRAINS_HEAD = """# Cases of grains, and how near they come to their references

Written by `tools/gallery.sh`, which runs every case in full (`--only haff_cooling` runs one). One run is

    build/talus run cases/grains/haff_cooling.json --set e=0.8

Theory: [laws](../../include/talus/law/contact/README.md), [contact](../../include/talus/contact/README.md),
[rigid motion](../../include/talus/dem/README.md). Solids and their contact: [the other cases](../README.md).
""" + ERRORS


BODIES_HEAD = """# Cases of deformable bodies, and how near they come to their references

Written by `tools/gallery.sh`, which runs every case in full (`--only taylor_copper` runs one). One run is

    build/talus run cases/solids/taylor_copper.json --set resolution=8

Theory: [solids](../../include/talus/tlsph/README.md), [materials](../../include/talus/law/material/README.md),
[contact](../../include/talus/contact/README.md). Bodies that slide on each other: [the other cases](../README.md).
""" + ERRORS


COUPLED_HEAD = """# Cases of deformable bodies with grains, and how near they come to their references

Written by `tools/gallery.sh`, which runs every case in full (`--only grain_impact` runs one). One run is

    build/talus run cases/coupled/grain_impact.json

Theory: [contact](../../include/talus/contact/README.md). Each alone: [solids](../solids/README.md),
[grains](../grains/README.md).
""" + ERRORS


@dataclasses.dataclass
class Page:
    """One README.md and the pictures beside it."""
    folders: tuple  # of the cases on it, under cases/
    folder: pathlib.Path
    head: str

    @property
    def file(self):
        return self.folder / "README.md"

    @property
    def pictures(self):
        return self.folder / "pictures"

    @property
    def entries(self):
        return [entry for entry in GALLERY if entry.folder in self.folders]


SOLIDS = Page(("sliding", "contact"), ROOT / "cases", HEAD)
OTHERS = [Page(("solids",), ROOT / "cases" / "solids", BODIES_HEAD),
          Page(("grains",), ROOT / "cases" / "grains", GRAINS_HEAD),
          Page(("coupled",), ROOT / "cases" / "coupled", COUPLED_HEAD)]


def shown_run(runs):
    """The first choice of law, in the middle of its values."""
    runs = [run for run in runs if run.law != PAIR] or runs
    wanted = {"mu": SHOWN_FRICTION, "speed": SHOWN_SPEED}
    near = [run for run in runs if any(run.variables.get(k) == v for k, v in wanted.items())]
    return (near or runs[len(runs) // 2:])[0]


def write_picture(page, entry, runs):
    """One moment of a run. False when it cannot be drawn."""
    run = shown_run(runs)
    if not run.is_here():
        return (page.pictures / f"{entry.case}.png").is_file()
    frames = sorted((run.folder / "frames").glob("*.vtp"))
    count = len({frame.stem.rsplit("_", 1)[-1] for frame in frames})
    path = page.pictures / f"{entry.case}.png"
    for width in PICTURE_WIDTHS:
        command = ["xvfb-run", "-a", "/usr/bin/python3", str(ROOT / "tools" / "render_frames.py"), str(run.folder),
                   "--array", entry.array, "--frame", str(min(count - 1, int(entry.moment * count))), "--width", str(width),
                   "-o", str(path)] + (["--up", "y", "--view", "0.8", "0.3", "1"] if entry.upright else [])
        command += ["--bodies", entry.bodies] if entry.bodies else []
        answer = subprocess.run(command, capture_output=True, text=True)
        if answer.returncode != 0:
            print(f"gallery: no picture of {entry.case}: {answer.stderr.strip()}", file=sys.stderr)
            return path.is_file()
        if os.path.getsize(path) <= LARGEST_PICTURE.get(entry.folder, LARGEST_OTHER):
            break
    return True


def plots(page, entry, runs):
    """Markdown lines of the plots, one per law."""
    lines = []
    for law in entry.laws:
        of_law = [run for run in runs if run.law == law]
        name = entry.case + (f"_{law}" if law == PAIR else "")
        title = said(entry, "title") + (f" ({law})" if law else "")
        path = page.pictures / f"{name}.svg"
        here = all(run.is_here() for run in of_law)
        if of_law and (write_plot(path, title, of_law) if here else path.is_file()):
            lines += [f"![{name} against the exact curve](pictures/{name}.svg)", ""]
    return lines


def as_list(names):
    return names if isinstance(names, list) else [names]


def plots_of_columns(page, entry, runs):
    """Markdown lines of what the case wants drawn of its columns, and the entry of all runs together."""
    lines, shown = [], shown_run(runs)
    for k, plot in enumerate(shown.plots()):
        columns, references = (as_list(plot.get(key, [])) for key in ("y", "reference"))
        name = f"{entry.case}_{k + 1}.svg"
        if shown.is_here():
            draw_columns(shown.folder, plot["x"], columns, page.pictures / name, references)
        lines += [f"![{columns[0]} over {plot['x']}](pictures/{name})", ""]
    if entry.sweep:
        variable, column = entry.sweep
        points = [(run.variables[variable], last(run, column)) for run in runs]
        draw_points(points, variable, column, page.pictures / f"{entry.case}_sweep.svg")
        lines += [f"![{column} over {variable}](pictures/{entry.case}_sweep.svg)", ""]
    return lines


def section(page, entry):
    runs = finished(entry)
    place = case_file(entry).relative_to(page.folder)
    lines = ["", f"## {entry.case}", "", f"[{said(entry, 'title')}]({place}).", "",
             f"Reference: {said(entry, 'reference')}.", ""]
    if runs:
        if write_picture(page, entry, runs):
            lines += [f"![{entry.case}, {label_of(shown_run(runs)) or 'as it stands'}](pictures/{entry.case}.png)", ""]
        lines += plots(page, entry, runs) + plots_of_columns(page, entry, runs) + table(runs) + tolerance_words(runs)
    else:
        lines.append("Not run yet.")
    return lines + [f"{run.words()} failed with exit code {run.stamp()['exit_code']} ({run.stamp()['date']}, "
                    f"{run.stamp()['commit']})." for run in failed(entry)]


def overview(page):
    lines = ["", "| case | runs | inside tolerance |", "|---|---|---|"]
    for entry in page.entries:
        runs = finished(entry)
        passed = sum(run.stamp()["exit_code"] == 0 for run in runs)
        lines.append(f"| [{entry.case}](#{entry.case}) | {len(runs)} of {len(runs_of(entry))} | {passed} |")
    return lines


def write(page, head):
    page.pictures.mkdir(parents=True, exist_ok=True)
    lines = head + overview(page)
    for entry in page.entries:
        lines += section(page, entry)
    page.file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"gallery: {sum(len(finished(entry)) for entry in page.entries)} of "
          f"{sum(len(runs_of(entry)) for entry in page.entries)} runs on {page.file.relative_to(ROOT)}")


def write_pages():
    """From the results of this machine and from the numbers kept of all others; pictures of these stay as they are."""
    keep_numbers()
    if any(finished(entry) for entry in SOLIDS.entries):
        head = SOLIDS.head.splitlines() + ["", "## Both laws, measured", ""] + comparison()
        write(SOLIDS, head + ["", "The worst run of each sliding case:", ""] + sliding() + WORDS.splitlines())
        write_front_table()
    for page in OTHERS:
        if any(finished(entry) for entry in page.entries):
            write(page, page.head.splitlines())
    return 0
