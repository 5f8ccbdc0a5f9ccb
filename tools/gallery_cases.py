"""Which cases the gallery runs, how often, and what identifies a run."""
import hashlib
import itertools
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results" / "gallery"
CASES = ROOT / "cases" / "sliding"

FRICTION = [0, 0.2, 0.4, 0.6, 0.8, 1]
DIRECTIONS = [0, 15, 30, 45]

# Case, values of its variables, and what one run costs [s on one core, roughly: only the forecast uses it].
# A case without variables runs once, as it stands.
GALLERY = [
    ("model1", {"mu": FRICTION}, 30),
    ("model2", {"mu": FRICTION}, 40),
    ("model3", {"mu": FRICTION}, 30),
    ("model4", {"mu": FRICTION}, 8),
    ("model5", {"mu": FRICTION}, 200),
    ("model1_paper", {}, 20),
    ("tilt", {"mu": [0, 0.2, 0.4, 0.6, 0.8]}, 90),
    ("hold", {}, 150),
    ("hold_pairwise", {}, 150),
    ("block3d", {"direction": DIRECTIONS}, 900),
    ("block3d_projected", {"direction": DIRECTIONS}, 800),
    ("block3d_pairwise", {"direction": DIRECTIONS}, 800),
]


class Run:
    """One case with the values of its variables."""

    def __init__(self, case, variables, cost):
        self.case, self.variables, self.cost = case, variables, cost
        self.name = "_".join([case] + [f"{key}={value:g}" for key, value in variables.items()])
        self.folder = RESULTS / self.name
        self.stamp_file = RESULTS / f"{self.name}.json"  # beside the folder: that belongs to talus
        self.sets = [f"{key}={value:g}" for key, value in variables.items()]

    def words(self):
        return " ".join([self.case] + [f"{key} {value:g}" for key, value in self.variables.items()])

    def stamp(self):
        return read_json(self.stamp_file)

    def summary(self):
        return read_json(self.folder / "summary.json")

    def content(self, short):
        """Hash of what the case says: its file, what it extends, and the values set. A full run has no short form."""
        texts = [path.read_text() for path in chain(self.case)]
        text = "\0".join(texts if short else map(without_short, texts)) + "\0".join(self.sets) + str(short)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


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


def chain(case):
    """The case's file and the files that it extends, nearest first."""
    path, files = case_file(case), []
    while path is not None:
        files.append(path)
        base = re.search(r'"extends"\s*:\s*"([^"]+)"', path.read_text())
        path = path.parent / base.group(1) if base else None
    return files


def case_file(case):
    return CASES / f"{case}.json"


def said(case, key):
    """The words of `key`, from the case or the nearest one that it extends."""
    for path in chain(case):
        found = re.search(rf'"{key}"\s*:\s*"((?:[^"\\]|\\.)*)"', path.read_text())
        if found:
            return json.loads(f'"{found.group(1)}"')
    return ""


def runs_of(case, variables, cost):
    return [Run(case, dict(zip(variables, values)), cost) for values in itertools.product(*variables.values())]


def all_runs(only):
    """Every run of the chosen cases, in the order of the list; all cases when none is named."""
    known = [case for case, _, _ in GALLERY]
    unknown = [case for case in only if case not in known]
    if unknown:
        raise SystemExit(f"gallery: no case {unknown[0]}; there are {', '.join(known)}")
    return [run for entry in GALLERY if not only or entry[0] in only for run in runs_of(*entry)]


def finished(case):
    """(run, its summary, its compare entry, its stamp) of every run that has a result of the case as it is now."""
    rows = []
    for run in runs_of(*next(entry for entry in GALLERY if entry[0] == case)):
        stamp, summary = run.stamp(), run.summary()
        compare = summary.get("compare", {}).get("v")
        if compare and stamp.get("exit_code") in (0, 6) and stamp.get("case") == run.content(short=False):
            rows.append((run, summary, compare, stamp))
    return rows


def failed(case):
    runs = runs_of(*next(entry for entry in GALLERY if entry[0] == case))
    return [(run, run.stamp()) for run in runs if run.stamp().get("exit_code", 0) not in (0, 6)]
