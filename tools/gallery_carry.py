"""Results of an earlier program that still hold: nothing of their case that bears on the result has changed.

`tools/gallery.sh --carry` asks the program for every pair-law case as it reads it now, and compares with the one that a
result was made from. They may differ by options that came later, at their defaults, and by the keys that moved from
friction to the normal law. Such a result is stamped as up to date; it keeps the commit and the date of its run.
"""
import copy
import json
import subprocess
import tempfile
import pathlib

from gallery_cases import FIELD, RESULTS, case_file, all_runs, read_json

SAID = ("variables", "title", "reference")                         # words, and values that stand elsewhere, too
ADDED = {"cuts": [], "rotation": 0}                                # options that came later: defaults
MOVED = ("stick_damping", "slip_damping", "quiet_bounces")         # from tangential to normal
DAMPED = "coulomb_stick_slip"                                      # dashpots act with this law alone
FIRST_STEP = "1 ms"                                                # of wall time


def physics(resolved):
    """The case less what does not bear on its result."""
    case = {key: value for key, value in copy.deepcopy(resolved).items() if key not in SAID}
    for contact in case.get("contacts", []):
        friction, normal = contact.get("tangential", {}), contact["normal"]
        for key in MOVED:
            if key in friction:
                normal[key] = friction.pop(key)
            if friction.get("model") != DAMPED:
                normal.pop(key, None)
    return less_added(case)


def less_added(value):
    if isinstance(value, list):
        return [less_added(item) for item in value]
    if isinstance(value, dict):
        return {key: less_added(item) for key, item in value.items() if key not in ADDED or item != ADDED[key]}
    return value


def read_today(run, program):
    """The case with all its defaults, from a run that is stopped at its first step."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "run"
        subprocess.run([program, "run", str(case_file(run.entry)), "-j", "1", "-q", "--no-progress", "--wall-limit",
                        FIRST_STEP, "-o", str(out)] + ["--set=" + s for s in run.sets], capture_output=True)
        return read_json(out / "case.resolved.json")


def earlier_name(run):
    """Before there were two laws, names did not say which."""
    return "_".join([run.case] + [s for s in run.sets if not s.startswith("law=")])


def carry(program):
    count = 0
    for run in all_runs():
        if run.law == FIELD or run.ended():
            continue
        names = [name for name in (run.name, earlier_name(run)) if (RESULTS / f"{name}.json").is_file()]
        name = next((n for n in names if read_json(RESULTS / f"{n}.json").get("exit_code") in (0, 6)), None)
        made = read_json(RESULTS / name / "case.resolved.json") if name else {}
        if not made:
            continue
        today = read_today(run, program)
        if physics(made) != physics(today):
            print(f"  {run.words()}: its case has changed")
            continue
        stamp = read_json(RESULTS / f"{name}.json")
        (RESULTS / f"{name}.json").unlink()
        if name != run.name:
            (RESULTS / name).rename(run.folder)
        stamp |= {"case": run.content(), "carried": True}
        run.stamp_file.write_text(json.dumps(stamp, indent=2) + "\n")
        count += 1
    print(f"gallery: {count} results carried over")
    return 0
