"""What the tests of the program share: a small case, a folder to work in, and a way to call talus.

    python3 <test>.py <talus> [unittest options]
"""
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TALUS = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else "talus"
SOURCE = pathlib.Path(__file__).resolve().parents[2]
# A sanitizer has an allocator of its own, and maps more addresses than any limit on them lets it.
SANITIZED = os.path.exists(TALUS) and b"__asan_init" in pathlib.Path(TALUS).read_bytes()

# Two blocks of rubber, one above the other and out of reach: 5 x 2 particles on 8 x 2.
SMALL_CASE = {
    "talus": 1,
    "title": "Two small blocks",
    "variables": {"mu": 0.4},
    "dimension": 2,
    "time": {"end": "2 ms"},
    "gravity": [0, -9.81],
    "materials": {
        "rubber": {"model": "neo_hookean", "density": "1000 kg/m^3", "young": "10 MPa", "poisson": 0.3},
    },
    "bodies": {
        "upper": {
            "solver": "tlsph", "material": "rubber", "spacing": "0.1 m",
            "shape": {"model": "block", "size": [0.5, 0.2]}, "position": [0, 1], "velocity": [0.5, 0],
        },
        "lower": {
            "solver": "tlsph", "material": "rubber", "spacing": "0.1 m",
            "shape": {"model": "block", "size": [0.8, 0.2]},
        },
    },
    "boundaries": [{"model": "clamp", "body": "lower", "where": {"layer": "bottom"}}],
    "contacts": [
        {"between": ["upper", "lower"], "normal": {"model": "kernel_potential"},
         "tangential": {"model": "coulomb_stick_slip", "mu": "$mu"}},
    ],
    "output": {
        "frames": {"every": "1 ms"},
        "history": {"every": "0.1 ms",
                    "columns": {"v": {"of": "upper", "quantity": "velocity", "along": [1, 0]}}},
    },
    "compare": {"v": {"analytic": "curve", "value": 0.5, "tolerance": {"rms": "1 %"}}},
    "short": {"/time/end": "1 ms"},
}


def run(*arguments, cwd, timeout=120):
    """Runs talus on one thread; returns exit code, stdout and stderr."""
    # Two threads that spin for each other would starve on a busy machine.
    environment = dict(os.environ, OMP_WAIT_POLICY="passive")
    environment.setdefault("OMP_NUM_THREADS", "1")
    done = subprocess.run([TALUS, *map(str, arguments)], cwd=cwd, env=environment, timeout=timeout,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def keys_of(schema, pointer=""):
    """Every key that a schema knows with its pointer; "*" stands for names and numbers."""
    for part in schema.get("anyOf", []):
        yield from keys_of(part, pointer)
    for within in (schema.get("items"), schema.get("additionalProperties")):
        if within:
            yield from keys_of(within, pointer + "/*")
    for key, value in schema.get("properties", {}).items():
        if key != "include" or not pointer:  # that one stands in every object
            yield key, f"{pointer}/{key}"
            yield from keys_of(value, f"{pointer}/{key}")


def entries_of(schema):
    """Every object of a schema that a key names, such as "model", with that name."""
    if isinstance(schema, list):
        for part in schema:
            yield from entries_of(part)
    elif isinstance(schema, dict):
        for value in schema.get("properties", {}).values():
            if "const" in value.get("anyOf", [{}])[0]:
                yield value["anyOf"][0]["const"], schema
        yield from entries_of(list(schema.values()))


class Workplace(unittest.TestCase):
    """A test with a folder of its own and a copy of the small case to spoil."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="talus-test-")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.case = copy.deepcopy(SMALL_CASE)

    def write(self, case=None, name="case.json"):
        path = self.folder / name
        path.write_text(case if isinstance(case, str) else json.dumps(case or self.case, indent=2))
        return path

    def talus(self, *arguments, **options):
        return run(*arguments, cwd=self.folder, **options)

    def summary(self, results="results/case"):
        return json.loads((self.folder / results / "summary.json").read_text())
