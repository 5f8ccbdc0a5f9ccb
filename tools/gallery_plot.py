"""Velocity against the exact curve, for all runs of a case in one SVG: the curves, and how far each is off."""
import csv
import math

from gallery_cases import read_json
from gallery_rows import label_of

WIDTH, HEIGHT = 960, 330
LEFT, TOP, BOTTOM, GAP, KEY = 58, 34, 44, 84, 92
DECADES = 1e-9  # smallest value on a logarithmic axis over the largest
INK, GRID, EXACT = "#1f2328", "#e3e6ea", "#1f2328"
COLOURS = ["#4269d0", "#ff8ab7", "#3ca951", "#efb118", "#9c6b4e", "#a463f2"]
FINEST_CURVE = 300                 # points of a plotted curve
EVERYTHING = [0, math.inf]         # the window of a case that names none
FONT = 'font-family="DejaVu Sans, Verdana, sans-serif"'


def exact_curve(compare):
    """The reference of a compare entry as a function of t [s]; None for one that is not a formula known here."""
    kind, mu, g = compare.get("analytic"), compare.get("mu", 0), compare.get("gravity", 9.81)
    if kind == "coulomb_slide":
        return lambda t: max(0.0, compare["speed"] - mu * g * t)
    if kind == "coulomb_tilt":
        w, critical = compare["rate"], math.atan(mu)

        def tilt(t):
            angle = max(w * t, critical)
            return g / w * (math.cos(critical) - math.cos(angle) - mu * (math.sin(angle) - math.sin(critical)))
        return tilt
    if kind == "curve" and isinstance(compare.get("value"), (int, float)):
        return lambda t: compare["value"]
    return None


def read_column(path, name):
    """Times and values of one column of history.csv, from t = 0 on."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    column = [head.split(" [")[0] for head in rows[0]].index(name)
    pairs = [(float(row[0]), float(row[column])) for row in rows[1:] if float(row[0]) >= 0]
    return [t for t, _ in pairs], [v for _, v in pairs]


def round_step(span, most=6):
    raw = span / most
    power = 10 ** math.floor(math.log10(raw))
    return next(f * power for f in (1, 2, 5, 10) if f * power >= raw * (1 - 1e-9))


def tick_label(value, step):
    return f"{value:.{max(0, -math.floor(math.log10(step) + 1e-9))}f}"


class Panel:
    """A pair of axes with a grid; `log` has powers of ten upwards."""

    def __init__(self, x, width, xs, ys, title, log=False):
        self.x, self.width, self.log, self.title = x, width, log, title
        self.height = HEIGHT - TOP - BOTTOM
        self.x0, self.x1 = min(xs), max(xs) or 1
        if log:
            self.y0, self.y1 = math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys)))
        else:
            low, high = min(ys), max(ys)
            margin = 0.06 * (high - low) or abs(high) or 1
            self.y0, self.y1 = low - margin, high + margin
        if self.y1 <= self.y0:
            self.y1 = self.y0 + 1

    def at(self, t, value):
        y = math.log10(value) if self.log else value
        return (self.x + (t - self.x0) / (self.x1 - self.x0) * self.width,
                TOP + self.height - (y - self.y0) / (self.y1 - self.y0) * self.height)

    def axes(self):
        out = [text(self.x, TOP - 12, self.title, anchor="start", bold=True)]
        bottom = TOP + self.height
        step = round_step(self.x1 - self.x0)
        for k in range(math.ceil(self.x0 / step - 1e-9), math.floor(self.x1 / step + 1e-9) + 1):
            x = self.x + (k * step - self.x0) / (self.x1 - self.x0) * self.width
            out += [line(x, TOP, x, bottom), text(x, bottom + 18, tick_label(k * step, step), anchor="middle")]
        out.append(text(self.x + self.width / 2, bottom + 36, "t [s]", anchor="middle"))
        step = max(1, round_step(self.y1 - self.y0)) if self.log else round_step(self.y1 - self.y0)
        for k in range(math.ceil(self.y0 / step - 1e-9), math.floor(self.y1 / step + 1e-9) + 1):
            y = bottom - (k * step - self.y0) / (self.y1 - self.y0) * self.height
            label = f"1e{int(k * step)}" if self.log else tick_label(k * step, step)
            out += [line(self.x, y, self.x + self.width, y), text(self.x - 7, y + 4, label, anchor="end")]
        return out

    def curve(self, ts, values, colour, width, dash=""):
        points = " ".join("{:.1f},{:.1f}".format(*self.at(t, v)) for t, v in zip(ts, values) if not self.log or v > 0)
        style = f' stroke-dasharray="{dash}"' if dash else ""
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}"{style}/>'


def text(x, y, words, anchor, bold=False):
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{weight}>{words}</text>'


def line(x0, y0, x1, y1, colour=GRID):
    return f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="{colour}"/>'


def key(labels):
    x = WIDTH - KEY + 14
    out = []
    for k, (label, colour, dash) in enumerate(labels):
        y = TOP + 8 + 20 * k
        style = f' stroke-dasharray="{dash}"' if dash else ""
        out.append(f'<line x1="{x}" y1="{y}" x2="{x + 20}" y2="{y}" stroke="{colour}" stroke-width="3"{style}/>')
        out.append(text(x + 26, y + 4, label, anchor="start"))
    return out


def deviations(series):
    """(head of the panel, whether in powers of ten, times, deviations) of every run inside its window."""
    inside = [[(t, v - f(t)) for t, v in zip(ts, vs) if low <= t <= high] for _, ts, vs, f, (low, high) in series]
    if any(f(t) for _, ts, _, f, _ in series for t in ts):
        millimetres = [[(t, 1e3 * d) for t, d in run] for run in inside]
        return "velocity − exact [mm/s], in the compared window", False, millimetres
    # Nothing but a decay to rest.
    least = DECADES * max((abs(v) for _, _, vs, *_ in series for v in vs), default=1)
    decay = [[(t, abs(v)) for t, v in zip(ts, vs) if abs(v) > least] for _, ts, vs, *_ in series]
    return "|velocity| [m/s]", True, decay


def draw(path, title, series):
    """`series`: (label, times, values, exact function, compared window) of every run. Writes the SVG."""
    width = (WIDTH - LEFT - GAP - KEY) / 2
    times = [t for _, ts, *_ in series for t in ts]
    exact = [[f(t) for t in ts] for _, ts, _, f, _ in series]
    left = Panel(LEFT, width, times, [v for _, _, vs, *_ in series for v in vs] + sum(exact, []), "velocity [m/s]")
    head, log, off = deviations(series)
    right = Panel(LEFT + width + GAP, width, times, [d for run in off for _, d in run] or [1], head, log)
    body = left.axes() + right.axes()
    for k, (_, ts, vs, *_) in enumerate(series):
        colour = COLOURS[k % len(COLOURS)]
        body += [left.curve(ts, vs, colour, 3), left.curve(ts, exact[k], EXACT, 1, "5 4"),
                 right.curve([t for t, _ in off[k]], [d for _, d in off[k]], colour, 1.2)]
    runs = [(label, COLOURS[k % len(COLOURS)], "") for k, (label, *_) in enumerate(series)]
    body += key(runs + [("exact", EXACT, "5 4")])
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
                   f'height="{HEIGHT}" font-size="12" {FONT} fill="{INK}">\n<title>{title}</title>\n'
                   f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n' + "\n".join(body) + "\n</svg>\n")


def write_plot(path, title, runs):
    """False when the reference is not a formula of velocity that can be drawn."""
    series = []
    for run in runs:
        compare = read_json(run.folder / "case.resolved.json").get("compare", {}).get("v", {})
        exact = exact_curve(compare)
        if exact is None:
            return False
        ts, vs = read_column(run.folder / "history.csv", "v")
        step = max(1, len(ts) // FINEST_CURVE)
        series.append((label_of(run, law=False) or "talus", ts[::step], vs[::step], exact,
                       compare.get("window", EVERYTHING)))
    draw(path, title, series)
    return True
