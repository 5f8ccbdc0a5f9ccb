"""What a program finds around it: descriptors, signals, terminals, files that are no plain files."""
import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
import time
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


class Signals(Workplace):
    """Before the first step: the loop of steps has its own tests."""

    def large(self):
        """A case whose set-up takes a while."""
        self.case["bodies"]["upper"]["spacing"] = "1 mm"
        self.case["output"]["checkpoints"] = {"every": "1 us"}
        return self.write()

    def stop(self, number, *words, seconds):
        environment = dict(os.environ, OMP_WAIT_POLICY="passive", OMP_NUM_THREADS="1")
        process = subprocess.Popen([TALUS, *words], cwd=self.folder, env=environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        time.sleep(seconds)
        process.send_signal(number)
        begin = time.monotonic()
        _, error = process.communicate(timeout=60)
        return process.returncode, error, time.monotonic() - begin

    def test_set_up_ends_at_once_and_leaves_nothing(self):
        self.large()
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            for words in (("run", "case.json"), ("sweep", "case.json", "mu=.1,.2")):
                found, error, patience = self.stop(number, *words, seconds=0.3)
                self.assertEqual(found, code, error)
                self.assertEqual(error, "stopped while the case was set up: nothing of this run had been computed or "
                                        "written yet\n")
                self.assertLess(patience, 1)
                self.assertEqual(os.listdir(self.folder), ["case.json"])

    def test_set_up_of_a_run_that_goes_on_leaves_what_there_is(self):
        self.large()
        code, _, error = self.talus("run", "case.json", "-q", "-o", "parts", "--wall-limit", "0.01 s")
        self.assertEqual(code, 7, error)
        files = {path: path.read_bytes() for path in (self.folder / "parts").rglob("*") if path.is_file()}
        for words in (("resume", "parts"), ("run", "case.json", "-o", "parts", "--resume"),
                      ("run", "case.json", "-o", "parts", "--overwrite")):
            found, error, _ = self.stop(signal.SIGINT, *words, seconds=0.3)
            self.assertEqual(found, 130, error)
            self.assertIn("stopped while the case was set up", error)
            found = {path: path.read_bytes() for path in (self.folder / "parts").rglob("*") if path.is_file()}
            self.assertEqual(found, files)
        self.assertEqual(self.talus("resume", "parts", "-q", "--wall-limit", "0.01 s")[0], 7)


class Pipes(Workplace):
    """A case that can be read once only."""

    def test_case_from_a_pipe_is_kept(self):
        text = self.write().read_text()
        for words in (("run", "/dev/stdin"), ("sweep", "/dev/stdin", "mu=.1,.2")):
            done = subprocess.run([TALUS, *words, "-q", "-j", "1"], cwd=self.folder, input=text, text=True,
                                  capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
        for results in ("stdin", "stdin_mu=0.1", "stdin_mu=0.2"):
            self.assertEqual((self.folder / "results" / results / "case.json").read_text(), text)

    def test_named_pipe(self):
        text = self.write(name="text.json").read_text()
        os.mkfifo(self.folder / "case.json")
        for words in (("validate", "case.json"), ("run", "case.json", "-q")):
            process = subprocess.Popen([TALUS, *words, "-j", "1"], cwd=self.folder, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, text=True)
            self.addCleanup(process.kill)
            (self.folder / "case.json").write_text(text)  # waits until somebody reads
            _, error = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, error)
        self.assertEqual((self.folder / "results" / "case" / "case.json").read_text(), text)


class Terminals(Workplace):
    """What stderr shows on one."""

    def shown(self, columns, terminal):
        self.case["time"]["end"] = "100 s"
        self.write()
        end, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        environment = dict(os.environ, TERM=terminal, OMP_NUM_THREADS="1", OMP_WAIT_POLICY="passive")
        process = subprocess.Popen([TALUS, "run", "case.json", "--wall-limit", "0.9 s", "--overwrite"], env=environment,
                                   cwd=self.folder, stdout=subprocess.DEVNULL, stderr=other)
        os.close(other)
        text = b""
        while True:
            try:
                piece = os.read(end, 4096)
            except OSError:  # nobody writes any more
                break
            if not piece:
                break
            text += piece
        os.close(end)
        self.assertEqual(process.wait(timeout=60), 7)
        return text.decode()

    def test_a_bar_never_wraps(self):
        for columns in (80, 40, 20, 8):
            bars = self.shown(columns, "xterm").split("\r\033[K")[1:]
            self.assertGreater(len(bars), 1)
            self.assertLess(max(map(len, bars)), columns)
            self.assertTrue(any("%" in bar for bar in bars))

    def test_a_dumb_terminal_has_lines(self):
        self.assertNotRegex(self.shown(80, "dumb"), "\033|\r[^\n]")


class Folders(Workplace):
    """Earlier results of which some cannot be moved or removed."""

    def as_nobody(self, *words):
        """Root may do everything: then it is another user who calls the program."""
        is_root = os.geteuid() == 0
        if is_root:
            for path in (self.folder, *self.folder.rglob("*")):
                os.chown(path, 65534, 65534)
        done = subprocess.run([TALUS, *words, "-q", "-j", "1"], cwd=self.folder, capture_output=True, text=True,
                              timeout=60, preexec_fn=(lambda: os.setuid(65534)) if is_root else None)
        return done.returncode, done.stderr

    def contents(self):
        return {path.relative_to(self.folder): path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}

    def test_a_run_that_may_not_replace_results_leaves_them_whole(self):
        self.write()
        for _ in range(2):
            self.assertEqual(self.talus("run", "case.json", "-q")[0], 0)
        before = self.contents()
        frames = self.folder / "results" / "case" / "frames"
        frames.chmod(0o555)
        for options in ((), ("--overwrite",)):
            code, error = self.as_nobody("run", "case.json", *options)
            self.assertEqual(code, 4, error)
            self.assertIn("cannot move away the earlier results", error)
            self.assertEqual(self.contents(), before)
        frames.chmod(0o755)
        self.assertEqual(self.as_nobody("run", "case.json")[0], 0)

    def test_results_that_cannot_be_removed_are_no_half_results(self):
        self.write()
        self.assertEqual(self.talus("run", "case.json", "-q")[0], 0)
        results = self.folder / "results" / "case"
        (results / "frames" / "mine").mkdir()
        (results / "frames" / "mine" / "note").write_text("kept")
        (results / "frames" / "mine").chmod(0o555)
        code, error = self.as_nobody("run", "case.json", "--overwrite")
        self.assertEqual(code, 4, error)
        self.assertIn('what is left of them, "results/case/.dropped"', error)
        self.assertEqual(sorted(os.listdir(results)), [".dropped", ".talus"])
        (results / ".dropped" / "frames" / "mine").chmod(0o755)
        self.assertEqual(self.as_nobody("run", "case.json", "--overwrite"), (0, ""))
        self.assertNotIn(".dropped", os.listdir(results))


if __name__ == "__main__":
    unittest.main()
