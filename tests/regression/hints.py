"""What messages say beyond "wrong": the right key, the right file, the right command."""
import re
import unittest

from support import Workplace


class Hints(Workplace):
    def said(self, exit_code, *arguments):
        code, out, error = self.talus(*arguments)
        self.assertEqual(code, exit_code, error + out)
        self.assertNotIn("internal error", error)
        return error

    def complaint(self, exit_code=3):
        """The one thing that is wrong with the case."""
        self.write()
        error = self.said(exit_code, "validate", "case.json")
        self.assertEqual(len(re.findall(r"case\.json:\d+:\d+: error\[E\d+\] at /", error)), 1, error)
        return error

    # Keys

    def test_key_in_the_wrong_place(self):
        for where, key, home in (((), "history", "/output"), ((), "frames", "/output"), ((), "courant", "/time"),
                                 (("contacts", 0), "mu", "/contacts/0/tangential"),
                                 (("contacts", 0, "tangential"), "alpha", "/contacts/0/normal"),
                                 (("bodies", "upper"), "size", "/bodies/upper/shape"),
                                 (("bodies", "upper"), "young", "/materials/*"),
                                 (("output", "history"), "frames", "/output")):
            place = self.case
            for step in where:
                place = place[step]
            place[key] = 1
            self.assertIn(f'unknown key "{key}"; it belongs in "{home}"\n', self.complaint())
            del place[key]
        self.case["time"]["gravity"] = [0, 1]
        self.assertIn('it belongs at the root of the case\n', self.complaint())

    def test_radius_beside_grains(self):
        self.case["bodies"]["upper"] = {"solver": "dem", "material": "rubber", "radius": "1 mm", "grains": {
            "model": "lattice", "spacing": "2 mm", "sizes": {"model": "uniform_radius", "radius": "1 mm"},
            "region": {"model": "box", "min": [0, 1], "max": [0.1, 1.1]}}}
        self.case["contacts"] = []
        self.assertIn('"radius"; it belongs in "/bodies/upper/grains/region" or "/bodies/upper/grains/sizes"\n',
                      self.complaint())

    def test_misspelt_key_that_is_required(self):
        rubber = self.case["materials"]["rubber"]
        rubber["densty"] = rubber.pop("density")
        self.assertIn('unknown key "densty"; did you mean "density"?', self.complaint())

    def test_misspelt_key_of_which_one_has_to_be_there(self):
        self.case["boundaries"] = [{"model": "prescribed_motion", "body": "upper", "where": {"layer": "top"},
                                    "rotation": {"axis": [0, 0, 1], "angel": 0.1}}]
        self.assertIn('unknown key "angel"; did you mean "angle"?', self.complaint())

    # Vectors

    def test_third_component(self):
        upper = self.case["bodies"]["upper"]
        flat = "a case in two dimensions has no third component"
        for place, key, value in ((upper["shape"], "size", [0.5, 0.2, 0.3]), (upper, "position", [0, 1, 1]),
                                  (upper["shape"], "cuts", [{"min": [0, 0, 1], "max": [0.1, 0.1]}]),
                                  (self.case["output"]["history"]["columns"]["v"], "where", {"nearest": [0, 1, 1]})):
            kept = place.get(key)
            place[key] = value
            self.assertIn(flat, self.complaint())
            place[key] = kept
            if kept is None:
                del place[key]
        upper["shape"]["size"] = [0.5, 0.2, 0]
        self.write()
        self.said(0, "validate", "case.json")

    def test_size_of_two_numbers_in_space(self):
        self.case["dimension"] = 3
        self.assertIn("a size has three numbers in three dimensions", self.complaint())

    # Texts

    def test_control_characters(self):
        for character in ("\033[2J", "\n", "\u009b", "\x7f"):
            self.case["title"] = f"a {character} title"
            error = self.complaint()
            self.assertIn("at /title\n", error)
            self.assertIn("has a control character", error)
            self.assertNotIn(character.strip() or "\033", error)
        self.case["title"] = "Δt ≤ 5 µs, naïve ☃"
        self.write()
        self.said(0, "validate", "case.json")

    # Limits

    def test_limits_that_nothing_could_begin_within(self):
        self.case["limits"] = {"region": {"low": [-1, -1], "high": [1, 1.02]}}
        error = self.complaint()
        for words in ("at /limits/region\n", 'of body "upper"', "is outside of limits.region from the start"):
            self.assertIn(words, error)
        self.case["limits"] = {"region": {"low": [-1, -1], "high": [1, 2]}, "step": "1 ms"}
        error = self.complaint()
        for words in ("at /limits/step\n", "s, limited by ", "limits.step = 1 ms"):
            self.assertIn(words, error)
        self.case["time"]["step"] = "5 us"
        self.assertIn("the first step takes 5 µs, which time.step says, and limits.step = 1 ms", self.complaint())
        self.said(3, "run", "case.json")
        self.assertFalse((self.folder / "results").exists())
        self.case["limits"]["step"] = "4 us"
        self.write()
        self.said(0, "run", "case.json", "-q")

    # Files

    def test_nearest_file(self):
        (self.folder / "cases").mkdir()
        self.write(name="cases/falling.json")
        for command in ("run", "validate"):
            for typed in ("cases/faling.json", "case/falling.json", "cases/falling"):
                self.assertIn('did you mean "cases/falling.json"?', self.said(4, command, typed))
        self.assertNotIn("did you mean", self.said(4, "run", "nothing/like/it"))

    def test_files_that_a_case_names(self):
        self.write(name="base.json")
        self.case["extends"] = "bse.json"
        self.assertIn('error[E312] at /extends\n      there is no file "bse.json"; did you mean "base.json"?',
                      self.complaint(4))

    def test_case_that_seems_to_mean_itself(self):
        self.case["extends"] = "cas.json"
        self.assertNotIn("did you mean", self.complaint(4))
        self.write(name="case2.json")
        self.assertIn('did you mean "case2.json"?', self.complaint(4))

    def test_results_folder_instead_of_a_case(self):
        self.write()
        self.said(0, "run", "case.json", "-q", "-o", "results/two")
        error = self.said(4, "run", "results/two")
        self.assertIn('"talus resume results/two" goes on with its run', error)
        self.assertIn('"results/two/case.resolved.json"', error)
        (self.folder / "results" / "two").rename(self.folder / "my results")
        self.assertIn('"talus resume \'my results\'" goes on', self.said(4, "run", "my results"))
        (self.folder / "my results").rename(self.folder / "results" / "two")
        self.assertIn('did you mean "results/two"?', self.said(4, "resume", "results/tow"))

    # What is read and does nothing

    def test_laws_without_meaning_in_the_plane(self):
        spring = {"model": "linear_spring", "k": 1e4, "restitution": 0.5}
        sense = {"model": "coulomb_spring", "k": 1e3, "mu": 0.3}
        for dimension, place in ((2, [0, 1]), (3, [0, 1, 0])):
            self.case.update(dimension=dimension, gravity=place, boundaries=[], compare={}, short={},
                             output={"frames": {"every": "1 ms"}}, contacts=[
                {"between": ["discs", "discs"], "normal": spring, "tangential": sense, "twisting": sense}],
                bodies={"discs": {"solver": "dem", "material": "rubber", "grains": {"model": "spheres", "list": [
                    {"centre": [x, *place[1:]], "radius": 0.1} for x in (0, 1)]}}})
            self.write()
            self.said(0, "run", "case.json", "-q", "--overwrite")
            told = [w for w in self.summary()["warnings"] if "twist" in w]
            self.assertEqual(told, [] if dimension == 3 else [
                'contact discs - discs: discs do not twist: "twisting" does nothing in two dimensions, leave it out'])


if __name__ == "__main__":
    unittest.main()
