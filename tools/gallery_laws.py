"""Both contact laws side by side: the two tables at the top of the gallery."""
from gallery_cases import DIRECTIONS, LAWS, entry_of, finished
from gallery_measure import (chosen_run, each, ended_at, fact, lateral_over_normal, measures, rest_distance,
                             small, span, states)

MODELS = ["model1", "model2", "model3", "model4", "model5"]
TILTED = [0, 0.2, 0.4, 0.6, 0.8]
SPEEDS = [1, 10, 100, 300]
ROLLING = 0.5   # friction at which the disc rolls
SLIDING = 0.05  # … and at which it slides


def one(form, value):
    return "–" if value is None or value != value else form.format(value)


def all_models(law):
    slopes = [value for case in MODELS for value in measures(case, law, "slope_ratio")]
    ripples = [value for case in MODELS for value in measures(case, law, "ripple")]
    return f"{span(slopes)}; {small(ripples)}"


def tilts(law):
    return each([next(iter(measures("tilt", law, "absolute", mu=mu)), None) for mu in TILTED], "{:.0e}")


def slopes_3d(law):
    return each([next(iter(measures("block3d", law, "slope_ratio", direction=d)), None) for d in DIRECTIONS], "{:.5f}")


def corner(law):
    return small([measure for measure in measures("corner_impact", law, "absolute", of="lateral")])


def discs(mu):
    def words(law):
        errors = [measures("rolling_disc", law, "final", mu=mu, radius_in_spacings=n) for n in (5, 10)]
        return each([100 * e[0] if e else None for e in errors], "{:.2f} %")
    return words


def rolls(law):
    return each(ended_at("rolling_disc", "v", law, "radius_in_spacings", (5, 10), mu=ROLLING), "{:.3f}")


def energies(smooth):
    return lambda law: small(states(MODELS, law, smooth))


def risen(law):
    run = chosen_run("touching", law)
    if run is None:
        return "–"
    height = fact(run, "rise", "largest")
    return f"{height:.1e} m, at {fact(run, 'speed_up', 'largest'):.0f} m/s" if height > 0 else "0"


# Head of the row, limit of the first choice, what a law does there.
ROWS = [
    ("rest distance, in layer distances d of touching surfaces (model 2)", ".99–1.01",
     lambda law: one("{:.4f}", rest_distance(law))),
    ("lateral / normal force, identical packing (model 1, μ 0)", "", lambda law: small(lateral_over_normal(law))),
    ("models 1–5, all μ: a/(μg); ripple [m/s]", "1 ± .0005; 3e-4", all_models),
    ("model 1, μ 1, friction at once: ripple [m/s]", "2e-3", lambda law: small(measures("at_once", law, "ripple"))),
    ("put down touching: thrown up by", "1e-5 m", risen),
    ("tilt, μ 0 / .2 / .4 / .6 / .8: largest error [m/s]", "5e-4", tilts),
    ("hold at .98 of the critical angle [m/s]", "1e-7", lambda law: small(measures("hold", law, "absolute"))),
    ("3-D, 0 / 15 / 30 / 45°: a/(μg)", "1 ± .0005", slopes_3d),
    ("oblique impact, μ .3, 1 / 10 / 100 / 300 m/s: ratio of impulses", ".5 %, 2 % at 300",
     lambda law: each(ended_at("oblique_impact", "ratio", law, "speed", SPEEDS), "{:.4f}")),
    ("smooth corner impact: lateral / normal impulse", "1e-3", corner),
    ("over the end of a surface, half overhanging, μ 0: change of speed [m/s]", "1e-3",
     lambda law: small(measures("leaving_end", law, "absolute"))),
    ("disc rolling down 20°, radius of 5 / 10 spacings: final speed [m/s], exact 1.118", "1 %", rolls),
    ("the same: error", "1 %", discs(ROLLING)),
    ("the same disc at μ .05, sliding: error", "1 %", discs(SLIDING)),
    ("free oblique collision: arm of the error in angular momentum, in spacings", "1e-6",
     lambda law: one("{:.1e}", next(iter(measures("free_collision", law, "absolute", of="arm")), None))),
    ("models 1–5, state ledger: μ 0", "", energies(True)),
    ("models 1–5, state ledger: μ > 0", "1e-3", energies(False)),
]


def comparison():
    """Markdown lines."""
    lines = ["| | limit | " + " | ".join(f"`{law}`" for law in LAWS) + " |", "|---|---|---|---|"]
    for head, limit, words in ROWS:
        lines.append(f"| {head} | {limit} | " + " | ".join(words(law) for law in LAWS) + " |")
    return lines


def sliding_row(case):
    """slope, ripple, stop time, max error and wall time of the worst runs, one law after the other."""
    cells = []
    for measure in ("slope", "ripple", "stop_time", "absolute"):
        cells += [small(measures(case, law, measure)) for law in LAWS]
    walls = [[run.summary()["wall_seconds"] for run in finished(entry_of(case), law)] for law in LAWS]
    return cells + [f"{sum(w) / len(w):.0f}" if w else "–" for w in walls]


def sliding():
    """Markdown lines: the sliding cases that both laws run, worst run of each."""
    heads = ["slope", "ripple [m/s]", "stop time [s]", "max error [m/s]", "wall time of a run [s]"]
    lines = ["| case | " + " | ".join(f"{head}, field | pair" for head in heads) + " |",
             "|---" * (1 + 2 * len(heads)) + "|"]
    for case in MODELS + ["tilt", "hold", "block3d"]:
        lines.append(f"| [{case}](#{case}) | " + " | ".join(sliding_row(case)) + " |")
    return lines
