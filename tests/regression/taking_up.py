"""What a run that goes on finds: another case, files that cannot be read, files that are gone."""
import json
import os
import shutil
import subprocess
import unittest

from support import SMALL_CASE, TALUS, Workplace


class Changed(Workplace):
    """The case since the run began."""

    def test_what_the_case_builds_on_has_changed(self):
        for key in ("extends", "include"):
            with self.subTest(key):
                base = dict(SMALL_CASE, output={**SMALL_CASE["output"], "checkpoints": {"every": "0.5 ms"}})
                top = {"extends": "base.json"}
                if key == "include":
                    self.write(base.pop("bodies"), "base.json")
                    top = {**base, "bodies": {"include": "base.json"}}
                else:
                    self.write(base, "base.json")
                self.write(top, "top.json")
                self.assertEqual(self.talus("run", "top.json", "-q", "--overwrite")[0], 0)
                self.write(json.dumps(top) + "  // a note", "top.json")
                self.assertEqual(self.talus("resume", "top.json", "-q", "--end", "3 ms")[0], 0, "notes do not count")
                path = self.folder / "base.json"
                path.write_text(path.read_text().replace("0.5", "0.4"))
                code, _, error = self.talus("resume", "top.json", "-q", "--end", "4 ms")
                self.assertEqual(code, 3, error)
                self.assertIn("with all that it builds on, is not the case any more", error)
                self.assertEqual(self.talus("resume", "results/top", "-q", "--end", "4 ms")[0], 0)
                shutil.rmtree(self.folder / "results")


class Unreadable(Workplace):
    """Checkpoints, and the tables beside them."""

    def setUp(self):
        super().setUp()
        self.case["output"]["checkpoints"] = {"every": "0.7 ms"}
        self.write()
        self.assertEqual(self.talus("run", "case.json", "-q", "-o", "parts")[0], 0)
        self.parts = self.folder / "parts"
        self.older, self.newer = sorted((self.parts / "checkpoints").iterdir())

    def resume(self, code, *options):
        found, _, error = self.talus("resume", "parts", "-q", "--end", "3 ms", *options)
        self.assertEqual(found, code, error)
        return error

    def test_what_cannot_be_opened_is_left_alone(self):
        self.newer.rename(self.folder / "kept")
        self.newer.symlink_to(self.newer.name)
        self.assertIn("Too many levels of symbolic links", self.resume(4))
        self.assertTrue(self.newer.is_symlink())
        self.newer.unlink()
        self.newer.mkdir()
        self.assertIn("Is a directory", self.resume(4))
        self.newer.rmdir()
        (self.folder / "kept").rename(self.newer)
        if os.geteuid() == 0:  # who may read everything
            os.chown(self.newer, 65534, 65534)
            self.newer.chmod(0)
            for path in (self.folder, self.parts, self.newer.parent, *self.parts.rglob("*")):
                os.chown(path, 65534, 65534)
            done = subprocess.run([TALUS, "resume", "parts", "-q"], cwd=self.folder, capture_output=True, text=True,
                                  preexec_fn=lambda: os.setuid(65534), timeout=60)
            self.assertEqual(done.returncode, 4, done.stderr)
            self.assertIn("Permission denied", done.stderr)
            self.newer.chmod(0o644)
        self.assertEqual(sorted((self.parts / "checkpoints").iterdir()), [self.older, self.newer])
        self.assertEqual(self.resume(0), "")

    def test_an_older_one_serves_where_rows_are_gone(self):
        history = self.parts / "history.csv"
        rows = history.read_text().splitlines(keepends=True)
        whole = shutil.copytree(self.parts, self.folder / "whole")
        self.assertEqual(self.talus("resume", "whole", "-q", "--end", "3 ms")[0], 0)
        history.write_text("".join(rows[:7]))  # enough for the one at 0.7 ms
        error = self.resume(0)
        self.assertIn('history.csv" has only 6 rows of ', error)
        self.assertIn("An older checkpoint is used", error)
        self.assertTrue(self.newer.with_name(self.newer.name + ".damaged").exists())
        self.assertEqual(self.summary("parts")["state_hash"], self.summary("whole")["state_hash"])
        self.assertEqual(history.read_bytes(), (whole / "history.csv").read_bytes())
        history.write_text("".join(rows[:3]))
        files = sorted((self.parts / "checkpoints").iterdir())
        self.assertIn("no older checkpoint", self.resume(4))
        self.assertEqual(sorted((self.parts / "checkpoints").iterdir()), files)


class Compared(Workplace):
    def test_a_column_in_another_unit_is_not_compared(self):
        self.write()
        self.assertEqual(self.talus("run", "case.json", "-q")[0], 0)
        history = self.folder / "results" / "case" / "history.csv"
        text = history.read_text()
        history.write_text(text.replace("v [m/s]", "v [km/h]"))
        for command in ("compare", "report", "info"):
            code, _, error = self.talus(command, "results/case")
            self.assertEqual(code, 4, error)
            self.assertIn('has column "v [km/h]", and the case compares "v [m/s]"', error)
        history.write_text(text)
        self.assertEqual(self.talus("compare", "results/case")[0], 0)


if __name__ == "__main__":
    unittest.main()
