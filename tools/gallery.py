"""Runs every case of the gallery in full and writes cases/README.md and the measured errors in README.md.

  tools/gallery.sh                      everything that has no up-to-date result, then the page
  tools/gallery.sh --only model2,tilt   some cases
  tools/gallery.sh --again              also what is up to date
  tools/gallery.sh --write              the page alone, from the results that are there
  tools/gallery.sh --carry              stamps results of the pair law whose case has not changed as up to date

Results go to results/gallery/<case>_<variables>; the numbers that the pages need stand in tools/gallery_numbers.json, so
that a machine which has run a few cases writes the pages with the others as they were. A run is up to date when it ended
(inside or outside its tolerance) with the same case, values and program, or was carried over; so the gallery can be
stopped with Ctrl-C and goes on where it was. What is new runs before the pair law, and what is cheap before what takes
long.
Leaves with 0 when all runs pass, 6 when one is outside its tolerance, 5 when one failed, 130 when it was stopped.
"""
import argparse
import concurrent.futures
import datetime
import hashlib
import json
import os
import subprocess
import sys
import threading
import time

from gallery_carry import carry
from gallery_cases import RESULTS, ROOT, all_runs, case_file
from gallery_page import write_pages

ENDED = {0: "PASS", 6: "FAIL"}  # exit codes of talus with a result

STOPPED = (130, 143)  # after a signal: neither a result nor a failure


def arguments():
    parser = argparse.ArgumentParser(prog="tools/gallery.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="cases, separated by commas")
    parser.add_argument("--law", help="only runs of this law, and of cases that have only one")
    parser.add_argument("--again", action="store_true", help="run what is up to date, too")
    parser.add_argument("--write", action="store_true", help="only write the page")
    parser.add_argument("--carry", action="store_true", help="only look which earlier results still hold")
    parser.add_argument("--list", action="store_true", help="only say what would run")
    parser.add_argument("--short", action="store_true", help="short forms, to try the gallery out; no page")
    parser.add_argument("--talus", default=str(ROOT / "build" / "talus"), help="program (default: build/talus)")
    parser.add_argument("-j", type=int, default=os.cpu_count(),
                        help="runs at once, one thread each (default: %(default)s)")
    return parser.parse_args()


def git(*words):
    result = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return result.stdout.strip() if result.returncode == 0 else ""


def commit():
    """The commit that the program was built from, with a + when sources or cases differ from it."""
    changed = git("status", "--porcelain", "--", "include", "src", "CMakeLists.txt",
                  ":(glob)cases/**/*.json")
    return (git("rev-parse", "--short", "HEAD") or "unknown") + ("+" if changed else "")


def fingerprint(program):
    try:
        with open(program, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()[:16]
    except OSError as error:
        raise SystemExit(f"gallery: cannot read {program}: {error.strerror}; build first, or name a program by --talus")


def up_to_date(run, options, program):
    stamp = run.stamp()
    same = stamp.get("case") == run.content(options.short)
    holds = stamp.get("program") == program or stamp.get("carried")
    return bool(same and holds and stamp.get("exit_code") in ENDED and run.summary())


def minutes(seconds):
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


class Gallery:
    """The runs that are due, worked off by a few workers."""

    def __init__(self, options, due):
        self.options, self.due = options, due
        self.program, self.commit = fingerprint(options.talus), commit()
        self.begin, self.done, self.cost_done = time.monotonic(), 0, 0
        self.stopped, self.lock = False, threading.Lock()

    def work(self):
        workers = concurrent.futures.ThreadPoolExecutor(max(1, self.options.j))
        futures = [workers.submit(self.one, run) for run in self.due]
        try:
            concurrent.futures.wait(futures)
        except KeyboardInterrupt:  # the runs have got it too: they finish their step and write what they have
            self.stopped = True
            print("gallery: stopping; the same command goes on from here", flush=True)
        workers.shutdown(wait=True, cancel_futures=True)
        for future in futures:
            if future.done() and not future.cancelled():
                future.result()

    def one(self, run):
        if self.stopped:
            return
        command = [self.options.talus, "run", str(case_file(run.entry)), "-j", "1", "-q", "--overwrite",
                   "-o", str(run.folder)] + ["--set=" + s for s in run.sets] + ["--short"] * self.options.short
        content, begin = run.content(self.options.short), time.monotonic()
        run.stamp_file.unlink(missing_ok=True)  # what is in the folder from now on is not a result until it is stamped
        answer = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if answer.returncode in STOPPED:
            return
        seconds = time.monotonic() - begin
        stamp = {"case": content, "program": self.program, "commit": self.commit,
                 "date": datetime.date.today().isoformat(), "time": int(time.time()),
                 "exit_code": answer.returncode, "short": self.options.short,
                 "message": answer.stderr.strip()[-500:] if answer.returncode not in ENDED else ""}
        run.stamp_file.write_text(json.dumps(stamp, indent=2) + "\n")
        self.report(run, stamp, seconds)

    def report(self, run, stamp, seconds):
        with self.lock:
            self.done += 1
            self.cost_done += run.cost
            verdict = ENDED.get(stamp["exit_code"], f"exit code {stamp['exit_code']}")
            print(f"[{self.done:3}/{len(self.due)}] {run.words():46} {verdict:12} {minutes(seconds):>7}"
                  f"{self.forecast()}", flush=True)
            if stamp["message"]:
                print("      " + stamp["message"].replace("\n", "\n      "), flush=True)

    def forecast(self):
        left = sum(run.cost for run in self.due) - self.cost_done
        if left <= 0:
            return ""
        return f"   about {minutes((time.monotonic() - self.begin) * left / self.cost_done)} left"


def exit_code(runs):
    codes = [run.stamp().get("exit_code") for run in runs]
    return 5 if any(code not in ENDED for code in codes) else 6 if 6 in codes else 0


def main():
    options = arguments()
    runs = all_runs([case for case in options.only.split(",") if case])
    runs = [run for run in runs if options.law in (None, run.law) or run.law is None]
    if options.write:
        return write_pages()
    RESULTS.mkdir(parents=True, exist_ok=True)
    if options.carry:
        return carry(options.talus)
    program = fingerprint(options.talus)
    due = [run for run in runs if options.again or not up_to_date(run, options, program)]
    due.sort(key=lambda run: run.urgency())
    print(f"gallery: {len(runs)} runs, {len(runs) - len(due)} up to date, {len(due)} to do", flush=True)
    if options.list:
        print("\n".join(f"  {run.words()}" for run in due))
        return 0
    gallery = Gallery(options, due)
    gallery.work()
    if not options.short:
        write_pages()
    return 130 if gallery.stopped else exit_code(runs)


if __name__ == "__main__":
    sys.exit(main())
