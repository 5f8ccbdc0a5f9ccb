#!/usr/bin/env python3
"""The same settled bed in talus, LAMMPS and LIGGGHTS, in turn on the same core; medians and their ratio.

usage: rivals.py [--talus build/talus] [--size 100k] [--repeat 5] [--threads 1] [--write]

Equal spheres of 2 mm on a floor, periodic sideways (bed10k.csv, or ten copies of it): D1 linear spring, D2 Hertz and
Mindlin, D3 hysteretic with adhesion. Rates are grains times steps over the seconds of the time loop, in millions.
--write adds a line per bed to results.csv. Needs Debian's packages lammps and liggghts; a program that is not there is
left out.
"""
import argparse
import csv
import datetime
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile

from bed import HEIGHT, SIDE, copies, write_table

HERE = pathlib.Path(__file__).resolve().parent
COPIES = {"10k": (1, 1), "100k": (5, 2), "1M": (10, 10)}
WARM, STEPS = {"10k": 500, "100k": 50, "1M": 10}, {"10k": 2000, "100k": 300, "1M": 50}

BEDS = ("D1", "D2", "D3")  # d1.json, …
LAMMPS = {"D1": "hooke", "D2": "hertz"}
LIGGGHTS = {"D1": "hooke/stiffness", "D2": "hertz", "D3": "hooke/hysteresis"}


def write_inputs(folder, size):
    """The bed as a table for talus and as data files for the others."""
    nx, ny = COPIES[size]
    write_table(folder / "bed.csv", copies(nx, ny))
    for name, kx, ky in ((f"bed{size}.data", nx, ny), ("bed10k.data", 1, 1)):
        rows = copies(kx, ky)
        with open(folder / name, "w") as out:
            out.write(f"settled bed\n\n{len(rows)} atoms\n1 atom types\n\n0 {kx * SIDE:g} xlo xhi\n"
                      f"0 {ky * SIDE:g} ylo yhi\n0 {HEIGHT:g} zlo zhi\n\nAtoms\n\n")
            out.writelines(f"{k} 1 {2 * r:g} 2500 {x:.12g} {y:.12g} {z:.12g}\n" for k, (x, y, z, r) in enumerate(rows, 1))


def run(command, folder, threads):
    cores = ",".join(str(c) for c in range(threads))
    result = subprocess.run(["taskset", "-c", cores, *command], cwd=folder, capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return result.stdout


def talus_rate(talus, folder, bed, size, threads):
    """As the others: a warm-up, then the loop alone."""
    nx, ny = COPIES[size]
    steps = [*("--warm", str(WARM[size])), *("--steps", str(STEPS[size])), *("--repeat", "1")]
    sets = [word for text in (f"bed={folder}/bed.csv", f"nx={nx}", f"ny={ny}") for word in ("--set", text)]
    command = [talus, "bench", HERE / f"{bed.lower()}.json", "-j", str(threads), *steps, *sets]
    # Rows of the table: name, grains, millions of grain-steps per second, …
    return float(run(command, folder, threads).splitlines()[-1].split()[2])


def rival_rate(command, folder, threads):
    if threads > 1:
        command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-np", str(threads), *command]
    loops = re.findall(r"Loop time of (\S+) on \d+ procs for (\d+) steps with (\d+) atoms", run(command, folder, threads))
    seconds, steps, atoms = loops[-1]
    return int(atoms) * int(steps) / float(seconds) * 1e-6


def rival_commands(law, size):
    warm, steps, (nx, ny) = str(WARM[size]), str(STEPS[size]), map(str, COPIES[size])
    commands = {}
    if law in LAMMPS and shutil.which("lmp"):
        commands["lammps"] = ["lmp", "-in", str(HERE / "lammps.in"), "-var", "model", LAMMPS[law], "-var", "nx", nx, "-var",
                              "ny", ny, "-var", "warm", warm, "-var", "steps", steps, "-log", "none"]
    if shutil.which("liggghts"):
        commands["liggghts"] = ["liggghts", "-in", str(HERE / "liggghts.in"), "-var", "model", LIGGGHTS[law], "-var", "n",
                                size, "-var", "warm", warm, "-var", "steps", steps, "-var", "skin", "2e-4", "-var", "ang",
                                "0", "-log", "none"]
    return commands


def processor():
    """Name, family and model: virtual machines hide the first, and one name may stand for several generations."""
    facts = {}
    for line in open("/proc/cpuinfo"):
        key, _, value = line.partition(":")
        facts.setdefault(key.strip(), value.strip())
    if "model name" not in facts:
        return ""
    return f'{facts["model name"]} (family {facts.get("cpu family", "?")} model {facts.get("model", "?")})'


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--talus", default=HERE.parent.parent / "build" / "talus", type=pathlib.Path)
    parser.add_argument("--size", choices=COPIES, default="100k")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="add to results.csv")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_inputs(folder, options.size)
        for law in BEDS:
            rates = {}
            for _ in range(options.repeat):  # in turn: whatever else the machine does meets all of them
                rates.setdefault("talus", []).append(talus_rate(options.talus.resolve(), folder, law, options.size, options.threads))
                for program, command in rival_commands(law, options.size).items():
                    rates.setdefault(program, []).append(rival_rate(command, folder, options.threads))
            median = {program: statistics.median(values) for program, values in rates.items()}
            print(law, options.size, f"{options.threads} core(s):",
                  ", ".join(f"{program} {rate:.2f}" for program, rate in median.items()), "million grain-steps/s;",
                  ", ".join(f"talus/{program} {median['talus'] / rate:.2f}"
                            for program, rate in median.items() if program != "talus"), flush=True)
            rows.append([datetime.date.today().isoformat(), processor(), law, options.size, options.threads, options.repeat,
                         *(f"{median['talus'] / median[p]:.3f}" if p in median else "" for p in ("lammps", "liggghts"))])
    if options.write:
        path = HERE / "results.csv"
        fresh = not path.exists()
        with open(path, "a", newline="") as out:
            table = csv.writer(out, lineterminator="\n")
            if fresh:
                table.writerow(["date", "processor", "bed", "size", "cores", "repeats", "talus/lammps", "talus/liggghts"])
            table.writerows(rows)


if __name__ == "__main__":
    main()
