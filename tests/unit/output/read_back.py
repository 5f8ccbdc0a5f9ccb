"""Reads frames that test "frames are written for read_back.py" made, with VTK's own readers, and checks every number.

usage: /usr/bin/python3 read_back.py FOLDER      (python3-vtk9)
"""
import os
import sys
import xml.etree.ElementTree as ElementTree

from vtkmodules.vtkIOXML import vtkXMLImageDataReader, vtkXMLPolyDataReader

PARTICLES = 1000


def read(path):
    reader = vtkXMLImageDataReader() if path.endswith(".vti") else vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    assert reader.GetErrorCode() == 0, f"{path}: error code {reader.GetErrorCode()}"
    return reader.GetOutput()


def constant(data, name):
    return data.GetFieldData().GetArray(name).GetTuple1(0)


def check_array(attributes, name, expected, entries=PARTICLES):
    """`expected(i)` gives the tuple of entry i."""
    array = attributes.GetArray(name)
    assert array is not None, f"no array {name}"
    assert array.GetDataTypeAsString() == "float", f"{name} is {array.GetDataTypeAsString()}"
    assert array.GetNumberOfTuples() == entries, f"{name} has {array.GetNumberOfTuples()} entries"
    for i in range(entries):
        assert array.GetTuple(i) == tuple(expected(i)), f"{name}[{i}] = {array.GetTuple(i)}, expected {expected(i)}"


def symmetric(i):
    a = [[10 * i + 3 * row + column for column in range(3)] for row in range(3)]
    places = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2)]
    return [0.5 * (a[r][c] + a[c][r]) for r, c in places]


def check_particles(path, time):
    data = read(path)
    assert data.GetNumberOfPoints() == data.GetNumberOfVerts() == data.GetNumberOfCells() == PARTICLES
    for i in range(PARTICLES):
        assert data.GetPoint(i) == (0.5 * i, -0.25 * i, 0)
        assert data.GetCell(i).GetPointId(0) == i
    assert constant(data, "TimeValue") == time
    assert constant(data, "spacing") == 0.5
    assert constant(data, "dimension") == 2
    points = data.GetPointData()
    names = [points.GetArrayName(k) for k in range(points.GetNumberOfArrays())]
    assert names == ["velocity", "stick", "gradient", "flat", "orientation", "stress", "von_mises"], names
    check_array(points, "velocity", lambda i: (i, i + 0.5, -i))
    check_array(points, "stick", lambda i: (i % 3,))
    check_array(points, "gradient", lambda i: [10 * i + k for k in range(9)])
    check_array(points, "flat", lambda i: (i, -i, 0.125))
    check_array(points, "orientation", lambda i: (i + 0.5, i, -i, 2 * i))
    check_array(points, "stress", symmetric)
    check_array(points, "von_mises", lambda i: (2 * i,))


def check_contacts(path, time):
    data = read(path)
    assert data.GetNumberOfLines() == data.GetNumberOfCells() == PARTICLES
    assert constant(data, "TimeValue") == time
    for i in range(PARTICLES):
        ends = [data.GetPoint(data.GetCell(i).GetPointId(k)) for k in (0, 1)]
        assert ends == [(i, 0, 0), (i, 1, 2)], ends
    check_array(data.GetCellData(), "normal_force", lambda i: (1e6 * i,))


def check_surface(path, corners, cells):
    """Triangles, or lines, of consecutive points."""
    data = read(path)
    count = PARTICLES // corners
    assert cells(data) == data.GetNumberOfCells() == count, (path, data.GetNumberOfCells())
    for k in range(count):
        cell = data.GetCell(k)
        points = [data.GetPoint(cell.GetPointId(c)) for c in range(cell.GetNumberOfPoints())]
        assert points == [(0.5 * i, -0.25 * i, 0) for i in range(corners * k, corners * k + corners)], points
    velocity = data.GetPointData().GetArray("velocity")
    assert all(velocity.GetTuple(i) == (i, i + 0.5, -i) for i in range(corners * count))
    assert data.GetFieldData().GetArray("force").GetTuple(0) == (1e-9, 2, 3)
    assert data.GetFieldData().GetArray("moment").GetTuple(0) == (0, -1, 0.5)
    assert constant(data, "TimeValue") == 3 and constant(data, "dimension") == corners


def check_cells(path, layers):
    """Equal cells of 0.25 m from (-1, 0.5, 0) on, 2 x 3 and so many layers; 0: a plane."""
    data = read(path)
    count = 6 * max(1, layers)
    assert data.GetDimensions() == (3, 4, layers + 1), data.GetDimensions()
    assert data.GetOrigin() == (-1, 0.5, 0) and data.GetSpacing() == (0.25, 0.25, 0.25)
    assert data.GetNumberOfCells() == count
    assert constant(data, "TimeValue") == 0.5
    last = data.GetCell(count - 1).GetBounds()
    assert last == (-0.75, -0.5, 1, 1.25, max(0, 0.25 * (layers - 1)), 0.25 * layers), last  # x runs fastest
    check_array(data.GetCellData(), "density", lambda c: (3 * c,), count)
    check_array(data.GetCellData(), "velocity", lambda c: (c, -c, 0.5), count)
    check_storage(path)


def check_series(folder):
    sets = ElementTree.parse(os.path.join(folder, "case.pvd")).getroot().findall("Collection/DataSet")
    found = [(float(s.get("timestep")), s.get("part"), s.get("name"), s.get("file")) for s in sets]
    expected = [(0.1 * frame, str(part), name, f"{file}_{frame}.vtp") for frame in (0, 1)
                for part, name, file in ((0, "block <1> & more", "block"), (1, "contacts", "contacts"))]
    assert found == expected, found
    return sets


def check_storage(path):
    """Debian's ParaView 5.11 cannot read appended data in .vtp files."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert "vtkLZ4DataCompressor" in text and 'format="binary"' in text and "appended" not in text, path


def main(folder):
    for data_set in check_series(folder):
        path = os.path.join(folder, data_set.get("file"))
        check = check_particles if "block" in data_set.get("file") else check_contacts
        check(path, float(data_set.get("timestep")))
        check_storage(path)
    check_cells(os.path.join(folder, "cells.vti"), 4)
    check_cells(os.path.join(folder, "flat_cells.vti"), 0)
    check_surface(os.path.join(folder, "wall.vtp"), 3, lambda data: data.GetNumberOfPolys())
    check_surface(os.path.join(folder, "line.vtp"), 2, lambda data: data.GetNumberOfLines())
    for name in ("empty.vtp", "no_contacts.vtp", "no_wall.vtp"):
        data = read(os.path.join(folder, name))
        assert data.GetNumberOfPoints() == data.GetNumberOfCells() == 0 and constant(data, "TimeValue") == 3


if __name__ == "__main__":
    main(sys.argv[1])
    print("every number reads back")
