"""What a run that goes on finds: another case, files that cannot be read, files that are gone."""
import json
import os
import shutil
import subprocess
import unittest

from resumed import newest
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


if __name__ == "__main__":
    unittest.main()
