#!/usr/bin/env python3
"""Kills runs at random moments, goes on with them, and holds their end against that of a run nobody has killed.

    tools/kill_test.py <talus> [--count N] [--seed S]       N kills for each of the three cases, by default 100

A sliding block, grains under Luding's law, and a grain on a solid, each for about half a second. Every run begins anew,
is killed by SIGKILL at a moment that is uniform over how long it takes, for most of them counted from when the files
are there, and goes on by "talus run --resume"; every other one is killed once more on the way. In the end state_hash,
history.csv and energy.csv must be those of the whole run, to the byte. The moments follow from the seed, which is
printed; how far a run has come by then does not.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
CASES = {
    "sliding": ["cases/sliding/model2.json", "--set", "/stages/0/duration=3 ms", "--end", "3 ms"],
    "grains": ["cases/grains/energy_audit.json", "--short", "--end", "8 ms"],
    "coupled": ["cases/coupled/grain_impact.json", "--set", "resolution=2", "--end", "60 us"],
}
CHECKPOINTS = 12  # over a run


class Target:
    def __init__(self, talus, name, folder):
        self.name, self.folder = name, folder
        case, *options = CASES[name]
        self.command = [talus, "run", str(SOURCE / case), *options, "-j", "1", "-q"]
        begin = time.monotonic()
        self.run("whole")
        self.seconds = time.monotonic() - begin
        resolved = json.loads((folder / "whole" / "case.resolved.json").read_text())
        span = resolved["time"]["end"] + sum(stage["duration"] for stage in resolved.get("stages", []))
        self.command += ["--set", '/output/checkpoints={"every": %r}' % (span / CHECKPOINTS)]
        self.expected = self.end("whole")

    def start(self, results, *more):
        return subprocess.Popen([*self.command, "-o", results, *more], cwd=self.folder, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True,
                                env=dict(os.environ, OMP_NUM_THREADS="1", OMP_WAIT_POLICY="passive"))

    def run(self, results, *more):
        process = self.start(results, *more)
        _, error = process.communicate()
        if process.returncode not in (0, 6):
            raise RuntimeError(f"{self.name}: exit code {process.returncode}: {error}")

    def end(self, results):
        folder = self.folder / results
        return (json.loads((folder / "summary.json").read_text())["state_hash"], (folder / "history.csv").read_bytes(),
                (folder / "energy.csv").read_bytes())

    def kill(self, moment, *more):
        """True when it was still running then."""
        process = self.start("parts", *more)
        history = self.folder / "parts" / "history.csv"
        while moment >= 0 and process.poll() is None and not history.exists():
            time.sleep(0.002)
        try:
            process.wait(timeout=abs(moment))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        process.communicate()
        return process.returncode == -signal.SIGKILL

    def moment(self, source):
        """Since the files were there or, negative, since the start [s]."""
        return source.uniform(0, self.seconds) * source.choice((1, 1, 1, -1))

    def trial(self, source, kills):
        """Whether a run that is killed so often ends the same; when it was killed, and with how many checkpoints."""
        moments = []
        while not moments:  # a moment may come too late
            shutil.rmtree(self.folder / "parts", ignore_errors=True)
            moment = self.moment(source)
            if self.kill(moment, "--resume"):
                moments.append(moment)
        for _ in range(1, kills):
            moments.append(self.moment(source))
            self.kill(moments[-1], "--resume")
        kept = len(list((self.folder / "parts" / "checkpoints").glob("*.talus")))
        self.run("parts", "--resume")
        return self.end("parts") == self.expected, moments, kept


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("talus")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--cases", nargs="*", default=list(CASES), choices=list(CASES))
    options = parser.parse_args()
    moments = random.Random(options.seed)
    print(f"seed {options.seed}", flush=True)
    failed = 0
    for name in options.cases:
        with tempfile.TemporaryDirectory(prefix="talus-kill-") as scratch:
            target = Target(os.path.abspath(options.talus), name, pathlib.Path(scratch))
            same = resumed = 0
            for number in range(options.count):
                good, when, kept = target.trial(moments, 1 + number % 2)
                same += good
                resumed += kept > 0
                if not good:
                    print(f"{name}, killed after {when} s with {kept} checkpoints: ends otherwise", flush=True)
            print(f"{name}: {same} of {options.count} killed runs end with the same bits; {resumed} went on from a checkpoint, "
                  f"the others were killed before the first one ({target.seconds:.2f} s a run)", flush=True)
            failed += options.count - same
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
