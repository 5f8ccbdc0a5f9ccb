"""Short runs of a sliding block and of grains: the names that scripts rely on, and the same bits whatever the threads.

Needs Debian's python3 with VTK (python3-vtk9).
"""
import json
import os
import re
import struct
import subprocess
import sys
import unittest
import xml.etree.ElementTree

from support import SOURCE, Workplace, run

CASE = SOURCE / "cases" / "sliding" / "model2.json"
SHORTER = ("--set", "/stages/0/duration=2 ms", "--end", "1 ms")  # some of the settling, some of the sliding
SOLID_ARRAYS = {"velocity": 3, "displacement": 3, "stress": 6, "von_mises": 1, "pressure": 1, "plastic_strain": 1, "contact_force": 3,
                "friction_force": 3, "stick": 1, "density_ratio": 1, "volume": 1}
CONTACT_ARRAYS = {"normal_force": 3, "tangential_force": 3, "overlap": 1, "stick": 1}
GRAIN_ARRAYS = {"velocity": 3, "displacement": 3, "angular_velocity": 3, "radius": 1, "orientation": 4, "contact_force": 3,
                "coordination": 1, "id": 1}
# Sixty grains of two spheres each fall on a belt.
GRAINS = {
    "talus": 1, "title": "Clumps on a belt", "dimension": 3, "time": {"end": 0.02}, "gravity": [0, 0, -9.81],
    "materials": {"glass": {"model": "neo_hookean", "density": 2500, "young": 7e7, "poisson": 0.2}},
    "bodies": {
        "grains": {"solver": "dem", "material": "glass", "velocity": [0, 0, -1],
                   "grains": {"model": "spheres", "list": [
                       {"centre": [0.03 * (k % 4), 0.03 * (k // 4 % 3), 0.02 + 0.03 * (k // 12)], "radius": 0.01}
                       for k in range(60)]},
                   "clump": {"spheres": [{"centre": [0, 0, 0], "radius": 0.01},
                                         {"centre": [0.005, 0, 0], "radius": 0.01}]}},
        "floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]},
                  "motion": {"velocity": [0.1, 0, 0]}}},
    "contacts": [{"between": pair, "normal": {"model": "linear_spring", "k": 2000, "restitution": 0.5},
                  "tangential": {"model": "coulomb_spring", "mu": 0.3, "ratio": 0.28}}
                 for pair in (["grains", "grains"], ["grains", "floor"])],
    "output": {"history": {"columns": {"load": {"of": "floor", "quantity": "contact_force", "along": [0, 0, 1]},
                                       "Z": {"of": "grains", "quantity": "coordination"}}}}}
FILES = ["case.json", "case.resolved.json", "summary.json", "talus.log", "history.csv", "energy.csv", "model2.pvd",
         "block.pvd", "surface.pvd", "report.html", "frames/block_000000.vtp", "frames/surface_000000.vtp",
         "frames/contacts_000000.vtp"]
CHANNELS = ["kinetic", "elastic", "plastic", "contact_stored", "sliding", "body_force", "boundary", "state_residual"]


def single(value):
    """As a frame holds it."""
    return struct.unpack("f", struct.pack("f", value))[0]


def read_vtp(path):
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutput()


class ShortRun(Workplace):
    def run_case(self, case, folder, *options):
        code, _, error = self.talus("run", case, "-q", "-o", folder, *options)
        self.assertIn(code, (0, 6), error)  # not settled: it need not agree
        return self.folder / folder

    def arrays(self, data, expected):
        for name, components in expected.items():
            array = data.GetArray(name)
            self.assertIsNotNone(array, name)
            self.assertEqual(array.GetNumberOfComponents(), components, name)

    def test_names(self):
        results = self.run_case(CASE, "first", *SHORTER, "-j", "1")
        for name in FILES:
            self.assertTrue((results / name).is_file(), name)
        self.check_frames(results)
        self.check_tables(results)
        self.check_summary(results)

    def test_body_called_like_the_case(self):
        code, _, error = self.talus("new", "block.json")
        self.assertEqual(code, 0, error)
        code, out, error = self.talus("run", "block.json", "--no-progress", *SHORTER)
        self.assertIn(code, (0, 6), error)
        self.assertIn("body block alone are in block_body.pvd", out)
        results = self.folder / "results" / "block"
        parts = {series: {entry.get("file").split("_")[0] for entry in
                          xml.etree.ElementTree.parse(results / f"{series}.pvd").iter("DataSet")}
                 for series in ("block", "block_body", "plate")}
        self.assertGreaterEqual(parts["block"], {"frames/block", "frames/plate"})
        self.assertEqual(parts["block_body"], {"frames/block"})
        self.assertEqual(parts["plate"], {"frames/plate"})

    def check_frames(self, results):
        for body in ("block", "surface"):
            frame = read_vtp(results / "frames" / f"{body}_000000.vtp")
            self.assertGreaterEqual(frame.GetNumberOfPoints(), 200)
            self.assertEqual(frame.GetNumberOfVerts(), frame.GetNumberOfPoints(), "ParaView shows cells, not points")
            self.arrays(frame.GetPointData(), SOLID_ARRAYS)
            self.assertIsNotNone(frame.GetFieldData().GetArray("TimeValue"))
        network = read_vtp(results / "frames" / "contacts_000000.vtp")
        self.assertGreater(network.GetNumberOfLines(), 0)
        data = network.GetCellData() if network.GetCellData().GetNumberOfArrays() else network.GetPointData()
        self.arrays(data, CONTACT_ARRAYS)
        for series in ("model2.pvd", "block.pvd", "surface.pvd"):
            sets = list(xml.etree.ElementTree.parse(results / series).iter("DataSet"))
            self.assertTrue(sets, series)
            for entry in sets:
                self.assertTrue((results / entry.get("file")).is_file(), entry.get("file"))

    def check_tables(self, results):
        heads = (results / "history.csv").read_text().splitlines()[0]
        self.assertEqual(heads, "time [s],v [m/s],height [m],normal [N/m],friction [N/m]")
        heads = (results / "energy.csv").read_text().splitlines()[0].split(",")
        self.assertEqual(heads[0], "time [s]")
        for channel in CHANNELS:
            self.assertIn(f"{channel} [J/m]", heads)  # in two dimensions
        for residual in ("work_residual [-]", "state_residual_relative [-]"):
            self.assertIn(residual, heads)

    def check_summary(self, results):
        summary = json.loads((results / "summary.json").read_text())
        kinds = {"status": str, "exit_code": int, "steps": int, "wall_seconds": float,
                 "particle_updates_per_second": float, "energy": dict, "compare": dict, "threads": int,
                 "state_hash": str}
        for key, kind in kinds.items():
            self.assertIsInstance(summary[key], kind, key)
        phases = ["start", "search", "contact", "solids", "integration", "output"]
        self.assertEqual(list(summary["timing"]), phases)
        self.assertGreaterEqual(min(summary["timing"].values()), 0)
        self.assertAlmostEqual(sum(summary["timing"].values()), summary["wall_seconds"], 6)
        self.assertLess(summary["energy"]["work_residual"], 1e-11)
        self.assertLess(summary["energy"]["state_residual"], 1e-3)
        self.assertEqual(set(summary["compare"]["v"]) & {"rms", "max", "final", "pass"}, {"rms", "max", "final", "pass"})
        self.assertRegex(summary["state_hash"], re.compile("^[0-9a-f]{16}$"))

    def test_same_bits(self):
        one = self.run_case(CASE, "one", *SHORTER, "-j", "1")
        two = self.run_case(CASE, "two", *SHORTER, "-j", "2")
        again = self.run_case(one / "case.resolved.json", "again", "-j", "1")
        other = self.run_case(CASE, "other", *SHORTER, "-j", "1", "--set", "mu=0.3")
        hashes = [self.summary(results)["state_hash"] for results in (one, two, again, other)]
        self.assertEqual(hashes[0], hashes[1], "one thread and two")
        self.assertEqual(hashes[0], hashes[2], "the case and its resolved form")
        self.assertNotEqual(hashes[0], hashes[3], "the hash sees the state")
        self.assertEqual((one / "history.csv").read_bytes(), (two / "history.csv").read_bytes())
        self.assertEqual((one / "case.resolved.json").read_bytes(), (again / "case.resolved.json").read_bytes())

    def test_case_within_its_results(self):
        text = CASE.read_text()
        results = self.run_case(CASE, "rerun", *SHORTER)
        for options in ((), ("--overwrite",)):
            self.run_case(results / "case.json", "rerun", *SHORTER, *options)
            self.assertEqual((results / "case.json").read_text(), text)
            self.assertTrue((results / "summary.json").is_file())
        (self.folder / "rerun" / "mine.json").write_text(text)
        for options in ((), ("--overwrite",)):
            code, _, error = run("run", "mine.json", "-q", "-o", ".", *SHORTER, *options, cwd=results)
            self.assertIn(code, (0, 6), error)
            self.assertEqual((results / "mine.json").read_text(), text, "one's own file stays")
        self.assertTrue((self.folder / "rerun.prev" / "history.csv").is_file())

    def test_grains(self):
        case = self.folder / "belt.json"
        case.write_text(json.dumps(GRAINS))
        one = self.run_case(case, "grains_one", "-j", "1")
        two = self.run_case(case, "grains_two", "-j", "2")
        self.assertEqual(self.summary(one)["state_hash"], self.summary(two)["state_hash"])
        self.assertEqual((one / "history.csv").read_bytes(), (two / "history.csv").read_bytes())
        heads = (one / "history.csv").read_text().splitlines()[0]
        self.assertEqual(heads, "time [s],load [N],Z [-]")
        springs = self.summary(one)["soft_springs"]
        self.assertGreater(springs["overlap_ratio"], 0)
        self.assertGreater(springs["excluded_volume"], 0)
        last = len(list((one / "frames").glob("grains_*.vtp"))) - 1
        frame = read_vtp(one / "frames" / f"grains_{last:06d}.vtp")
        self.assertEqual(frame.GetNumberOfPoints(), 120)
        self.assertEqual(frame.GetNumberOfVerts(), 120)
        self.arrays(frame.GetPointData(), GRAIN_ARRAYS)
        network = read_vtp(one / "frames" / f"contacts_{last:06d}.vtp")
        self.assertGreater(network.GetNumberOfLines(), 0)
        self.arrays(network.GetCellData(), {**CONTACT_ARRAYS, "rolling_torque": 3, "twisting_torque": 3, "loss": 1})
        floor = read_vtp(one / "frames" / f"floor_{last:06d}.vtp")
        self.assertGreater(floor.GetNumberOfPolys(), 0)
        self.assertEqual(floor.GetPointData().GetArray("velocity").GetTuple(0), (single(0.1), 0, 0))
        load = float((one / "history.csv").read_text().splitlines()[-1].split(",")[1])
        self.assertEqual(floor.GetFieldData().GetArray("force").GetTuple(0)[2], load)

    def test_table_of_a_sweep_without_references(self):
        case = self.folder / "belt.json"
        case.write_text(json.dumps(GRAINS | {"time": {"end": 0.002}}))
        code, _, error = self.talus("sweep", case, "/time/courant=.8,.9", "-q")
        self.assertEqual((code, error), (0, ""))
        heads, *rows = (self.folder / "results" / "belt_sweep.csv").read_text().splitlines()
        self.assertEqual(heads, "/time/courant,status,load [N],Z [-],wall_seconds")
        for row in rows:
            courant, status, *values, _ = row.split(",")
            history = self.folder / "results" / f"belt_courant={courant}" / "history.csv"
            self.assertEqual([status, *values], ["ok", *history.read_text().splitlines()[-1].split(",")[1:]])


class Pictures(Workplace):
    """What tools/render_frames.py refuses before it draws."""

    def test_refused(self):
        script = SOURCE / "tools" / "render_frames.py"
        environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
        for options, words in ((("--frame", "all", "-o", "one.png"), "each needs a name: one.png is no pattern"),
                               (("--frame", "all"), "is no pattern"), (("--frame", "all", "-o", "a%.png"), "no pattern"),
                               (("--component", "q"), "invalid choice: 'q'"),
                               (("--frame", "all", "-o", "v_%04d.png", "--component", "xx"), "no display")):
            done = subprocess.run([sys.executable, "-B", script, self.folder, *options], cwd=self.folder,
                                  env=environment, capture_output=True, text=True, timeout=60)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(words, done.stderr)
        self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    unittest.main()
