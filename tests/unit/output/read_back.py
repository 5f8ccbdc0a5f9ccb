"""Reads frames that test "frames are written for read_back.py" made, with VTK's own readers, and checks every number.

usage: /usr/bin/python3 read_back.py FOLDER      (python3-vtk9)
"""
import os
import sys
import xml.etree.ElementTree as ElementTree

from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

PARTICLES = 1000


def read(path):
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    assert reader.GetErrorCode() == 0, f"{path}: error code {reader.GetErrorCode()}"
    return reader.GetOutput()


def constant(data, name):
    return data.GetFieldData().GetArray(name).GetTuple1(0)


def check_array(attributes, name, expected):
    """`expected(i)` gives the tuple of entry i."""
    array = attributes.GetArray(name)
    assert array is not None, f"no array {name}"
    assert array.GetDataTypeAsString() == "float", f"{name} is {array.GetDataTypeAsString()}"
    assert array.GetNumberOfTuples() == PARTICLES, f"{name} has {array.GetNumberOfTuples()} entries"
    for i in range(PARTICLES):
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
    assert names == ["velocity", "stick", "gradient", "flat", "stress", "von_mises"], names
    check_array(points, "velocity", lambda i: (i, i + 0.5, -i))
    check_array(points, "stick", lambda i: (i % 3,))
    check_array(points, "gradient", lambda i: [10 * i + k for k in range(9)])
    check_array(points, "flat", lambda i: (i, -i, 0.125))
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
    for name in ("empty.vtp", "no_contacts.vtp"):
        data = read(os.path.join(folder, name))
        assert data.GetNumberOfPoints() == data.GetNumberOfCells() == 0 and constant(data, "TimeValue") == 3


if __name__ == "__main__":
    main(sys.argv[1])
    print("every number reads back")
