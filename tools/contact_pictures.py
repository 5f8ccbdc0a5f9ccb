#!/usr/bin/env python3
"""Pictures of include/talus/contact/README.md: lattices that touch, a disc that rolls, and two runs of model 1.

The first two are computed here from the equations of that page, on rigid particles and independently of the solver; the
third is read from results folders (field barrier, kernel potential) when they are named. Needs python3 only.

    tools/contact_pictures.py [RESULTS_FIELD RESULTS_PAIR]
"""
import json
import math
import pathlib
import sys

import contact_plot
from gallery_plot import exact_curve, read_column

PICTURES = pathlib.Path(__file__).resolve().parent.parent / "include" / "talus" / "contact" / "pictures"

FIELD_SMOOTHING, EXPONENT, KAPPA = 1.75, 2, 1  # defaults of field_barrier
PAIR_SMOOTHING = 1.65  # default of kernel_potential
STEEL, YOUNG, HEIGHT = 7800 * 9.81, 210e9, 0.5  # [N/m^3], [Pa], [m]: the block of model 1


def quintic(q):
    """(w, dw/dq) of the quintic spline of support 2, normalised in 2-D."""
    s = 1.5 * q
    terms = [(3 - s, 1), (2 - s, -6), (1 - s, 15)]
    norm = 2.25 * 7 / (478 * math.pi)
    return (norm * sum(c * b**5 for b, c in terms if b > 0), norm * -7.5 * sum(c * b**4 for b, c in terms if b > 0))


def cubic(q):
    """(w, dw/dq) of the cubic spline, with w(0) = 1."""
    if q >= 2:
        return 0, 0
    if q < 1:
        return 1 - 1.5 * q * q + 0.75 * q**3, q * (2.25 * q - 3)
    return 0.25 * (2 - q)**3, -0.75 * (2 - q)**2


def field(place, sources):
    """(c, gradient) of (contact 14); lengths in spacings, sources are (x, y, volume)."""
    h = FIELD_SMOOTHING
    c = gx = gy = 0
    for x, y, volume in sources:
        dx, dy = place[0] - x, place[1] - y
        r = math.hypot(dx, dy)
        if r >= 2 * h:
            continue
        w, slope = quintic(r / h)
        c += volume * w / h**2
        if r > 0:
            gx += volume * slope / h**3 * dx / r
            gy += volume * slope / h**3 * dy / r
    return c, gx, gy


def touching():
    """(contact 15) for equal spacings: layers as fine rows of matter."""
    rows = [(0.02 * k, -1 - row, 0.02) for k in range(-200, 201) for row in range(4)]
    c, _, slope = field((0, 0), rows)
    return c, -slope


TOUCHING, SLOPE = touching()


def barrier(place, sources, area=1):
    """Force on an evaluation point over E dx (contact 16, 17)."""
    c, gx, gy = field(place, sources)
    depth = (c - TOUCHING) / SLOPE
    if depth <= 0:
        return 0, 0
    steep = KAPPA * area * depth**EXPONENT / SLOPE
    return -steep * gx, -steep * gy


def rows(up):
    """Four layers of a lattice, from the surface on, and how far their first one may be off in register."""
    return lambda shift, gap: [(k + shift, gap + up * row, 1) for k in range(-7, 8) for row in range(4)]


def pressed_by_field(gap, shift):
    """Force per cell on the upper of two lattices over E dx: each one's particle in the field of the other."""
    on_upper = barrier((shift, gap), rows(-1)(0, 0))
    on_lower = barrier((0, 0), rows(1)(shift, gap))
    return on_upper[0] - on_lower[0], on_upper[1] - on_lower[1]


def pressed_by_pairs(alpha, smoothing):
    """The same for the kernel potential (contact 1, 2); V_h = 1, n = 2."""
    def force(gap, shift):
        fx = fy = 0
        for row in range(4):  # pairs of rows that are `row` apart in depth, all ways to share it
            for x, y, _ in ((k + shift, gap + row, 1) for k in range(-7, 8)):
                r = math.hypot(x, y)
                w, slope = cubic(r / smoothing)
                size = -(row + 1) * alpha * 2 * w * slope / (cubic(1)[0]**2 * smoothing)
                fx, fy = fx + size * x / r, fy + size * y / r
        return fx, fy
    return force


def bisect(low, high, rises):
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if rises(middle) > 0 else (middle, high)
    return (low + high) / 2


def draw_touching():
    weight = STEEL * HEIGHT / YOUNG
    laws = [("field_barrier", pressed_by_field),
            ("kernel_potential, alpha auto", pressed_by_pairs(80 * weight, PAIR_SMOOTHING)),
            ("kernel_potential, alpha 0.01, f_h 1.3", pressed_by_pairs(0.01, 1.3))]
    forces, lateral = [], []
    for _, law in laws:
        gaps = [0.7 + 0.02 * k for k in range(14)]
        gaps += [1 - 10**(-1.5 - 0.1 * k) for k in range(30)]  # ever closer to where surfaces touch
        gaps += [1 + 0.02 * k for k in range(120)]
        forces.append([(gap, law(gap, 0.25)[1]) for gap in gaps])
        wave = []
        for k in range(1, 50):
            shift = k / 100
            gap = bisect(0.3, 3.4, lambda z: weight - law(z, shift)[1])
            fx, fy = law(gap, shift)
            wave.append((shift, abs(fx) / fy))
        lateral.append(wave)
    left = contact_plot.Panel("pressure over E", "distance of the facing layers over d", (0.7, 3.4), (1e-9, 1),
                              log=True)
    right = contact_plot.Panel("lateral over normal force under the block", "offset of the lattices over their spacing",
                               (0, 0.5), (1e-6, 1), log=True)
    for k, (name, _) in enumerate(laws):
        left.add(name, forces[k])
        right.add(name, lateral[k])
    left.add("weight of the block", [(0.7, weight), (3.4, weight)], dashed=True)
    contact_plot.draw(PICTURES / "touching.svg", "Two identical lattices pressed together", [left, right])
    for (name, law), wave in zip(laws, lateral):
        rest = bisect(0.3, 3.4, lambda z: weight - law(z, 0.25)[1])
        print(f"  {name}: rests at {rest:.4f} d, lateral/normal up to {max(v for _, v in wave):.1e}")


def disc_of_rings(layers):
    """(x, y, volume) of (geometry 1), and the outermost radius and number."""
    count = [max(3, round(6 * (k + 0.5))) for k in range(layers)]
    area = math.pi * layers**2 / sum(count)
    particles, inner = [], 0
    for n in count:
        outer = math.sqrt(inner**2 + n * area / math.pi)
        radius = (inner + outer) / 2
        half = (count.index(n) + layers - 1) % 2 / 2  # every second ring is turned; the outermost has a particle at 0
        turned = [2 * math.pi * (k + half) / n for k in range(n)]
        particles += [(radius * math.cos(a), radius * math.sin(a), area) for a in turned]
        inner = outer
    return particles, radius, count[-1]


def calibrated(particles, radius, n):
    """(contact 23) for a disc: one factor for the outer ring."""
    factor = 1
    for _ in range(200):
        weighted = particles[:-n] + [(x, y, factor * v) for x, y, v in particles[-n:]]
        mean = sum(field(((radius + 1) * math.cos(a), (radius + 1) * math.sin(a)), weighted)[0]
                   for a in (2 * math.pi * k / n for k in range(n))) / n
        factor *= math.sqrt(TOUCHING / mean)
    return weighted


def heights(layers, refined, load, turns=33):
    """Height of a disc over the first layer of a plane, for `load` over E dx, as it rolls by one pitch. Refined: with
    points between particles and calibrated volumes."""
    particles, radius, n = disc_of_rings(layers)
    weighted = calibrated(particles, radius, n) if refined else particles
    offsets = (-0.25, 0.25) if refined else (0,)
    plane = [(k, -row, 1) for k in range(-7, 8) for row in range(4)]
    result = []
    for turn in range(turns):
        angle = 2 * math.pi / n * turn / (turns - 1)
        along = -(layers * angle) % 1  # how far it has rolled on the plane
        lattice = [(x + along, y, v) for x, y, v in plane]
        near = [(x * math.cos(angle) + y * math.sin(angle), -x * math.sin(angle) + y * math.cos(angle), v)
                for x, y, v in weighted]
        near = [p for p in near if p[1] < -radius + 5 or layers < 5]
        points = [(radius * math.cos(a), radius * math.sin(a)) for a in
                  (2 * math.pi * (k + o) / n - angle for k in range(n) for o in offsets)]
        points = [p for p in points if p[1] < -radius + 1.5]

        def carried(z):
            above = sum(barrier((x, y + z), lattice, 1 / len(offsets))[1] for x, y in points)
            lifted = [(x, y + z, v) for x, y, v in near]
            below = sum(barrier((k + along + o, 0), lifted, 1 / len(offsets))[1] for k in range(-5, 6) for o in offsets)
            return load - above + below

        result.append((turn / (turns - 1), bisect(radius + 0.5, radius + 1.5, carried)))
    mean = sum(z for _, z in result) / turns
    spread = max(z for _, z in result) - min(z for _, z in result)
    print(f"  disc of {layers} dx, {'refined' if refined else 'particles only'}: height within {spread:.4f} dx")
    return [(turn, z - mean) for turn, z in result]


def draw_rolling():
    panels = []
    for layers in (5, 10):
        spacing = 0.5 / layers
        load = 7800 * math.pi * 0.25 * 9.81 * math.cos(math.radians(20)) / (2.1e9 * spacing)  # the case rolling_disc
        panel = contact_plot.Panel(f"height less its mean, over dx: radius {layers} dx",
                                   "angle over that between particles", (0, 1), (-0.02, 0.02))
        panel.add("particles only, volumes as they are", heights(layers, False, load))
        panel.add("points between, volumes calibrated", heights(layers, True, load))
        panels.append(panel)
    contact_plot.draw(PICTURES / "rolling.svg", "Height of a disc that rolls on a plane", panels)


def draw_sliding(folders):
    """|v - exact| of model 1 at mu = 1 while it slides [m/s]."""
    named = [("field_barrier", folders[0]), ("kernel_potential, alpha auto", folders[1])]
    panel = contact_plot.Panel("velocity less the exact one [mm/s], model 1 at mu = 1", "t [s]", (0, 0.2039), (-5, 5))
    for name, folder in named:
        compare = json.loads((pathlib.Path(folder) / "case.resolved.json").read_text())["compare"]["v"]
        exact = exact_curve(compare)
        times, values = read_column(pathlib.Path(folder) / "history.csv", "v")
        panel.add(name, [(t, 1e3 * (v - exact(t))) for t, v in zip(times, values) if t <= 0.2039])
    contact_plot.draw(PICTURES / "sliding.svg", "Model 1 at mu = 1", [panel])


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    draw_touching()
    draw_rolling()
    if len(sys.argv) == 3:
        draw_sliding(sys.argv[1:])
