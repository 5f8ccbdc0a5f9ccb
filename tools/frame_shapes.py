"""Frames of a results folder as things to draw: every particle becomes the piece of material it stands for.

A solid particle is drawn as its cell of the reference state (particle_cells.py) carried along by the deformation
gradient that the displacements of its neighbours give, so a body is seen without gaps, turned and stretched as it is.
Grains (with a `radius` array) are discs or spheres. Needs python3-vtk9 only (Debian's has no numpy).
"""
import itertools
import math
import os
import xml.etree.ElementTree as ElementTree

from vtkmodules.vtkCommonCore import vtkFloatArray, vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkGlyph3D
from vtkmodules.vtkFiltersSources import vtkRegularPolygonSource, vtkSphereSource
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

from particle_cells import neighbour_lists, reference_cells

NEIGHBOUR_REACH = 1.5  # of the spacing: the eight (26 in 3-D) nearest on a lattice
FEW_GRAINS = 200       # of a body: they are large in the picture, so their outlines must not show corners
NETWORKS = ("contacts", "bonds")  # names of the parts that hold lines between grains


def read(path):
    """One .vtp file; a message and the end when it cannot be read."""
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(path)
    if not os.path.isfile(path) or not reader.CanReadFile(path):
        raise SystemExit(f"render_frames: cannot read {path}")
    reader.Update()
    return reader.GetOutput()


def series(path):
    """[(time, {part: file})] of a .pvd file, in its order."""
    frames = {}
    for data_set in ElementTree.parse(path).getroot().iter("DataSet"):
        name = data_set.get("name") or os.path.splitext(os.path.basename(path))[0]
        file = os.path.join(os.path.dirname(path), data_set.get("file"))
        frames.setdefault(float(data_set.get("timestep")), {})[name] = file
    return sorted(frames.items())


def frames_of(source):
    """Frames of a results folder, a .pvd or a .vtp file."""
    if os.path.isdir(source):
        name = os.path.basename(os.path.abspath(source))
        lists = sorted(f for f in os.listdir(source) if f.endswith(".pvd"))
        if not lists:
            raise SystemExit(f"render_frames: no .pvd file in {source}")
        whole_case = name + ".pvd"
        if whole_case not in lists:  # a renamed folder: the case's list names the most files
            whole_case = max(lists, key=lambda f: os.path.getsize(os.path.join(source, f)))
        return series(os.path.join(source, whole_case))
    if source.endswith(".pvd"):
        return series(source)
    data = read(source)
    return [(constant(data, "TimeValue", 0.0), {os.path.basename(source): source})]


def constant(data, name, default):
    array = data.GetFieldData().GetArray(name)
    return array.GetTuple1(0) if array else default


def dimension_of(data):
    low, high = data.GetBounds()[4:6]
    return int(constant(data, "dimension", 2 if low == high else 3))


def _inverse(a):
    """Inverse of a 3x3 matrix; None when it is singular to rounding."""
    def minor(i, j):
        r, c = [k for k in range(3) if k != i], [k for k in range(3) if k != j]
        return a[r[0]][c[0]] * a[r[1]][c[1]] - a[r[0]][c[1]] * a[r[1]][c[0]]
    det = sum((-1) ** j * a[0][j] * minor(0, j) for j in range(3))
    trace = a[0][0] + a[1][1] + a[2][2]
    if abs(det) <= 1e-6 * trace ** 3:
        return None
    return [[(-1) ** (i + j) * minor(j, i) / det for j in range(3)] for i in range(3)]


def _gradient(neighbours, reference, current, i, dx, dimension):
    """Least-squares deformation gradient at particle i; the identity where neighbours do not fix one."""
    a = [[0.0] * 3 for _ in range(3)]
    b = [[0.0] * 3 for _ in range(3)]
    if dimension == 2:
        a[2][2] = b[2][2] = dx * dx
    for j in neighbours:
        before = [p - q for p, q in zip(reference[j], reference[i])]
        after = [p - q for p, q in zip(current[j], current[i])]
        for r, c in itertools.product(range(3), repeat=2):
            a[r][c] += before[r] * before[c]
            b[r][c] += after[r] * before[c]
    inverse = _inverse(a)
    if inverse is None:
        return [[float(r == c) for c in range(3)] for r in range(3)]
    return [[sum(b[r][k] * inverse[k][c] for k in range(3)) for c in range(3)] for r in range(3)]


def material_cells(data, values, dx):
    """One deformed cell per particle, coloured by `values`."""
    dimension = dimension_of(data)
    shift = data.GetPointData().GetArray("displacement")
    current = [data.GetPoint(i) for i in range(data.GetNumberOfPoints())]
    reference = [tuple(p - u for p, u in zip(x, shift.GetTuple(i))) if shift else x for i, x in enumerate(current)]
    near = neighbour_lists(reference, NEIGHBOUR_REACH * dx)
    points, faces, colours = vtkPoints(), vtkCellArray(), vtkFloatArray()
    for i, (corners, sides) in enumerate(reference_cells(reference, dx, dimension)):
        f = _gradient(near[i], reference, current, i, dx, dimension)
        first = points.GetNumberOfPoints()
        for corner in corners:
            points.InsertNextPoint([current[i][r] + sum(f[r][c] * corner[c] for c in range(3)) for r in range(3)])
        for side in sides:
            faces.InsertNextCell(len(side), [first + k for k in side])
            colours.InsertNextValue(values[i])
    return _surface(points, faces, colours)


def _surface(points, faces, colours):
    result = vtkPolyData()
    result.SetPoints(points)
    result.SetPolys(faces)
    colours.SetName("colour")
    result.GetCellData().SetScalars(colours)
    return result


def round_glyphs(data, values, dx):
    """A disc or sphere per particle: of its `radius`, or of the particle distance."""
    dimension = dimension_of(data)
    radius = data.GetPointData().GetArray("radius")
    colours, sizes = vtkFloatArray(), vtkFloatArray()
    colours.SetName("colour")
    sizes.SetName("size")
    for i, value in enumerate(values):
        colours.InsertNextValue(value)
        sizes.InsertNextValue(radius.GetTuple1(i) if radius else 0.5 * dx)
    bare = vtkPolyData()
    bare.SetPoints(data.GetPoints())
    bare.GetPointData().SetScalars(sizes)
    bare.GetPointData().AddArray(colours)
    shape = vtkRegularPolygonSource() if dimension == 2 else vtkSphereSource()
    if dimension == 2:
        shape.SetNumberOfSides(36)
    else:
        fine = len(values) < FEW_GRAINS
        shape.SetThetaResolution(64 if fine else 20)
        shape.SetPhiResolution(40 if fine else 14)
    shape.SetRadius(1)
    glyphs = vtkGlyph3D()
    glyphs.SetInputData(bare)
    glyphs.SetSourceConnection(shape.GetOutputPort())
    glyphs.SetScaleModeToScaleByScalar()
    glyphs.SetScaleFactor(1)
    glyphs.Update()
    result = glyphs.GetOutput()
    result.GetPointData().SetActiveScalars("colour")
    return result


def spacing_of(data):
    """Particle distance; for files that do not say theirs, from the first particle to the nearest other."""
    told = constant(data, "spacing", 0.0)
    if told > 0:
        return told
    n = data.GetNumberOfPoints()
    first = data.GetPoint(0) if n else (0, 0, 0)
    return min((math.dist(first, data.GetPoint(i)) for i in range(1, n)), default=1.0)


def shape_of(data, values, kind):
    """Geometry of one body: `kind` is cell, round, or auto (cells for solids, round for grains)."""
    dx = spacing_of(data)
    if kind == "auto":
        kind = "round" if data.GetPointData().GetArray("radius") else "cell"
    return material_cells(data, values, dx) if kind == "cell" else round_glyphs(data, values, dx)
