"""The piece of material that a particle stands for, in the reference state: offsets of corners, and faces of them.

Particles on a lattice get squares or cubes along the lattice, however the body was turned before it was cut from it;
others, as in rings, the cells that lie nearest to them. Plain Python: Debian's python3-vtk9 has no numpy.
"""
import itertools
import math

LATTICE_REACH = 1.2    # of the spacing: the four (six) nearest on a lattice
LATTICE_COSINE = 0.12  # of the angle by which a lattice's bonds may miss its axes
NEAREST_REACH = 2.0    # of the spacing: who may bound a cell of nearest points
LATTICE_SHARE = 0.9    # of a body's particles that lie on a lattice
SURFACE_REACH = 1.6    # of the spacing: neighbours that tell a particle on the surface from one inside
LEAST_LEAN = 0.25      # their mean offset over the spacing: less, and the particle lies inside

_SIGNS = {2: [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], 3: list(itertools.product((-1, 1), repeat=3))}
_FACES = {2: [(0, 1, 2, 3)],
          3: [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]}


def neighbour_lists(points, reach):
    """For every particle the others nearer than `reach`."""
    cells = {}
    for i, p in enumerate(points):
        cells.setdefault(tuple(math.floor(c / reach) for c in p), []).append(i)
    result = []
    for i, p in enumerate(points):
        home = [math.floor(c / reach) for c in p]
        around = itertools.product(*[(h - 1, h, h + 1) for h in home])
        result.append([j for key in around for j in cells.get(key, ()) if j != i and math.dist(points[j], p) < reach])
    return result


def _dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def _unit(a):
    size = math.hypot(*a)
    return [c / size for c in a]


def _cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def _axes(bonds, dimension):
    """Orthogonal unit vectors of a lattice with these bonds, nearest first; those of space where bonds fix none."""
    if not bonds:
        return [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    first = _unit(bonds[0])
    if dimension == 2:
        return [first, [-first[1], first[0], 0], [0, 0, 1]]
    for bond in bonds[1:]:
        beside = [b - _dot(bond, first) * f for b, f in zip(bond, first)]
        if math.hypot(*beside) > 0.5 * math.hypot(*bond):
            second = _unit(beside)
            return [first, second, _cross(first, second)]
    least = min(range(3), key=lambda k: abs(first[k]))
    second = _unit(_cross(first, [float(k == least) for k in range(3)]))
    return [first, second, _cross(first, second)]


def _on_lattice(bonds, axes):
    return all(max(abs(_dot(_unit(b), a)) for a in axes) > math.sqrt(1 - LATTICE_COSINE ** 2) for b in bonds)


def _clip(polygon, direction, distance):
    """The part of a polygon with p.direction <= distance."""
    result = []
    for a, b in zip(polygon, polygon[1:] + polygon[:1]):
        at_a, at_b = _dot(a, direction) - distance, _dot(b, direction) - distance
        if at_a <= 0:
            result.append(a)
        if at_a * at_b < 0:
            share = at_a / (at_a - at_b)
            result.append([p + share * (q - p) for p, q in zip(a, b)])
    return result


def _lean(offsets, dx):
    """Mean offset of the neighbours of a particle on the surface, which points inwards; None of one inside."""
    near = [d for d in offsets if math.hypot(*d) < SURFACE_REACH * dx]
    lean = [sum(d[k] for d in near) / max(len(near), 1) for k in range(3)]
    return lean if math.hypot(*lean) > LEAST_LEAN * dx else None


def _outward(lean, along):
    """Unit normal of a flat surface, across the chord of the nearest particles of the surface on both sides."""
    along = sorted(along, key=lambda d: math.hypot(*d))
    beyond = next((d for d in along[1:] if _dot(d, along[0]) < 0), None)
    if beyond is None:
        return [-c for c in _unit(lean)]
    chord = [b - a for a, b in zip(along[0], beyond)]
    normal = _unit([-chord[1], chord[0], 0])
    return normal if _dot(normal, lean) < 0 else [-c for c in normal]


def _nearest_cells(near, offsets, dx):
    """Points nearer to a particle than to any other, and on a surface within half a spacing of it."""
    leans = [_lean(all_offsets, dx) for all_offsets in offsets]
    cells = []
    for i, all_offsets in enumerate(offsets):
        polygon = [[dx * c for c in sign] for sign in _SIGNS[2]]
        for d in all_offsets:
            polygon = _clip(polygon, d, 0.5 * _dot(d, d))
        if leans[i]:
            along = [d for j, d in zip(near[i], all_offsets) if leans[j] and math.hypot(*d) < SURFACE_REACH * dx]
            polygon = _clip(polygon, _outward(leans[i], along), 0.5 * dx)
        cells.append((polygon, [tuple(range(len(polygon)))]))
    return cells


def reference_cells(points, dx, dimension):
    """[(corners, faces)] of all particles; corners are offsets from the particle."""
    near = neighbour_lists(points, (NEAREST_REACH if dimension == 2 else LATTICE_REACH) * dx)
    offsets = [[[q - p for p, q in zip(points[i], points[j])] for j in around] for i, around in enumerate(near)]
    bonds = [sorted((d for d in around if math.hypot(*d) < LATTICE_REACH * dx), key=lambda d: math.hypot(*d))
             for around in offsets]
    frames = [_axes(b, dimension) for b in bonds]
    on_lattice = sum(_on_lattice(b, f) for b, f in zip(bonds, frames))
    if dimension == 2 and on_lattice < LATTICE_SHARE * len(points):
        return _nearest_cells(near, offsets, dx)
    return [([[0.5 * dx * sum(s * axis[k] for s, axis in zip(sign, frame)) for k in range(3)]
              for sign in _SIGNS[dimension]], _FACES[dimension]) for frame in frames]
