"""Panels of curves side by side in one SVG, with a key below."""
import math

from gallery_plot import COLOURS, EXACT, FONT, INK, line, round_step, text, tick_label

WIDTH, HEIGHT, LEFT, TOP, FOOT = 960, 340, 60, 30, 72
FEW = 12  # points: a curve of so many shows each of them


class Panel:
    """Axes with fixed limits; curves are lists of (x, y). `log`: powers of ten upwards."""

    def __init__(self, title, label, xs, ys, log=False):
        self.title, self.label, self.xs, self.ys, self.log = title, label, xs, ys, log
        self.curves = []

    def add(self, name, points, dashed=False):
        self.curves.append((name, points, dashed))

    def place(self, x, width):
        self.x, self.width, self.height = x, width, HEIGHT - TOP - FOOT

    def at(self, x, y):
        low, high = (math.log10(v) for v in self.ys) if self.log else self.ys
        y = math.log10(y) if self.log else y
        return (self.x + (x - self.xs[0]) / (self.xs[1] - self.xs[0]) * self.width,
                TOP + self.height - (y - low) / (high - low) * self.height)

    def axes(self):
        bottom = TOP + self.height
        out = [text(self.x, TOP - 12, self.title, anchor="start", bold=True),
               text(self.x + self.width / 2, bottom + 34, self.label, anchor="middle")]
        step = round_step(self.xs[1] - self.xs[0])
        for k in range(math.ceil(self.xs[0] / step - 1e-9), math.floor(self.xs[1] / step + 1e-9) + 1):
            x = self.at(k * step, self.ys[0])[0]
            out += [line(x, TOP, x, bottom), text(x, bottom + 17, tick_label(k * step, step), anchor="middle")]
        for y, label in self.levels():
            up = self.at(self.xs[0], y)[1]
            out += [line(self.x, up, self.x + self.width, up), text(self.x - 7, up + 4, label, anchor="end")]
        return out

    def levels(self):
        if self.log:
            low, high = (round(math.log10(v)) for v in self.ys)
            return [(10.0**k, f"1e{k}") for k in range(low, high + 1, 2)]
        step = round_step(self.ys[1] - self.ys[0])
        steps = range(math.ceil(self.ys[0] / step - 1e-9), math.floor(self.ys[1] / step + 1e-9) + 1)
        return [(k * step, tick_label(k * step, step)) for k in steps]

    def lines(self, colours):
        out = []
        for name, points, dashed in self.curves:
            inside = [(x, y) for x, y in points if self.ys[0] <= y <= self.ys[1]]
            where = " ".join("{:.1f},{:.1f}".format(*self.at(x, y)) for x, y in inside)
            style = ' stroke-dasharray="5 4"' if dashed else ""
            out.append(f'<polyline points="{where}" fill="none" stroke="{colours[name]}" stroke-width="1.8"{style}/>')
            if len(points) <= FEW and not dashed:
                out += ['<circle cx="{:.1f}" cy="{:.1f}" r="4" fill="{}"/>'.format(*self.at(x, y), colours[name])
                        for x, y in inside]
        return out


def draw(path, title, panels):
    gap, width = 76, (WIDTH - LEFT - 12 - 76 * (len(panels) - 1)) / len(panels)
    names = {name: dashed for panel in panels for name, _, dashed in panel.curves}
    solid = [name for name in names if not names[name]]
    colours = {name: EXACT if names[name] else COLOURS[solid.index(name)] for name in names}
    body, x = [], LEFT
    for k, panel in enumerate(panels):
        panel.place(LEFT + k * (width + gap), width)
        body += panel.axes() + panel.lines(colours)
    for name, dashed in names.items():
        style = ' stroke-dasharray="5 4"' if dashed else ""
        y = HEIGHT - 14
        body.append(f'<line x1="{x}" y1="{y}" x2="{x + 20}" y2="{y}" stroke="{colours[name]}" '
                    f'stroke-width="3"{style}/>')
        body.append(text(x + 26, y + 4, name, anchor="start"))
        x += 50 + 7 * len(name)
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
                    f'height="{HEIGHT}" font-size="12" {FONT} fill="{INK}">\n<title>{title}</title>\n'
                    f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n' + "\n".join(body) + "\n</svg>\n",
                    encoding="utf-8")
