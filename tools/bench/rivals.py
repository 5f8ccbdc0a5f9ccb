#!/usr/bin/env python3
"""The same settled bed in talus, LAMMPS and LIGGGHTS, in turn on the same core; medians and their ratio.

usage: rivals.py [--talus build/talus] [--size 100k] [--repeat 5] [--threads 1] [--write]

Equal spheres of 2 mm on a floor, periodic sideways (bed10k.txt, or ten copies of it): D1 linear spring, D2 Hertz and
Mindlin, D3 hysteretic with adhesion. Rates are grains times steps over the seconds of the time loop, in millions.
--write adds a line per bed to results.csv. Needs Debian's packages lammps and liggghts; a program that is not there is
left out.
"""
import argparse
import csv
import datetime
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SIDE, HEIGHT = 0.04, 0.12  # period of bed10k.txt, top of the box [m]
COPIES = {"10k": (1, 1), "100k": (5, 2)}
STEP = 5e-6  # [s]
WARM, STEPS = {"10k": 500, "100k": 50}, {"10k": 2000, "100k": 300}

SPRING = {"model": "coulomb_spring", "ratio": 2 / 7, "damping": 0.2, "mu": 0.5}
LAWS = {
    "D1": ({"model": "linear_spring", "k": 1000, "restitution": 0.5}, SPRING),
    "D2": ({"model": "hertz", "damping": "tsuji", "restitution": 0.5}, {"model": "mindlin", "mu": 0.5}),
    "D3": ({"model": "luding", "k1": 1000, "k2_max": 5000, "k_c": 200, "penetration_depth_max": 0.05, "gamma": 0.02}, SPRING),
}
LAMMPS = {"D1": "hooke", "D2": "hertz"}
LIGGGHTS = {"D1": "hooke/stiffness", "D2": "hertz", "D3": "hooke/hysteresis"}


def bed(size):
    rows = [tuple(map(float, line.split())) for line in open(HERE / "bed10k.txt")]
    nx, ny = COPIES[size]
    return [(x + i * SIDE, y + j * SIDE, z) for i in range(nx) for j in range(ny) for x, y, z in rows]


def write_inputs(folder, size):
    """The bed as a table for talus and as data files for the others."""
    rows, (nx, ny) = bed(size), COPIES[size]
    with open(folder / "bed.csv", "w") as out:
        out.write("x,y,z,radius\n")
        out.writelines(f"{x:.12g},{y:.12g},{z:.12g},0.001\n" for x, y, z in rows)
    for name, spheres, copies in ((f"bed{size}.data", rows, (nx, ny)), ("bed10k.data", bed("10k"), (1, 1))):
        with open(folder / name, "w") as out:
            out.write(f"settled bed\n\n{len(spheres)} atoms\n1 atom types\n\n0 {copies[0] * SIDE:g} xlo xhi\n"
                      f"0 {copies[1] * SIDE:g} ylo yhi\n0 {HEIGHT:g} zlo zhi\n\nAtoms\n\n")
            out.writelines(f"{k} 1 0.002 2500 {x:.12g} {y:.12g} {z:.12g}\n" for k, (x, y, z) in enumerate(spheres, 1))
    for law, (normal, tangential) in LAWS.items():
        contact = {"normal": normal, "tangential": tangential, "initial_overlap": True}
        case = {
            "talus": 1, "title": f"Settled bed of {len(rows)} spheres, {law}", "dimension": 3,
            "time": {"end": STEP * STEPS[size], "step": STEP}, "gravity": [0, 0, -9.81],
            "domain": {"low": [0, 0, 0], "high": [nx * SIDE, ny * SIDE, HEIGHT], "periodic": [True, True, False]},
            "materials": {"glass": {"model": "linear_elastic", "density": 2500, "young": 5e6, "poisson": 0.3}},
            "bodies": {"bed": {"solver": "dem", "material": "glass", "grains": {"model": "particle_file", "path": "bed.csv"}},
                       "floor": {"solver": "wall", "material": "glass",
                                 "shape": {"model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}}},
            "contacts": [{"between": ["bed", "bed"], **contact}, {"between": ["bed", "floor"], **contact}],
            "output": {"frames": {"every": 1}, "history": {"every": 1}, "contacts": False}}
        (folder / f"{law}.json").write_text(json.dumps(case))


def run(command, folder, threads):
    cores = ",".join(str(c) for c in range(threads))
    result = subprocess.run(["taskset", "-c", cores, *command], cwd=folder, capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return result.stdout


def talus_rate(talus, folder, law, threads):
    run([talus, "run", f"{law}.json", "-j", str(threads), "-q", "--overwrite"], folder, threads)
    summary = json.loads((folder / "results" / law / "summary.json").read_text())
    loop = sum(seconds for phase, seconds in summary["timing"].items() if phase != "output")
    grains = sum(1 for _ in open(folder / "bed.csv")) - 1
    return grains * summary["steps"] / loop * 1e-6


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
        for law in LAWS:
            rates = {}
            for _ in range(options.repeat):  # in turn: whatever else the machine does meets all of them
                rates.setdefault("talus", []).append(talus_rate(options.talus.resolve(), folder, law, options.threads))
                for program, command in rival_commands(law, options.size).items():
                    rates.setdefault(program, []).append(rival_rate(command, folder, options.threads))
            median = {program: statistics.median(values) for program, values in rates.items()}
            print(law, options.size, f"{options.threads} core(s):",
                  ", ".join(f"{program} {rate:.2f}" for program, rate in median.items()), "million grain-steps/s;",
                  ", ".join(f"talus/{program} {median['talus'] / rate:.2f}"
                            for program, rate in median.items() if program != "talus"), flush=True)
            rows.append([datetime.date.today().isoformat(), law, options.size, options.threads, options.repeat,
                         *(f"{median['talus'] / median[p]:.3f}" if p in median else "" for p in ("lammps", "liggghts"))])
    if options.write:
        path = HERE / "results.csv"
        fresh = not path.exists()
        with open(path, "a", newline="") as out:
            table = csv.writer(out)
            if fresh:
                table.writerow(["date", "bed", "size", "cores", "repeats", "talus/lammps", "talus/liggghts"])
            table.writerows(rows)


if __name__ == "__main__":
    main()
