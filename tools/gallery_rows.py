"""The table of one case on the page of the gallery."""
from gallery_cases import said_value
from gallery_measure import last

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
LAW_WORDS = {"field_barrier": "field", "kernel_potential": "pair"}
HELD_WORDS = {"absolute": "largest error", "max": "largest error, relative", "final": "final error, relative",
              "rms": "rms error, relative", "range": "range, relative", "mean": "mean, relative"}


def label_of(run, law=True):
    words = []
    for key, value in run.variables.items():
        if key == "law":
            words += [LAW_WORDS[value]] if law else []
        else:
            words.append(f"{'μ' if key == 'mu' else key.replace('_', ' ')} {said_value(value)}"
                         + "°" * (key in ("direction", "angle")))
    return ", ".join(words)


def verdict(passed):
    return "PASS" if passed else "**FAIL**"


def markdown(heads, rows):
    lines = ["| " + " | ".join(cells) + " |" for cells in [heads] + rows]
    return lines[:1] + ["|" + "---|" * len(heads)] + lines[1:]


def ledgers(run):
    return [f"{run.summary()['energy'][key]:.0e}" for key in ("work_residual", "state_residual")]


def origin(run):
    return [run.stamp()["commit"], run.stamp()["date"]]


def name_of(run):
    return label_of(run) or "as it stands"


def holds_velocity_only(runs):
    return all(list(run.compare()) == ["v"] and run.entry.folder == "sliding" for run in runs)


def table(runs):
    """Markdown lines: one line per run where a block's velocity is all that is compared, otherwise one per limit."""
    return velocity_table(runs) if holds_velocity_only(runs) else limit_table(runs)


def velocity_table(runs):
    held = {run: run.compare()["v"] for run in runs}
    shown = [(key, head, form) for key, head, form in MEASURES if any(h.get(key) is not None for h in held.values())]
    rows = []
    for run, compare in held.items():
        values = [form.format(compare[key]) if compare.get(key) is not None else "–" for key, _, form in shown]
        rows.append([name_of(run)] + values + ledgers(run) + [verdict(compare["pass"])] + origin(run))
    heads = ["run"] + [head for _, head, _ in shown] + ["work ledger", "state ledger", "", "commit", "date"]
    return markdown(heads, rows)


def limit_table(runs):
    rows = []
    for run in runs:
        for column, compare in run.compare().items():
            for measure, limit in compare["tolerance"].items():
                value = compare.get(measure)
                inside = value is not None and value <= limit
                rows.append([name_of(run), f"`{column}`", f"{last(run, column):.5g}", HELD_WORDS.get(measure, measure),
                             "–" if value is None else f"{value:.1e}", f"{limit:g}", verdict(inside)]
                            + ledgers(run) + origin(run))
    return markdown(["run", "compared", "value at the end", "measure", "measured", "limit", "", "work ledger",
                     "state ledger", "commit", "date"], rows)


def tolerance_words(runs):
    """Tolerances of the case; where runs differ, all values with the runs that they hold for."""
    if not holds_velocity_only(runs):
        return []
    words = []
    for measure, form in TOLERANCES.items():
        held = {}
        for run in runs:
            limits = run.compare()["v"]["tolerance"]
            if measure in limits:
                held.setdefault(limits[measure], []).append(run)
        for limit, holders in held.items():
            words.append(form.format(limit) + holders_words(holders, runs) * (len(held) > 1))
    return ["", f"Tolerance: {', '.join(words)}."]


def holders_words(holders, runs):
    """" (pair)" for all runs of a law, otherwise the runs one by one."""
    laws = {run.law for run in holders}
    if all(run in holders for run in runs if run.law in laws):
        return f" ({', '.join(LAW_WORDS.get(law, 'all') for law in sorted(laws, key=str))})"
    return f" ({'; '.join(name_of(run) for run in holders)})"
