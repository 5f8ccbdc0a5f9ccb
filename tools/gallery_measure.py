"""What the tables of the gallery are made of: numbers from the summaries and histories of its runs."""
import csv
import functools

from gallery_cases import entry_of, finished

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


def last(run, name):
    return column(run, name)[-1]


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
    return None if run is None else 1 + (column(run, "height")[0] - RESTING_AT) / TOUCHING_DISTANCE


def lateral_over_normal(law):
    """Largest change of the speed of a smooth block from row to row, over what its weight would make of it."""
    run = chosen_run("model1", law, mu=0)
    if run is None:
        return []
    t, v = (column(run, name) for name in ("time", "v"))
    return [abs(b - a) / (GRAVITY * (tb - ta)) for a, b, ta, tb in zip(v, v[1:], t, t[1:]) if tb > ta]


def ended_at(case, name, law, variable, values, **chosen):
    """The last value of a column, for each of the values of a variable."""
    runs = [chosen_run(case, law, **{variable: value}, **chosen) for value in values]
    return [None if run is None else last(run, name) for run in runs]


def states(cases, law, smooth):
    """Largest residual of the state ledger, of smooth or rough runs."""
    runs = [run for case in cases for run in finished(entry_of(case), law) if (run.variables.get("mu") == 0) == smooth]
    return [run.summary()["energy"]["state_residual"] for run in runs]
