"""Which cases the gallery runs, how often, and what identifies a run."""
import dataclasses
import functools
import hashlib
import itertools
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results" / "gallery"
CASES = ROOT / "cases"
KEPT = ROOT / "tools" / "gallery_numbers.json"  # numbers of the latest result of every run: the pages stand without the results

FRICTION = [0, 0.2, 0.4, 0.6, 0.8, 1]
DIRECTIONS = [0, 15, 30, 45]
FIELD, PAIR = "field_barrier", "kernel_potential"
LAWS = [FIELD, PAIR]


@dataclasses.dataclass
class Entry:
    """A case, the values of its variables, and what one run costs."""
    path: str        # under cases/, less .json
    variables: dict  # name: values; a case without variables runs once, as it stands
    cost: float      # [s on one core, roughly: the order of the runs and the forecast use it]
    moment: float = 0.75  # which frame the picture shows, as a share of their number
    array: str = "von_mises"  # what the picture is coloured by
    bodies: str = ""     # which the picture shows, separated by commas; all if empty
    upright: bool = False  # in space, y is up in the picture
    sweep: tuple = ()    # a variable, and the column of the history whose last values are drawn over it

    @property
    def case(self):
        return self.path.split("/")[-1]

    @property
    def folder(self):
        return self.path.split("/")[0]

    @property
    def laws(self):
        return self.variables.get("law", [None])


GALLERY = [
    Entry("sliding/model1", {"law": LAWS, "mu": FRICTION}, 35),
    Entry("sliding/model2", {"law": LAWS, "mu": FRICTION}, 40),
    Entry("sliding/model3", {"law": LAWS, "mu": FRICTION}, 20),
    Entry("sliding/model4", {"law": LAWS, "mu": FRICTION}, 10),
    Entry("sliding/model5", {"law": LAWS, "mu": FRICTION}, 155),
    Entry("sliding/model1_paper", {}, 20),
    Entry("sliding/at_once", {"law": LAWS}, 10),
    Entry("sliding/touching", {"law": LAWS}, 2),
    Entry("sliding/tilt", {"law": LAWS, "mu": [0, 0.2, 0.4, 0.6, 0.8]}, 70),
    Entry("sliding/hold", {"law": LAWS}, 95),
    Entry("sliding/hold_pairwise", {}, 80),
    Entry("sliding/block3d", {"law": LAWS, "direction": DIRECTIONS}, 150),
    Entry("sliding/block3d_projected", {"direction": DIRECTIONS}, 220),
    Entry("sliding/block3d_pairwise", {"direction": DIRECTIONS}, 220),
    Entry("contact/oblique_impact", {"law": LAWS, "speed": [1, 10, 100, 300]}, 5, moment=0.2),
    Entry("contact/corner_impact", {"law": LAWS, "angle": [20, 45], "offset": [0, 0.3]}, 5, moment=0.1),
    Entry("contact/free_collision", {"law": LAWS}, 5, moment=0.3),
    Entry("contact/restitution", {}, 5, moment=0.25),
    Entry("contact/leaving_end", {"law": LAWS}, 20),
    Entry("contact/rolling_disc", {"law": LAWS, "radius_in_spacings": [5, 10], "mu": [0.5, 0.05]}, 15),
    Entry("contact/press_fit", {}, 20),
    Entry("contact/stick_slip", {}, 60),
    Entry("contact/three_blocks", {}, 30),
    Entry("contact/self_contact", {}, 30, moment=0.55),
    Entry("contact/strip_on_pegs", {}, 60, moment=1),
]


def grains(case, cost, variables=None, moment=0.5, **plots):
    return Entry(f"grains/{case}", variables or {}, cost, moment, "velocity", **plots)


GALLERY += [
    grains("chung_ooi_1", 1),
    grains("chung_ooi_2", 1),
    grains("chung_ooi_3", 1, {"restitution": [0.3, 0.5, 0.8], "tension_cut": ["off", "on"]}),
    grains("chung_ooi_4", 1),
    grains("linear_sticking", 1, {"ratio": [0.1, 0.285714, 0.8]}),
    grains("walton_braun", 1, {"match": ["overlap", "duration"]}),
    grains("walton_braun_variable", 1),
    grains("luding_pair", 1, {"chi": [0.1, 0.499, 0.52, 2]}),
    grains("hysteretic", 1, {"switches": ["constant", "force", "slow", "fast"]}),
    grains("luding_loop", 1),
    grains("lpv_loop", 1),
    grains("burger_relaxation_2d", 1),
    grains("burger_relaxation_3d", 1),
    grains("rolling_down", 2, moment=1),
    grains("sliding_to_rolling", 1),
    grains("rolling_resistance", 1),
    grains("twisting_spin_down", 1),
    grains("free_fall", 1),
    grains("free_top", 5),
    grains("clump_two_spheres", 1),
    grains("weight_on_floor", 30, moment=1),
    grains("detachment", 5, {"springs": ["stiff", "soft"]}),
    grains("brake_failure", 5),
    grains("excluded_volume", 20, {"springs": ["stiff", "soft"]}),
    grains("energy_audit", 60),
    grains("haff_cooling", 10, {"e": [0.8, 0.9]}),
    grains("angle_of_repose", 60, {"mu_r": [0, 0.2, 0.4]}, moment=1),
    grains("silo_beverloo", 40, {"D": [0.012, 0.016, 0.02]}, moment=0.7),
    grains("silo_beverloo_3d", 100, {"opening": [5, 6, 8, 10]}, moment=1, sweep=("opening", "flow_to_two_fifths")),
    grains("silo_half_full", 60, moment=1),
    grains("silo_twice_full", 250, moment=1),
    grains("silo_hopper", 60, moment=0.6),
    grains("rotating_drum", 90, moment=1),
    grains("biaxial_shear", 30, moment=1),
    grains("triaxial_shear", 120, moment=1),
    grains("direct_shear", 90, moment=1),
    grains("clump_pouring", 20, moment=1),
    grains("bonded_cantilever", 5, moment=1),
    grains("bonded_ball_impact", 15, moment=1),
]


def solids(case, cost, variables=None, moment=0.5, array="von_mises", **others):
    return Entry(f"solids/{case}", variables or {}, cost, moment, array, **others)


GALLERY += [
    solids("spinning_plate", 2),
    solids("twisting_column", 60, moment=0.25, upright=True),
    solids("bending_column", 60, moment=0.2, upright=True),
    solids("rubber_rings", 20, moment=0.4),
    solids("two_bars", 10, moment=0.3),
    solids("cradle", 10, moment=0.53, array="velocity"),
    solids("hertz_pair", 120, moment=0.5, bodies="left"),
    solids("free_beam", 30),
    solids("cantilever", 30),
    solids("elastica", 30, moment=1),
    solids("torsion", 20, moment=1, array="plastic_strain", upright=True),
    solids("groove", 60),
    solids("punch", 120, moment=1, array="plastic_strain"),
    solids("upsetting", 60, {"mu": [0, 0.1]}, moment=1, array="plastic_strain", upright=True),
    solids("drop_hammer", 60, moment=1, array="plastic_strain"),
    solids("fold", 60, moment=1, array="pressure"),
    solids("crushed_tube", 250, moment=0.95, array="plastic_strain", upright=True),
    solids("hugoniot", 30),
    solids("spall", 60, moment=0.9),
    solids("taylor_copper", 300, {"resolution": [5, 8, 12]}, moment=1, array="plastic_strain", upright=True),
    solids("taylor_ofhc", 120, moment=1, array="plastic_strain", upright=True),
]


def coupled(case, cost, variables=None, moment=0.5, array="velocity", **others):
    return Entry(f"coupled/{case}", variables or {}, cost, moment, array, **others)


GALLERY += [
    coupled("grain_impact", 30, upright=True),
    coupled("hertz_impact", 10, {"resolution": [1, 2, 4]}, upright=True),
    coupled("shot_dent", 60, moment=1, array="plastic_strain", upright=True),
    coupled("shot_peening", 150, moment=1, array="plastic_strain", upright=True),
    coupled("blade", 60, moment=0.7),
    coupled("sphere_on_bed", 150, moment=0.35, bodies="ball,bed"),
    coupled("block_on_bed", 40, moment=0.8),
]


class Run:
    """One case with the values of its variables."""

    def __init__(self, entry, variables):
        self.entry, self.case, self.variables, self.cost = entry, entry.case, variables, entry.cost
        self.law = variables.get("law")
        self.sets = [f"{key}={said_value(value)}" for key, value in variables.items()]
        self.name = "_".join([self.case] + self.sets)
        self.folder = RESULTS / self.name
        self.stamp_file = RESULTS / f"{self.name}.json"  # beside the folder: that belongs to talus

    def words(self):
        return " ".join([self.case] + [f"{key} {said_value(value)}" for key, value in self.variables.items()])

    def urgency(self):
        """Runs are made in this order: what is new before what is there to compare, the cheap ones first."""
        return self.law == PAIR, self.cost

    def is_here(self):
        """True where its results are on this machine, and no older than the numbers kept of it."""
        if not self.stamp_file.is_file():
            return False
        kept = self.kept("stamp")
        since = (kept.get("date", ""), kept.get("time") or 0)
        stamp = read_json(self.stamp_file)
        return (stamp["date"], stamp.get("time") or 0) >= since

    def kept(self, key):
        return kept_numbers().get(self.name, {}).get(key, {})

    def stamp(self):
        return read_json(self.stamp_file) if self.is_here() else self.kept("stamp")

    def summary(self):
        return read_json(self.folder / "summary.json") if self.is_here() else self.kept("summary")

    def plots(self):
        """What the case wants drawn of its columns."""
        if not self.is_here():
            return self.kept("plots")
        return read_json(self.folder / "case.resolved.json").get("output", {}).get("plots", [])

    def content(self, short=False):
        """Hash of what the case says: its file, what it extends, and the values set. A full run has no short form."""
        texts = [path.read_text() for path in chain(self.entry)]
        text = "\0".join(texts if short else map(without_short, texts)) + "\0".join(self.sets) + str(short)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def ended(self):
        """True when it has a result, inside or outside its tolerances, of the case as it is now."""
        stamp = self.stamp()
        return stamp.get("exit_code") in (0, 6) and stamp.get("case") == self.content() and bool(self.compare())

    def compare(self):
        """Column: its measures; without those that the case does not hold to anything."""
        return {column: entry for column, entry in self.summary().get("compare", {}).items() if entry.get("tolerance")}


@functools.lru_cache(maxsize=None)
def kept_numbers():
    """{name of a run: its numbers}, of runs of any machine."""
    return read_json(KEPT)


def said_value(value):
    return value if isinstance(value, str) else f"{value:g}"


def without_short(text):
    """The text of a case less its block "short": {…}."""
    found = re.search(r'"short"\s*:\s*\{', text)
    if not found:
        return text
    end, depth = found.end(), 1
    while depth > 0 and end < len(text):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return text[: found.start()] + text[end:]


def read_json(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return {}


def chain(entry):
    """The case's file and the files that it extends, nearest first."""
    path, files = case_file(entry), []
    while path is not None:
        files.append(path)
        base = re.search(r'"extends"\s*:\s*"([^"]+)"', path.read_text())
        path = path.parent / base.group(1) if base else None
    return files


def case_file(entry):
    return CASES / f"{entry.path}.json"


def said(entry, key):
    """The words of `key`, from the case or the nearest one that it extends."""
    for path in chain(entry):
        found = re.search(rf'"{key}"\s*:\s*"((?:[^"\\]|\\.)*)"', path.read_text())
        if found:
            return json.loads(f'"{found.group(1)}"')
    return ""


def entry_of(case):
    return next(entry for entry in GALLERY if entry.case == case)


def runs_of(entry, law=None):
    runs = [Run(entry, dict(zip(entry.variables, values))) for values in itertools.product(*entry.variables.values())]
    return [run for run in runs if law is None or run.law == law]


def all_runs(only=()):
    """Every run of the chosen cases, in the order of the list; all cases when none is named."""
    known = [entry.case for entry in GALLERY]
    unknown = [case for case in only if case not in known]
    if unknown:
        raise SystemExit(f"gallery: no case {unknown[0]}; there are {', '.join(known)}")
    return [run for entry in GALLERY if not only or entry.case in only for run in runs_of(entry)]


def finished(entry, law=None):
    """The runs of a case that have a result."""
    return [run for run in runs_of(entry, law) if run.ended()]


def failed(entry):
    return [run for run in runs_of(entry) if run.stamp().get("exit_code", 0) not in (0, 6)]
