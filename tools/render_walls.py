"""Rigid walls in a picture: grey, and so clear in 3-D that the grains behind them show."""
from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper

from frame_shapes import dimension_of
from render_scale import INK

OPACITY = 0.18
LINE_WIDTH = 3  # pixels


def is_wall(data):
    """Triangles or lines that are no particles; a wall that has been taken away has neither."""
    cells = data.GetNumberOfPolys() + data.GetNumberOfLines()
    return not data.GetPointData().GetArray("radius") and (cells > 0 or data.GetNumberOfVerts() == 0)


def wall_actor(data):
    mapper = vtkPolyDataMapper()
    mapper.SetInputData(data)
    mapper.ScalarVisibilityOff()
    actor = vtkActor()
    actor.SetMapper(mapper)
    look = actor.GetProperty()
    look.SetColor(INK)
    look.LightingOff()
    if dimension_of(data) == 2:
        look.SetLineWidth(LINE_WIDTH)
    else:
        look.SetOpacity(OPACITY)
    return actor
