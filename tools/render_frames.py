"""Pictures of frames: bodies coloured by an array, with scale, title and time. Needs python3-vtk9 and xvfb.

  xvfb-run -a /usr/bin/python3 tools/render_frames.py results/model2 --array von_mises --frame -1 -o model2.png
  xvfb-run -a /usr/bin/python3 tools/render_frames.py results/model2 --array velocity --frame all -o v_%04d.png

The source is a results folder, a .pvd or a .vtp file. 2-D cases are seen straight on, 3-D ones from a corner. Grains are
spheres or discs of their radius; walls are grey and have no colour.
"""
import argparse
import json
import math
import os
import sys

from vtkmodules.vtkCommonCore import vtkObject
from vtkmodules.vtkIOImage import vtkPNGWriter
from vtkmodules.vtkRenderingCore import (vtkActor, vtkLight, vtkMapper, vtkPolyDataMapper, vtkRenderer,
                                         vtkRenderWindow, vtkWindowToImageFilter)
import vtkmodules.vtkRenderingOpenGL2  # noqa: F401  (drawing)

from frame_shapes import NETWORKS, dimension_of, frames_of, read, shape_of, spacing_of
from render_scale import INK, Scale, scale_bar, text, time_words
from render_walls import is_wall, wall_actor

COMPONENTS = {3: "x y z".split(), 6: "xx yy zz xy yz xz".split(), 9: "xx xy xz yx yy yz zx zy zz".split()}

# Room for text and scale, as shares of the picture's width.
TOP, BOTTOM, SIDE = 0.055, 0.075, 0.04
GREY = (0.72, 0.72, 0.72)  # of bodies that have no values


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", help="results folder, .pvd or .vtp file")
    parser.add_argument("--array", default="von_mises", help="array that gives the colour (default: %(default)s)")
    components = ["magnitude", *dict.fromkeys(word for words in COMPONENTS.values() for word in words)]
    parser.add_argument("--component", default="magnitude", choices=components, metavar="NAME",
                        help="x, y, z, xx, xy, ... or magnitude")
    parser.add_argument("--frame", default="-1", help="number of the frame, from the end if negative, or all")
    parser.add_argument("--bodies", help="names, separated by commas (default: all)")
    parser.add_argument("--range", nargs=2, type=float, metavar=("LOW", "HIGH"), help="ends of the scale, SI")
    parser.add_argument("--shape", choices=["auto", "cell", "round"], default="auto")
    parser.add_argument("--title", help="default: the case's own")
    parser.add_argument("--view", nargs=3, type=float, metavar=("X", "Y", "Z"), default=[0.55, -1.0, 0.5],
                        help="direction from the bodies to the eye, 3-D only")
    parser.add_argument("--up", choices=["x", "y", "z"], default="z", help="what is up, 3-D only")
    parser.add_argument("--width", type=int, default=1600, help="pixels")
    parser.add_argument("--height", type=int, help="pixels (default: fits the bodies)")
    parser.add_argument("-o", "--output", default="frame.png", help="with --frame all a pattern such as v_%%04d.png")
    options = parser.parse_args()
    if options.frame == "all" and picture_name(options.output, 0) == picture_name(options.output, 1):
        parser.error(f"--frame all draws many pictures, and each needs a name: {options.output} is no pattern such as "
                     "v_%04d.png")
    return options


def picture_name(pattern, number):
    """A pattern has the number of the frame in it; without "%" it is a name."""
    try:
        return pattern % number if "%" in pattern else pattern
    except (TypeError, ValueError):
        raise SystemExit(f"render_frames: {pattern} is no name of a picture, and no pattern such as v_%04d.png")


def chosen_frames(frames, choice):
    if choice == "all":
        return list(enumerate(frames))
    try:
        return [(int(choice) % len(frames), frames[int(choice)])]
    except (ValueError, IndexError):
        raise SystemExit(f"render_frames: no frame {choice}; there are {len(frames)}, from 0")


def values_of(data, name, component):
    """One number per particle."""
    array = data.GetPointData().GetArray(name)
    if array is None:
        known = [data.GetPointData().GetArrayName(k) for k in range(data.GetPointData().GetNumberOfArrays())]
        raise SystemExit(f"render_frames: no array {name}; there are {', '.join(known)}")
    size = array.GetNumberOfComponents()
    tuples = (array.GetTuple(i) for i in range(array.GetNumberOfTuples()))
    if size == 1 and component == "magnitude":
        return [t[0] for t in tuples]
    if component == "magnitude":
        return [math.hypot(*t) for t in tuples]
    if component not in COMPONENTS.get(size, []):
        raise SystemExit(f"render_frames: {name} has no component {component}; use "
                         f"{' or one of '.join(filter(None, ['magnitude', ', '.join(COMPONENTS.get(size, []))]))}")
    return [t[COMPONENTS[size].index(component)] for t in tuples]


class Frame:
    """Bodies of one time, read and ready to be coloured."""

    def __init__(self, time, parts, options):
        wanted = options.bodies.split(",") if options.bodies else [p for p in parts if p not in NETWORKS]
        missing = [p for p in wanted if p not in parts]
        if missing:
            raise SystemExit(f"render_frames: no body {missing[0]}; there are {', '.join(parts)}")
        self.time = time
        found = [data for data in (read(parts[p]) for p in wanted) if data.GetNumberOfPoints()]
        self.walls = [data for data in found if is_wall(data)]
        particles = [data for data in found if not is_wall(data)]
        if not particles:
            raise SystemExit("render_frames: the frame holds no particles")
        with_values = [data for data in particles if data.GetPointData().GetArray(options.array)]
        # Grains beside a solid have no plastic strain: they are grey. What nobody has is a wrong word.
        self.bodies = [(data, values_of(data, options.array, options.component))
                       for data in with_values or particles]
        self.bodies += [(data, None) for data in particles if data not in with_values]

    def limits(self):
        finite = [v for _, values in self.bodies for v in values or [] if math.isfinite(v)]
        return (min(finite), max(finite)) if finite else (0.0, 1.0)

    def is_flat(self):
        return all(dimension_of(data) == 2 for data, _ in self.bodies)


def body_actors(data, values, scale, options, pixel):
    """Surface and outlines of one body, grey without values. `pixel` is the size of a pixel in the scene [m]."""
    shown = [v / scale.factor for v in values] if values else [0.0] * data.GetNumberOfPoints()
    shape = shape_of(data, shown, options.shape)
    mapper = vtkPolyDataMapper()
    mapper.SetInputData(shape)
    mapper.SetScalarVisibility(values is not None)
    mapper.SetLookupTable(scale.table)
    mapper.UseLookupTableScalarRangeOn()
    actor = vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetColor(GREY)
    smallest_outlined = 7  # pixels; below, outlines would hide the colours
    outlined = spacing_of(data) > smallest_outlined * pixel
    if dimension_of(data) == 2:
        actor.GetProperty().LightingOff()
        return [actor, outlines(shape)] if outlined else [actor]
    actor.GetProperty().SetAmbient(0.35)
    actor.GetProperty().SetDiffuse(0.75)
    is_ball = options.shape == "round" or data.GetPointData().GetArray("radius")
    actor.GetProperty().SetEdgeVisibility(bool(outlined and not is_ball))
    actor.GetProperty().SetEdgeColor(INK)
    return [actor]


def outlines(shape):
    """Thin lines around the cells of a flat picture that show on dark and on bright colours."""
    mapper = vtkPolyDataMapper()
    mapper.SetInputData(shape)
    mapper.ScalarVisibilityOff()
    mapper.SetRelativeCoincidentTopologyLineOffsetParameters(-1, -1)  # in front of the faces
    actor = vtkActor()
    actor.SetMapper(mapper)
    look = actor.GetProperty()
    look.SetRepresentationToWireframe()
    look.LightingOff()
    look.SetColor(1, 1, 1)
    look.SetOpacity(0.45)
    look.SetLineWidth(1)
    return actor


def joined_bounds(frames):
    bounds = [math.inf, -math.inf] * 3
    for frame in frames:
        for data, _ in frame.bodies:
            radius = data.GetPointData().GetArray("radius")
            margin = radius.GetRange()[1] if radius else 0.5 * spacing_of(data)
            enclose(bounds, data, margin)
        for data in frame.walls:
            enclose(bounds, data, 0)
    return bounds


def enclose(bounds, data, margin):
    for k, b in enumerate(data.GetBounds()):
        bounds[k] = min(bounds[k], b - margin) if k % 2 == 0 else max(bounds[k], b + margin)


class View:
    """Where the eye stands and how large the picture is; one for all frames, so that they make a film."""

    def __init__(self, frames, options):
        self.flat = all(f.is_flat() for f in frames)
        self.options = options
        self.bounds = joined_bounds(frames)
        axes = self._axes()
        corners = [[self.bounds[2 * k + bit] for k, bit in enumerate(bits)]
                   for bits in ((i & 1, i >> 1 & 1, i >> 2 & 1) for i in range(8))]
        if self.flat:
            corners = [[c[0], c[1], 0] for c in corners]
        spans = [[sum(a * b for a, b in zip(axis, c)) for c in corners] for axis in axes[:2]]
        self.wide, self.high = [(max(s) - min(s)) or 1.0 for s in spans]
        self.centre = [0.5 * sum((max(s) + min(s)) * axis[k] for s, axis in zip(spans, axes)) for k in range(3)]
        self.axes = axes
        self._size()

    def _axes(self):
        """Unit vectors to the right, up, and towards the eye."""
        if self.flat:
            return [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
        def unit(a):
            return [c / math.hypot(*a) for c in a]
        def cross(a, b):
            return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        eye = unit(self.options.view)
        right = unit(cross([float(self.options.up == k) for k in "xyz"], eye))
        return [right, cross(eye, right), eye]

    def _size(self):
        width = self.options.width
        shape = self.high / self.wide * (1 - 2 * SIDE) + TOP + BOTTOM
        lowest, highest = 0.25, 0.8  # height over width
        self.width = width
        self.height = self.options.height or int(width * min(max(shape, lowest), highest))
        room = self.height - (TOP + BOTTOM) * width
        self.pixel = max(self.wide / ((1 - 2 * SIDE) * width), self.high / room)

    def aim(self, camera):
        half = 0.5 * self.pixel * self.height
        lift = 0.5 * (TOP - BOTTOM) * self.width * self.pixel  # the bodies stand between title and scale
        centre = [c + lift * up for c, up in zip(self.centre, self.axes[1])]
        away = 2 * (self.wide + self.high) + max(self.bounds[1::2]) - min(self.bounds[0::2])
        camera.ParallelProjectionOn()
        camera.SetParallelScale(half)
        camera.SetFocalPoint(centre)
        camera.SetPosition([c + away * e for c, e in zip(centre, self.axes[2])])
        camera.SetViewUp(self.axes[1])

    def lamps(self):
        """From above the left shoulder and, weaker, from the eye: the top is brightest, each side has its own tone."""
        right, up, eye = self.axes
        above = [e + 1.6 * u - 0.5 * r for r, u, e in zip(right, up, eye)]
        for direction, strength in ((above, 0.5), (eye, 0.65)):
            light = vtkLight()
            light.SetLightTypeToSceneLight()
            light.SetPosition(direction)
            light.SetFocalPoint(0, 0, 0)
            light.SetIntensity(strength)
            yield light


def case_title(source):
    """Title of the case as the run resolved it."""
    try:
        with open(os.path.join(source, "case.resolved.json"), encoding="utf-8") as file:
            return json.load(file).get("title", "")
    except (OSError, ValueError):
        return os.path.basename(os.path.abspath(source))


def draw(frame, view, scale, options):
    renderer = vtkRenderer()
    renderer.SetBackground(1, 1, 1)
    for data, values in frame.bodies:
        for actor in body_actors(data, values, scale, options, view.pixel):
            renderer.AddActor(actor)
    for data in frame.walls:
        renderer.AddActor(wall_actor(data))
    width, line = view.width, view.height - 0.5 * TOP * view.width
    title = options.title if options.title is not None else case_title(options.source)
    words = [text(title, SIDE * width, line, width / 66, bold=True),
             text(time_words(frame.time), (1 - SIDE) * width, line, width / 66, place="right")]
    for actor in words + scale_bar(scale, width):
        renderer.AddActor2D(actor)
    view.aim(renderer.GetActiveCamera())
    for light in view.lamps():
        renderer.AddLight(light)
    renderer.ResetCameraClippingRange()
    return renderer


def save(renderer, view, path):
    window = vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(8)
    window.SetSize(view.width, view.height)
    window.AddRenderer(renderer)
    window.Render()
    image = vtkWindowToImageFilter()
    image.SetInput(window)
    image.ReadFrontBufferOff()
    writer = vtkPNGWriter()
    writer.SetFileName(path)
    writer.SetInputConnection(image.GetOutputPort())
    writer.Write()
    if writer.GetErrorCode() != 0 or not os.path.isfile(path):
        raise SystemExit(f"render_frames: cannot write {path}")


def main():
    options = arguments()
    if not os.environ.get("DISPLAY"):
        raise SystemExit("render_frames: no display; start it with xvfb-run -a")
    vtkObject.GlobalWarningDisplayOff()
    vtkMapper.SetResolveCoincidentTopologyToPolygonOffset()  # lines lie on faces
    chosen = chosen_frames(frames_of(options.source), options.frame)
    frames = [(number, Frame(time, parts, options)) for number, (time, parts) in chosen]
    limits = [f.limits() for _, f in frames]
    scale = Scale((min(a for a, _ in limits), max(b for _, b in limits)), options.array, options.component, options.range)
    view = View([f for _, f in frames], options)
    for number, frame in frames:
        path = picture_name(options.output, number)
        save(draw(frame, view, scale, options), view, path)
        print(path)


if __name__ == "__main__":
    sys.exit(main())
