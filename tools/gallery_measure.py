"""What the tables of the gallery are made of: numbers from the summaries and histories of its runs."""
import csv
import functools
import json

from gallery_cases import KEPT, all_runs, entry_of, finished, kept_numbers

GRAVITY = 9.81
RESTING_AT = 0.35          # height of the block of model 2 on its surface when the two touch exactly [m]
TOUCHING_DISTANCE = 0.045  # of the layers of model 2: mean of the spacings [m]


@functools.lru_cache(maxsize=None)
def history(path):
    """{name: values} of a history.csv."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    names = [head.split(" [")[0] for head in rows[0]]
    return {name: [float(row[k]) for row in rows[1:]] for k, name in enumerate(names)}


def column(run, name):
    """Values of a column from t = 0 on."""
    rows = history(run.folder / "history.csv")
    time = next(values for head, values in rows.items() if head in ("time", "t"))
    return [value for t, value in zip(time, rows[name]) if t >= 0]


def steepest(run, name):
    """Largest change from row to row over the time between them."""
    t, v = column(run, "time"), column(run, name)
    return max((abs(b - a) / (tb - ta) for a, b, ta, tb in zip(v, v[1:], t, t[1:]) if tb > ta), default=0)


FACTS = {"first": lambda run, name: column(run, name)[0],
         "last": lambda run, name: column(run, name)[-1],
         "largest": lambda run, name: max(column(run, name)),
         "steepest": steepest}


def fact(run, name, key):
    """One number of a column of a run, from its history or from what was kept of it."""
    return FACTS[key](run, name) if run.is_here() else run.kept("columns")[name][key]


def last(run, name):
    return fact(run, name, "last")


def wanted_facts(run):
    """(column, fact) of all that the pages say of a run beside what its summary says."""
    sweep = run.entry.sweep[1:]
    facts = [(name, "last") for name in [*run.compare(), *sweep]]
    named = {"model1": ("v", "steepest"), "model2": ("height", "first")}
    if run.case in named:
        facts.append(named[run.case])
    if run.case == "touching":
        facts += [("rise", "largest"), ("speed_up", "largest")]
    return facts


def rounded(value):
    """Numbers as tables need them: the file stays small, and a difference between two of its versions readable."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    return float(f"{value:.9g}") if isinstance(value, float) else value


def keep_numbers():
    """Writes what the pages need of every run that is here beside what is kept of the others."""
    kept = kept_numbers()
    for run in all_runs():
        if run.is_here() and run.ended():
            columns = {}
            for name, key in wanted_facts(run):
                columns.setdefault(name, {})[key] = fact(run, name, key)
            kept[run.name] = rounded({
                "stamp": {key: run.stamp().get(key)
                          for key in ("case", "program", "commit", "date", "time", "exit_code")},
                "summary": {key: run.summary().get(key) for key in ("compare", "energy", "wall_seconds")},
                "plots": run.plots(), "columns": columns})
    known = {run.name for run in all_runs()}
    lines = [f"{json.dumps(name)}: {json.dumps(kept[name])}" for name in sorted(kept) if name in known]
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n")  # a line for each run


def measures(case, law, measure, of="v", **chosen):
    """A measure of every run of the case with that law and the chosen values of variables."""
    runs = [run for run in finished(entry_of(case), law) if all(run.variables.get(k) == v for k, v in chosen.items())]
    values = [run.compare().get(of, {}).get(measure) for run in runs]
    return [value for value in values if value is not None]


def chosen_run(case, law, **chosen):
    runs = finished(entry_of(case), law)
    return next((run for run in runs if all(run.variables.get(k) == v for k, v in chosen.items())), None)


def small(values):
    """The largest magnitude, in words."""
    return f"{max(map(abs, values)):.1e}" if values else "–"


def span(values, form="{:.5f}"):
    """From the lowest to the highest, in words."""
    if not values:
        return "–"
    low, high = form.format(min(values)), form.format(max(values))
    return low if low == high else f"{low} … {high}"


def each(values, form):
    return " / ".join("–" if value is None else form.format(value) for value in values)


def rest_distance(law):
    run = chosen_run("model2", law, mu=0.4)
    return None if run is None else 1 + (fact(run, "height", "first") - RESTING_AT) / TOUCHING_DISTANCE


def lateral_over_normal(law):
    """Largest change of the speed of a smooth block from row to row, over what its weight would make of it."""
    run = chosen_run("model1", law, mu=0)
    if run is None:
        return []
    return [fact(run, "v", "steepest") / GRAVITY]


def ended_at(case, name, law, variable, values, **chosen):
    """The last value of a column, for each of the values of a variable."""
    runs = [chosen_run(case, law, **{variable: value}, **chosen) for value in values]
    return [None if run is None else last(run, name) for run in runs]


def states(cases, law, smooth):
    """Largest residual of the state ledger, of smooth or rough runs."""
    runs = [run for case in cases for run in finished(entry_of(case), law) if (run.variables.get("mu") == 0) == smooth]
    return [run.summary()["energy"]["state_residual"] for run in runs]
