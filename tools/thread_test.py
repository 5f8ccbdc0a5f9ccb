#!/usr/bin/env python3
"""Runs cases with several numbers of threads and holds their ends against each other, to the last bit.

    tools/thread_test.py <talus> [--threads 1,2,4] [case ...]      by default the short form of every case in cases/

state_hash and every byte of history.csv and energy.csv must be those of the run with the first number of threads.
Leaves with 1 where they are not, or where a run fails.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

CASES = pathlib.Path(__file__).resolve().parents[1] / "cases"


def end(talus, case, threads, folder):
    """The hash, the bytes of the tables and the seconds of a run."""
    process = subprocess.run([talus, "run", case, "--short", "-q", "-j", str(threads), "--overwrite", "-o", folder],
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                             env=dict(os.environ, OMP_WAIT_POLICY="passive"))
    if process.returncode not in (0, 6):
        raise RuntimeError(f"exit code {process.returncode} with {threads} threads: {process.stderr.strip()}")
    summary = json.loads((folder / "summary.json").read_text())
    tables = [path.read_bytes() if path.exists() else b"" for path in (folder / "history.csv", folder / "energy.csv")]
    return (summary["state_hash"], *tables), summary["wall_seconds"]


def differs(talus, case, threads):
    with tempfile.TemporaryDirectory() as folder:
        runs = [end(talus, case, n, pathlib.Path(folder) / str(n)) for n in threads]
    for n, (result, _) in zip(threads[1:], runs[1:]):
        for what, ours, first in zip(("state_hash", "history.csv", "energy.csv"), result, runs[0][0]):
            if ours != first:
                return f"{what} differs between {threads[0]} and {n} threads"
    seconds = " ".join(f"{wall:.1f}" for _, wall in runs)
    print(f"same   {case.relative_to(CASES)}   {runs[0][0][0]}   {seconds} s", flush=True)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("talus", type=pathlib.Path)
    parser.add_argument("cases", nargs="*", type=pathlib.Path, metavar="case")
    parser.add_argument("--threads", default="1,2,4")
    options = parser.parse_intermixed_args()
    talus = options.talus.resolve()
    threads = [int(n) for n in options.threads.split(",")]
    cases = [case.resolve() for case in options.cases] or sorted(
        case for case in CASES.rglob("*.json") if not case.name.endswith("schema.json"))
    bad = 0
    for case in cases:
        try:
            difference = differs(talus, case, threads)
        except RuntimeError as error:
            difference = str(error)
        if difference:
            bad += 1
            print(f"DIFFERS {case.relative_to(CASES)}: {difference}", flush=True)
    print(f"{len(cases) - bad} of {len(cases)} cases end with the same bits with {options.threads} threads")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
