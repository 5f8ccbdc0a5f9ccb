"""What a user can get wrong: each mistake gives its exit code and a sentence with the place, and costs nothing."""
import json
import os
import pathlib
import re
import resource
import subprocess
import unittest

from support import SANITIZED, TALUS, Workplace


class BadInput(Workplace):
    def refused(self, exit_code, *words, pointer=None, arguments=(), case="case.json"):
        """Runs the case and expects a refusal: its exit code, these words, a place, and no results."""
        code, out, error = self.talus("run", case, "--no-progress", *arguments)
        said = f"exit code {code}\n{error}{out}"
        self.assertEqual(code, exit_code, said)
        self.assertNotIn("internal error", error)
        for word in words:
            self.assertIn(word, error)
        if pointer:
            self.assertRegex(error, rf"case\.json:\d+:\d+: error\[E\d+\] at {re.escape(pointer)}\n", said)
        if exit_code == 3:
            self.assertFalse((self.folder / "results").exists(), "a refused case leaves no results")
            code, _, again = self.talus("validate", case)
            self.assertEqual((code, again), (3, error), "validate says the same as run")
        return error

    # The text

    def test_missing_file(self):
        self.refused(4, "case.json", "No such file")

    def test_name_of_a_file_that_is_too_long(self):
        self.write('{"talus": 1, "extends": "%sb.json"}' % ("a/" * 4000))
        self.refused(4, "case.json:1:25: error[E312] at /extends", "there is no file")

    def test_directory_instead_of_a_file(self):
        (self.folder / "case.json").mkdir()
        self.refused(4, "case.json", "folder")

    def test_empty_file(self):
        self.write(" \n")
        self.refused(3, "case.json:", "empty")

    def test_binary_garbage(self):
        (self.folder / "case.json").write_bytes(bytes(range(256)) * 50)
        self.refused(3, "case.json:1:1")

    def test_no_case_but_an_array(self):
        self.write("[1, 2]")
        self.refused(3, "case.json:1:1", "object")

    def test_cut_file(self):
        self.write()
        text = (self.folder / "case.json").read_text()
        self.write(text[: len(text) // 2])
        self.refused(3, "case.json:", "error[E101]")

    # Keys and values

    def test_unknown_key(self):
        self.case["materials"]["rubber"]["posson"] = 0.3
        self.write()
        self.refused(3, 'unknown key "posson"', '"poisson"', pointer="/materials/rubber/posson")

    def test_unknown_law_is_complained_of_once(self):
        """Its default is not held against the user: that of grains on a solid would be a law of solids."""
        text = (pathlib.Path(__file__).parents[2] / "cases/coupled/hertz_impact.json").read_text(encoding="utf-8")
        self.assertIn('"model": "hertz"', text)
        self.write(text.replace('"model": "hertz"', '"model": "herz"'))
        error = self.refused(3, '"herz"', 'did you mean "hertz"?')
        self.assertEqual(error.count("error["), 1, error)

    def test_unknown_key_that_means_the_same_elsewhere(self):
        self.case["contacts"][0]["tangential"] = {"model": "coulomb_stick_slip", "friction": 0.4}
        self.write()
        self.refused(3, 'unknown key "friction"; did you mean "mu"?', pointer="/contacts/0/tangential/friction")

    def test_part_of_a_word(self):
        self.case["output"]["history"]["columns"]["v"]["quantity"] = "friction"
        self.write()
        self.refused(3, 'did you mean "friction_force"?', pointer="/output/history/columns/v/quantity")

    def test_what_has_no_value_is_complained_of_once(self):
        for where, said in (("bottom", "found the text"), ("$side", "unknown variable")):
            self.case["boundaries"][0]["where"] = where
            self.write()
            error = self.refused(3, said, pointer="/boundaries/0/where")
            self.assertEqual(error.count("error["), 1, error)

    def test_duplicate_key(self):
        self.write('{ "talus": 1,\n  "title": "a",\n  "title": "b" }')
        self.refused(3, "case.json:3:3: error[E102] at /title", "stands twice", "case.json:2:3")

    def test_wrong_unit(self):
        self.case["bodies"]["upper"]["spacing"] = "0.1 kg"
        self.write()
        self.refused(3, '"0.1 kg"', "length", pointer="/bodies/upper/spacing")

    def test_unknown_unit(self):
        self.case["materials"]["rubber"]["young"] = "10 Mpa"
        self.write()
        self.refused(3, '"MPa"', pointer="/materials/rubber/young")

    def test_missing_material(self):
        self.case["bodies"]["upper"]["material"] = "ruber"
        self.write()
        self.refused(3, 'no material "ruber"', '"rubber"', pointer="/bodies/upper/material")

    def test_missing_key(self):
        del self.case["bodies"]["upper"]["material"]
        self.write()
        self.refused(3, '"material"', pointer="/bodies/upper")

    def test_negative_density(self):
        self.case["materials"]["rubber"]["density"] = "-1000 kg/m^3"
        self.write()
        self.refused(3, "-1000", "positive", pointer="/materials/rubber/density")

    def test_unknown_variable(self):
        self.case["contacts"][0]["tangential"]["mu"] = "$nu"
        self.write()
        self.refused(3, '"nu"', '"mu"', pointer="/contacts/0/tangential/mu")

    def test_every_error_at_once(self):
        self.case["dimension"] = 4
        self.case["bodies"]["upper"]["material"] = "steel"
        self.case["materials"]["rubber"]["density"] = 0
        self.write()
        error = self.refused(3)
        self.assertEqual(len(re.findall(r"error\[E\d+\]", error)), 3, error)

    def test_change_that_leads_nowhere(self):
        self.write()
        for change, word in {"nu=3": '"mu"', "/time/ned=1": '"end"'}.items():
            code, _, error = self.talus("run", "case.json", "--set", change)
            self.assertEqual(code, 3, error)
            self.assertIn("--set " + change, error)
            self.assertIn(word, error)

    # Sizes

    def test_zero_spacing(self):
        self.case["bodies"]["upper"]["spacing"] = 0
        self.write()
        self.refused(3, "positive", pointer="/bodies/upper/spacing")

    def test_absurdly_small_spacing(self):
        for spacing in ("1e-9 m", 1e-300):
            self.case["bodies"]["upper"]["spacing"] = spacing
            self.write()
            self.refused(3, "particles", "spacing", pointer="/bodies/upper/shape")

    @unittest.skipIf(SANITIZED, "needs a limit on addresses")
    def test_more_than_there_is_memory_for(self):
        """The limit of the address space stands for a small machine: it is told, not met."""
        def small():
            resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))

        block = {"solver": "tlsph", "material": "rubber", "spacing": "0.01 m",
                 "shape": {"model": "block", "size": [1, 1]}, "position": [5, 0]}
        grains = {"solver": "dem", "material": "rubber", "grains": {
            "model": "packing", "count": 30_000_000, "sizes": {"model": "uniform_radius", "radius": "0.1 mm"},
            "region": {"model": "box", "min": [3, 3], "max": [9, 9]}}}
        lattice = {"solver": "dem", "material": "rubber", "grains": {
            "model": "lattice", "spacing": "2 mm", "sizes": {"model": "uniform_radius", "radius": "1 mm"},
            "region": {"model": "box", "min": [3, 3], "max": [9, 9]}}}
        many = {"spacing": "0.4 mm"}
        for where, body in (("upper/shape", {**block, **many}), ("upper", {**block, "spacing": "0.6 mm"}),
                            ("upper/grains", grains), ("upper/grains", lattice)):
            self.case["bodies"]["upper"] = body
            if body["solver"] == "dem":
                spring = {"model": "linear_spring", "k": "1 MN/m", "restitution": 0.5}
                self.case["contacts"] = [{"between": ["upper", other], "normal": spring} for other in ("upper", "lower")]
            self.write()
            done = subprocess.run([TALUS, "validate", "case.json"], cwd=self.folder, preexec_fn=small, timeout=60,
                                  env=dict(os.environ, OMP_NUM_THREADS="1"), stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn(f"at /bodies/{where}\n", done.stderr)
            self.assertRegex(done.stderr, r"would take about \d.* of memory, and there are 3.22 GB: take ")

    def test_sizes_that_no_machine_has(self):
        for change, pointer, words in (
                ('/bodies/upper/shape/size=[1e9, 1e9]', "/bodies/upper/shape", "particles"),
                ('/output/frames={"every": 1e-12}', "/output/frames/every", "frames"),
                ('/output/frames={"steps": 1}', "/output/frames/steps", "frames")):
            self.case["time"] = {"end": "1e4 s"}
            self.write()
            code, _, error = self.talus("validate", "case.json", "--set", change)
            self.assertEqual(code, 3, error)
            self.assertIn(pointer, error)
            self.assertIn(words, error)
        self.write("[" * 100_000)
        self.refused(3, "nested deeper than")
        self.write('{"talus": 1, "title": [' + "0," * 40_000_000 + "0]}")
        self.refused(3, "larger than")
        code, _, error = self.talus("sweep", "case.json", *(f"v{k}=" + ",".join(map(str, range(100))) for k in range(5)))
        self.assertEqual(code, 2, error)
        self.assertIn("1e+10 runs", error)

    def test_absurdly_many_steps(self):
        self.case["time"] = {"end": "1e6 s", "step": "1e-300 s"}
        self.write()
        self.refused(3, "steps", pointer="/time/step")

    def test_absurdly_many_rows(self):
        self.case["output"]["history"]["every"] = "1e-30 s"
        self.write()
        code, _, error = self.talus("run", "case.json", "-q")
        self.assertEqual(code, 0, error)  # a row per step at most

    def test_region_without_particles(self):
        column = self.case["output"]["history"]["columns"]["v"]
        column["where"] = {"box": {"min": [5, 5], "max": [6, 6]}}
        self.write()
        self.refused(3, "no particle", pointer="/output/history/columns/v/where")

    # Bodies that meet

    def test_overlapping_bodies(self):
        self.case["bodies"]["upper"]["position"] = [0.02, 0.07]
        self.write()
        self.refused(3, '"upper" and "lower" overlap at the start by up to 130 mm along y: move "lower" by -130 mm along y',
                     "initial_overlap", pointer="/bodies/lower")

    def test_touching_bodies_without_an_entry(self):
        self.case["contacts"] = []
        for height in (0.2, 0.19):
            self.case["bodies"]["upper"]["position"] = [0.05, height]
            self.write()
            self.refused(3, '"upper"', '"lower"', "/contacts", pointer="/bodies/lower")

    def write_grains(self, **changes):
        """Two grains of two bodies over a floor, and no contacts."""
        def grain(x):
            return {"solver": "dem", "material": "sand",
                    "grains": {"model": "spheres", "list": [{"centre": [x, 0, 0.3], "radius": 0.1}]}}
        self.write({
            "talus": 1, "title": "grains", "dimension": 3, "time": {"end": "1 ms"},
            "materials": {"sand": {"model": "linear_elastic", "density": 2600, "young": 1e7, "poisson": 0.2}},
            "bodies": {"fine": grain(0), "coarse": grain(1),
                       "floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}}},
            "output": {}} | changes)

    def test_grains_without_entries_are_told_at_once(self):
        self.write_grains()
        self.refused(3, '"coarse" and "fine" can meet', '"fine" and "floor" can meet', '"coarse" and "floor" can meet',
                     '"normal": "none"')

    def test_grains_behind_a_wall(self):
        spring = {"model": "linear_spring", "k": 1e4, "restitution": 0.5}
        contacts = [{"between": list(pair), "normal": spring}
                    for pair in (("fine", "coarse"), ("fine", "floor"), ("coarse", "floor"))]
        self.write_grains(contacts=contacts)
        self.assertEqual(self.talus("validate", "case.json")[0], 0)
        text = (self.folder / "case.json").read_text()
        self.case = json.loads(text)
        self.case["bodies"]["floor"]["shape"]["normal"] = [0, 0, -1]
        self.write()
        self.refused(3, 'behind wall "floor"', "400 mm", '"normal"', pointer="/contacts/1")

    def test_missing_mesh(self):
        self.write_grains()
        self.case = json.loads((self.folder / "case.json").read_text())
        self.case["bodies"]["floor"]["shape"] = {"model": "stl", "path": "floor.stl"}
        self.write()
        self.refused(4, "error[E312] at /bodies/floor/shape\n      STL file", "is not there")
        (self.folder / "flor.stl").touch()
        self.refused(4, 'flor.stl"?', pointer="/bodies/floor/shape")

    def test_bodies_that_meet_on_the_way_without_an_entry(self):
        self.case["bodies"]["upper"].update(position=[0, 0.32], velocity=[0, -20])
        self.case["contacts"] = []
        self.case["time"]["end"] = "20 ms"
        self.write()
        self.refused(5, '"upper"', '"lower"', "meet at t = ", "/contacts")
        summary = self.summary()
        self.assertEqual((summary["status"], summary["exit_code"]), ("simulation_failed", 5))

    def test_bodies_that_meet_in_the_last_step_have_one_frame_of_it(self):
        self.case["bodies"]["upper"].update(position=[0.05, 0.21], velocity=[0, -20])
        self.case["contacts"] = []
        self.case["time"]["end"] = "1 ms"
        self.write()
        self.refused(5, "meet at t = 1 ms", "/contacts")
        times = re.findall(r'timestep="([^"]+)"', (self.folder / "results" / "case" / "case.pvd").read_text())
        self.assertEqual(times[-2:], ["0.001"] * 2)
        self.assertEqual(len(times), 2 * len(set(times)), times)

    def test_contact_that_throws_a_body_off(self):
        upper = self.case["bodies"]["upper"]
        upper["position"] = [0, 0.2]  # one spacing between the facing particle layers
        self.case["contacts"][0]["normal"]["alpha"] = 1
        self.write()
        self.refused(3, "throw", '"upper"', "m/s", '"place"', pointer="/contacts/0")
        self.case["contacts"][0]["initial_overlap"] = True
        self.write()
        code, _, error = self.talus("run", "case.json", "-q", "--end", "0.1 ms")
        self.assertIn(code, (0, 6), error)

    def test_unstable_step(self):
        self.case["time"] = {"end": "1 s", "step": "5 ms"}
        self.case["bodies"]["upper"]["velocity"] = [0.5, 0.3]
        self.case["bodies"]["upper"]["spin"] = [0, 0, 3]
        self.write()
        error = self.refused(5, "longer than the stable step", "time.step")
        self.assertRegex(error, r"particle \d+ (and \d+ more )?of body")
        self.assertIn("culprit", error)
        self.assertTrue((self.folder / "results/case/failure.vtp").exists())
        self.assertEqual(self.summary()["exit_code"], 5)

    # Formulas of time that have no value at some time

    def test_reference_without_a_value_where_its_window_begins_or_ends(self):
        compare = self.case["compare"]["v"]
        for formula, when in (("log(t)", "0 s, where the comparison begins"),
                              ("sqrt(0.001 - t)", "0.002 s, where the comparison ends")):
            compare["value"] = {"expression": formula}
            self.write()
            self.refused(3, f'formula "{formula}" is not finite at t = {when}', '"window"', pointer="/compare/v/value")
        for formula, window, end in (("log(t)", ["0.5 ms", "1 ms"], ()),
                                     ("sqrt(-t)", ["5 ms", "6 ms"], ("--end", "2 ms"))):
            compare.update({"value": {"expression": formula}, "window": window})
            self.write()
            code, _, error = self.talus("validate", "case.json", *end)
            self.assertEqual(code, 0, error)
        self.refused(3, "begins at 5 ms, but the run ends at 2 ms", pointer="/compare/v/window")

    def test_reference_without_a_value_on_the_way(self):
        """It fails; whatever else there is to say of the run is said."""
        columns = self.case["output"]["history"]["columns"]
        columns["same"] = columns["v"]
        compare = self.case["compare"]
        compare["same"] = dict(compare["v"])
        compare["v"]["value"] = {"expression": "sqrt(abs(t - 0.001) - 0.0005)"}
        self.write()
        code, out, error = self.talus("run", "case.json", "--no-progress")
        self.assertEqual(code, 6, error)
        self.assertRegex(out, r"FAIL  v against .* not finite at t = 0\.\d+ s \(/compare/v/value\)")
        summary = self.summary()
        self.assertEqual((summary["status"], summary["exit_code"]), ("outside_tolerance", 6))
        self.assertIs(summary["compare"]["v"]["pass"], False)
        self.assertIsNone(summary["compare"]["v"]["rms"])
        self.assertIn("(/compare/v/value)", summary["compare"]["v"]["reference"])
        self.assertIs(summary["compare"]["same"]["pass"], True)
        self.assertIn("/compare/v/value", (self.folder / "results/case/report.html").read_text(encoding="utf-8"))
        for command, expected in (("info", 0), ("compare", 6), ("report", 0)):
            code, _, error = self.talus(command, "results/case")
            self.assertEqual(code, expected, f"{command}: {error}")

    def test_gravity_without_a_value(self):
        self.case["gravity"] = [0, {"expression": "-0.01/t"}]
        self.write()
        self.refused(3, "gravity is not finite at t = 0 s", pointer="/gravity/1")
        self.case["gravity"] = [0, {"expression": "t < 0.001 ? -9.81 : sqrt(0.0015 - t)"}]
        self.write()
        error = self.refused(5, '/gravity/1: formula "t < 0.001 ', "is not finite at t = 0.00")
        summary = self.summary()
        self.assertEqual((summary["status"], summary["exit_code"]), ("simulation_failed", 5))
        self.assertTrue(any(warning in error for warning in summary["warnings"]), summary["warnings"])
        self.assertIn("/gravity/1", (self.folder / "results/case/report.html").read_text(encoding="utf-8"))

    # Files and folders

    def test_unwritable_folder(self):
        self.write()
        (self.folder / "file").write_text("in the way")
        self.refused(4, "file", arguments=("-o", "file/results"))
        self.refused(4, "not a folder", arguments=("-o", "file"))
        self.assertEqual((self.folder / "file").read_text(), "in the way")

    def test_foreign_folder(self):
        self.write()
        (self.folder / "thesis").mkdir()
        (self.folder / "thesis" / "chapter1.tex").write_text("years of work")
        for more in ((), ("--overwrite",)):
            self.refused(4, "thesis", "not made by talus", arguments=("-o", "thesis", *more))
        self.assertEqual(os.listdir(self.folder / "thesis"), ["chapter1.tex"])
        self.assertEqual((self.folder / "thesis" / "chapter1.tex").read_text(), "years of work")

    def test_refused_case_leaves_earlier_results(self):
        self.write()
        self.assertEqual(self.talus("run", "case.json", "-q")[0], 0)
        before = (self.folder / "results/case/summary.json").read_text()
        self.case["bodies"]["upper"]["position"] = [0, 0.07]  # seen only when the bodies are built
        self.write()
        for more in ((), ("--overwrite",)):
            self.assertEqual(self.talus("run", "case.json", "-q", *more)[0], 3)
        self.assertEqual((self.folder / "results/case/summary.json").read_text(), before)
        self.assertFalse((self.folder / "results/case.prev").exists())


if __name__ == "__main__":
    unittest.main()
