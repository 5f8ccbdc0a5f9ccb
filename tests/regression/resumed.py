"""A run with checkpoints, the same run cut in two, and what must be the same.

    python3 resumed.py <talus> [case ...]     short forms of cases, by default all of them; not part of the tests
"""
import copy
import json
import pathlib
import sys
import tempfile

from support import SMALL_CASE, SOURCE, run

# What ends a run, in or outside its tolerances: short forms of some cases are too short for theirs.
WHOLE = (0, 6)


def on_a_wall(material, **more):
    """A block of 10 x 10 particles that hits a rigid plane."""
    return {"talus": 1, "title": "A block hits a wall", "dimension": 2, "time": {"end": "4 ms"}, "gravity": [0, 0],
            "materials": {"soft": {"density": 1000, "young": "10 MPa", "poisson": 0.3, **material}},
            "bodies": {"block": {"solver": "tlsph", "material": "soft", "spacing": 0.01, "velocity": [3, -20],
                                 "shape": {"model": "block", "size": [0.1, 0.1]}, "position": [0, 0.056], **more}},
            "boundaries": [{"model": "rigid_plane", "body": "block", "point": [0, 0, 0], "normal": [0, 1, 0]}],
            "output": {"frames": {"every": "1 ms"}, "history": {"every": "0.1 ms", "columns": {
                "height": {"of": "block", "quantity": "position", "along": [0, 1], "statistic": "max"}}}}}


def turned(motion):
    """A bar whose ends are turned in two ways, under loads that vary in space."""
    case = on_a_wall({"model": "neo_hookean"}, velocity=[0, 0], spin=[0, 0, 20])
    case["boundaries"] = [
        {"model": "prescribed_motion", "body": "block", "where": {"layer": "left"}, "rotation": motion},
        {"model": "prescribed_motion", "body": "block", "where": {"layer": "right"},
         "rotation": {"centre": [0, 0.056], "rate": {"expression": "20*(1 + 1000*t)"}}},
        {"model": "load", "body": "block", "where": {"all": True},
         "per_volume": [{"expression": "1e6*y*t"}, {"expression": "1e4*x"}]},
        {"model": "pressure", "body": "block", "where": {"layer": "top"}, "pressure": {"expression": "1e5*(1 + 3*x*t)"}}]
    case["output"]["history"]["columns"]["moment"] = {"of": "block", "quantity": "reaction_moment"}
    return case


def one_on_the_other(**laws):
    """A block of rubber that falls on another one."""
    case = copy.deepcopy(SMALL_CASE)
    case["time"]["end"] = "40 ms"
    case["bodies"]["upper"].update(position=[0, 0.22], velocity=[0.5, -2])
    case["contacts"] = [{"between": ["upper", "lower"], **laws}]
    case["compare"] = {}
    return case


def span(resolved):
    """Of a resolved case: from the start of its stages to its end [s]."""
    return resolved["time"]["end"] + sum(stage["duration"] for stage in resolved.get("stages", []))


def newest(results):
    return sorted((results / "checkpoints").glob("checkpoint_*.talus"))[-1]


def differences(whole, parts):
    """Files of two results folders that are not the same to the byte, and what summaries say of the end."""
    found = []
    one, two = (json.loads((folder / "summary.json").read_text()) for folder in (whole, parts))
    for key in ("status", "steps", "end_time", "state_hash", "energy", "compare", "warnings", "soft_springs", "bonds"):
        if one.get(key) != two.get(key):
            found.append(f"summary.json {key}: {one.get(key)} and {two.get(key)}")
    names = {file.relative_to(folder) for folder in (whole, parts)
             for file in [*folder.glob("*.csv"), *folder.glob("*.pvd"), *folder.glob("frames/*")]}
    for name in sorted(names):
        present = [(folder / name).exists() for folder in (whole, parts)]
        if not all(present):
            found.append(f"{name} is only in {'the whole run' if present[0] else 'the resumed one'}")
        elif (whole / name).read_bytes() != (parts / name).read_bytes():
            found.append(f"{name} differs")
    return found


def resume_from_middle(case, folder, *options):
    """Runs a case as a whole, then with checkpoints, then from a checkpoint in its middle; a list of differences."""
    whole, parts = folder / "whole", folder / "parts"

    def talus(*arguments):
        code, _, error = run(*arguments, "-q", cwd=folder, timeout=3600)
        if code not in WHOLE:
            raise RuntimeError(f"{arguments}: exit code {code}, {error}")

    talus("run", case, *options, "-o", whole)
    every = span(json.loads((whole / "case.resolved.json").read_text())) / 2.2
    talus("run", case, *options, "--set", '/output/checkpoints={"every": %r}' % every, "-o", parts)
    found = [f"with checkpoints: {text}" for text in differences(whole, parts)]
    if len(list((parts / "checkpoints").glob("*.talus"))) != 2:
        return found + ["there are not two checkpoints"]
    newest(parts).unlink()  # that of the end
    middle = int(newest(parts).stem.split("_")[1])
    steps = json.loads((whole / "summary.json").read_text())["steps"]
    if not 0 < middle < steps:
        found.append(f"the checkpoint is of step {middle} of {steps}")
    talus("resume", parts, "-j", "2")  # threads do not matter
    return found + differences(whole, parts)


def main(names):
    all_cases = [path for path in SOURCE.glob("cases/*/*.json")]
    bad = 0
    for path in sorted(all_cases):
        name = f"{path.parent.name}/{path.stem}"
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory(prefix="talus-resume-") as scratch:
            try:
                found = resume_from_middle(path, pathlib.Path(scratch), "--short")
            except RuntimeError as error:
                found = [str(error)]
        print(f"{name}: {'the same bits' if not found else '; '.join(found[:4])}", flush=True)
        bad += bool(found)
    return bad


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
