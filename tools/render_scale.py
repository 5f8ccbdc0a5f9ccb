"""What stands around a picture: the colour scale with its numbers and unit, title and time."""
import math
import os

from vtkmodules.vtkCommonCore import vtkFloatArray, vtkLookupTable
from vtkmodules.vtkFiltersSources import vtkPlaneSource
from vtkmodules.vtkRenderingCore import vtkActor2D, vtkPolyDataMapper2D, vtkTextActor
import vtkmodules.vtkRenderingFreeType  # noqa: F401  (text)

UNITS = {"velocity": "m/s", "displacement": "m", "stress": "Pa", "von_mises": "Pa", "pressure": "Pa", "contact_force": "N",
         "friction_force": "N", "angular_velocity": "rad/s", "radius": "m", "normal_force": "N",
         "contact_pressure": "Pa", "penetration": "m", "temperature": "K"}
LABELS = {"von_mises": "von Mises stress", "density_ratio": "density ratio", "plastic_strain": "plastic strain",
          "contact_force": "contact force", "friction_force": "friction force"}
PREFIXES = [(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n")]

# Perceptually even colour scales, from matplotlib's viridis and Moreland's cool-warm, sampled.
SEQUENTIAL = ["440154", "482878", "3e4a89", "31688e", "26828e", "1f9e89", "35b779", "6ece58", "b5de2b", "fde725"]
DIVERGING = ["3b4cc0", "688aef", "99baff", "c9d8ef", "edd1c2", "f7a789", "e26952", "b40426"]
INK = (0.13, 0.15, 0.18)
COLOUR_STEPS = 256
VTK_FONT_FILE = 4  # of vtkTextProperty; the wrapping does not export it
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans"  # VTK's own fonts serve where it is missing


def round_ends(low, high):
    """Ends moved outwards to multiples of a round step, and the number of labels one step apart."""
    fewest_steps = 3
    raw = (high - low) / fewest_steps
    power = 10 ** math.floor(math.log10(raw))
    step = max(f * power for f in (1, 2, 2.5, 5) if f * power <= raw * (1 + 1e-9))
    slack = 1e-6  # of a step: an end that is a multiple up to rounding stays
    first, last = math.floor(low / step + slack), math.ceil(high / step - slack)
    return first * step, last * step, last - first + 1


class Scale:
    """Colours between `limits` (or the `chosen` ends), and how the numbers are written: with the SI prefix that fits."""

    def __init__(self, limits, array, component, chosen=None):
        low, high = chosen or limits
        if not high > low:
            low, high = low - 0.5 * abs(low or 1), high + 0.5 * abs(high or 1)
        two_sided = 0.2  # a smaller share on one side of zero is not worth half of the colours
        diverging = low < 0 < high and min(-low, high) > two_sided * max(-low, high)
        if diverging and chosen:
            diverging = low == -high  # white has to stand for zero
        elif diverging:
            low, high = -max(-low, high), max(-low, high)
        unit = UNITS.get(array, "")
        size = max(abs(low), abs(high))
        self.factor, prefix = next(((f, p) for f, p in PREFIXES if size >= f), (1.0, "")) if unit else (1.0, "")
        self.table = self._table(DIVERGING if diverging else SEQUENTIAL)
        low, high, self.labels = low / self.factor, high / self.factor, 5
        if not chosen:
            low, high, self.labels = round_ends(low, high)
        self.table.SetRange(low, high)
        self.title = LABELS.get(array, array.replace("_", " "))
        if component != "magnitude":
            self.title += " " + component
        if unit:
            self.title += f"  [{prefix}{unit}]"

    @staticmethod
    def _table(stops):
        colours = [[int(s[k:k + 2], 16) / 255 for k in (0, 2, 4)] for s in stops]
        table = vtkLookupTable()
        table.SetNumberOfTableValues(COLOUR_STEPS)
        for i in range(COLOUR_STEPS):
            place = i / (COLOUR_STEPS - 1) * (len(colours) - 1)
            k = min(int(place), len(colours) - 2)
            share = place - k
            table.SetTableValue(i, *[(1 - share) * a + share * b for a, b in zip(colours[k], colours[k + 1])], 1)
        table.SetNanColor(1, 0, 1, 1)
        return table


def set_font(style, size, bold=False):
    style.SetFontSize(int(size))
    style.SetColor(INK)
    style.ItalicOff()
    style.ShadowOff()
    style.SetBold(bold)
    file = FONT + ("-Bold.ttf" if bold else ".ttf")
    if os.path.isfile(file):
        style.SetFontFamily(VTK_FONT_FILE)
        style.SetFontFile(file)


def text(words, x, y, size, bold=False, place="left"):
    """Words whose left end, centre or right end is at pixel (x, y)."""
    actor = vtkTextActor()
    actor.SetInput(words)
    style = actor.GetTextProperty()
    set_font(style, size, bold)
    style.SetVerticalJustificationToCentered()
    style.SetJustification(("left", "centre", "right").index(place))
    actor.SetPosition(x, y)
    return actor


def scale_bar(scale, width):
    """The bar with its numbers below and its title to the left. Lengths are shares of the picture's width."""
    left, long, low, high = 0.36 * width, 0.4 * width, 0.034 * width, 0.016 * width
    first, last = scale.table.GetRange()
    strip = vtkPlaneSource()
    strip.SetOrigin(left, low, 0)
    strip.SetPoint1(left + long, low, 0)
    strip.SetPoint2(left, low + high, 0)
    strip.SetXResolution(COLOUR_STEPS)
    strip.Update()
    colours = vtkFloatArray()
    for k in range(COLOUR_STEPS):
        colours.InsertNextValue(first + (k + 0.5) / COLOUR_STEPS * (last - first))
    strip.GetOutput().GetCellData().SetScalars(colours)
    mapper = vtkPolyDataMapper2D()
    mapper.SetInputData(strip.GetOutput())
    mapper.SetLookupTable(scale.table)
    mapper.UseLookupTableScalarRangeOn()
    bar = vtkActor2D()
    bar.SetMapper(mapper)
    actors = [bar, text(scale.title, left - 0.015 * width, low + 0.5 * high, width / 75, place="right")]
    for k in range(scale.labels):
        share = k / (scale.labels - 1)
        words = f"{first + share * (last - first):.6g}"
        actors.append(text(words, left + share * long, low - 0.012 * width, width / 90, place="centre"))
    return actors


def time_words(time):
    factor, prefix = next(((f, p) for f, p in PREFIXES if abs(time) >= f and f <= 1), (1.0, ""))
    return f"t = {time / factor:.4g} {prefix}s"
