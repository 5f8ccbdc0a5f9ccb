"""What a program finds around it: descriptors, signals, terminals, files that are no plain files."""
import os
import subprocess
import unittest

from support import TALUS, Workplace


class Descriptors(Workplace):
    """Of standard input, output and error, some closed by the caller."""

    def closed(self, words, *numbers):
        def close():
            for number in numbers:
                os.close(number)

        environment = dict(os.environ, OMP_WAIT_POLICY="passive", OMP_NUM_THREADS="1")
        streams = {name: None if k in numbers else subprocess.PIPE
                   for k, name in enumerate(("stdin", "stdout", "stderr"))}
        process = subprocess.Popen([TALUS, *words], cwd=self.folder, env=environment, preexec_fn=close, text=True,
                                   **streams)
        _, error = process.communicate(timeout=60)
        return process.returncode, error

    def test_nothing_is_printed_into_results(self):
        self.write()
        self.assertEqual(self.talus("run", "case.json", "-q", "-o", "whole")[0], 0)
        for numbers in ((0,), (1,), (2,), (0, 1, 2)):
            self.closed(("run", "case.json", "--overwrite", "-o", "parts"), *numbers)
            for name in ("history.csv", "energy.csv", "case.json", "frames/upper_000001.vtp"):
                whole, parts = (self.folder / folder / name for folder in ("whole", "parts"))
                self.assertEqual(parts.read_bytes(), whole.read_bytes(), f"{name} without {numbers}")
            self.assertEqual(self.summary("parts")["status"], "ok")

    def test_who_prints_into_nothing_is_told(self):
        for words in (("list",), ("schema",), ("version",)):
            code, error = self.closed(words, 1)
            self.assertEqual(code, 4, error)
            self.assertIn("cannot write to stdout", error)


if __name__ == "__main__":
    unittest.main()
