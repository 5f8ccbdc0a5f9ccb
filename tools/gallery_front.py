"""The tables of measured errors on the front page, from the results of the gallery."""
from gallery_cases import FIELD, GALLERY, PAIR, ROOT, finished, runs_of
from gallery_measure import small
from gallery_rows import HELD_WORDS, LAW_WORDS

FRONT_PAGE = ROOT / "README.md"
FRONT_FOLDERS = ("sliding", "contact", "solids", "coupled")  # the rest has its own page only
FRONT_BEGIN, FRONT_END = "<!-- gallery -->", "<!-- end of gallery -->"


def counted(entry, law, runs):
    passed, left = sum(run.stamp()["exit_code"] == 0 for run in runs), len(runs_of(entry, law)) - len(runs)
    return f"{passed} of {len(runs)}" + f", {left} not run" * bool(left)


def link(entry, law):
    words = f" ({LAW_WORDS[law]})" if law else ""
    own = "" if entry.folder in ("sliding", "contact") else f"{entry.folder}/"
    return f"[{entry.case}{words}](cases/{own}README.md#{entry.case})"


def worst(runs, column, measure):
    values = [run.compare().get(column, {}).get(measure) for run in runs]
    return small([value for value in values if value is not None])


def worst_state(runs):
    return f"{max(run.summary()['energy']['state_residual'] for run in runs):.0e}"


def sliding_rows():
    """One line per case and law that has results, each error that of its worst run; the first choice of law first."""
    lines = []
    for law in (FIELD, PAIR, None):
        for entry in GALLERY:
            runs = finished(entry, law) if law in entry.laws and entry.folder == "sliding" else []
            if runs and "v" in runs[0].compare():
                lines.append(f"| {link(entry, law)} | {counted(entry, law, runs)} | " + " | ".join(
                    worst(runs, "v", m) for m in ("slope", "ripple", "stop_time", "absolute"))
                    + f" | {worst_state(runs)} |")
    return lines


def limit_rows():
    """One line per limit of the other cases, of the first choice of law alone."""
    lines = []
    for entry in GALLERY:
        if entry.folder not in FRONT_FOLDERS:
            continue
        law = entry.laws[0]
        runs = finished(entry, law)
        if not runs or (entry.folder == "sliding" and "v" in runs[0].compare()):
            continue
        for column, compare in runs[0].compare().items():
            for measure in compare["tolerance"]:
                limit = max(run.compare()[column]["tolerance"].get(measure, 0) for run in runs)
                lines.append(f"| {link(entry, None)} | {counted(entry, law, runs)} | `{column}`, "
                             f"{HELD_WORDS.get(measure, measure)} | {worst(runs, column, measure)} | {limit:g} | "
                             f"{worst_state(runs)} |")
    return lines


def front_table():
    lines = ["| case | inside tolerance | slope | ripple [m/s] | stop time [s] | max error [m/s] | state ledger |",
             "|---|---|---|---|---|---|---|"] + sliding_rows()
    lines += ["", "| case | inside tolerance | compared | worst | limit | state ledger |", "|---|---|---|---|---|---|"]
    lines += limit_rows()
    stamps = [run.stamp() for entry in GALLERY for run in finished(entry)]
    marks = sorted({f"commit {s['commit']}, {s['date']}" for s in stamps})
    return lines + ["", f"Measured by `tools/gallery.sh`: {'; '.join(marks)}."]


def write_front_table():
    """Puts the tables between their marks in README.md."""
    page = FRONT_PAGE.read_text(encoding="utf-8")
    before, begin, rest = page.partition(FRONT_BEGIN)
    _, end, after = rest.partition(FRONT_END)
    if not begin or not end:
        raise SystemExit(f"gallery: {FRONT_PAGE.name} has no lines {FRONT_BEGIN} and {FRONT_END} for the table")
    FRONT_PAGE.write_text("\n".join([before + begin, ""] + front_table() + ["", end + after]), encoding="utf-8")
