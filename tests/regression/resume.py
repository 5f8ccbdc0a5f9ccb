"""Runs that are stopped, killed, out of disk, and go on as if nothing had happened."""
import copy
import json
import os
import resource
import shutil
import signal
import subprocess
import time
import unittest

from resumed import WHOLE, differences, newest, on_a_wall, one_on_the_other, resume_from_middle, turned
from support import SMALL_CASE, SOURCE, TALUS, Workplace

# One case for each thing that a step leaves to the next one, none much longer than it takes to see it.
CASES = {
    "field contact that sticks and slips, a stage": ("sliding/model2", "--set", "/stages/0/duration=2 ms", "--end", "2 ms"),
    "contact of pairs": ("sliding/model2", "--set", "law=kernel_potential", "--set", "/stages/0/duration=1 ms", "--end",
                         "1 ms"),
    "a metal that hardens and warms": ("solids/taylor_ofhc", "--short", "--set", "resolution=3", "--end", "3 us"),
    "a body that touches itself": ("contact/self_contact", "--short", "--end", "20 ms"),
    "a free wall": ("solids/drop_hammer", "--short", "--set", "resolution=4", "--end", "1 ms"),
    "grains in a periodic box, Luding's law": ("grains/energy_audit", "--short"),
    "bonds that break": ("grains/bonded_ball_impact", "--short", "--set", "end=0.2 ms"),
    "clumps that are poured": ("grains/clump_pouring", "--short", "--set", "count=150", "--end", "30 ms"),
    "a grain on a solid": ("coupled/grain_impact", "--set", "resolution=2", "--end", "60 us"),
}

SMALL = {
    "brittle": on_a_wall({"model": "neo_hookean", "failure": {"model": "max_principal_strain", "limit": 0.11}}),
    "renewed": on_a_wall({"model": "hencky_j2", "hardening": {"model": "perfect", "yield": "0.5 MPa"}},
                         renew_reference=0.8, gradient="linear"),
    "turned": turned({"centre": [0, 0.056], "angle": {"expression": "20*t + 0.1*sin(500*t)"}}),
    "law": one_on_the_other(normal={"model": "linear_spring", "k": "1 MN/m", "restitution": 0.7},
                            tangential={"model": "coulomb_spring", "ratio": 0.3, "mu": 0.3}),
    "projected": one_on_the_other(normal={"model": "field_barrier"}, tangential={"model": "coulomb_projected", "mu": 0.3}),
}
SLIDING = SOURCE / "cases" / "sliding" / "model2.json"
SHORTER = ("--set", "/stages/0/duration=1 ms", "--end", "1 ms", "--set", "/output/history/every=0.05 ms", "--set",
           '/output/frames={"every": 0.0003}')
OFTEN = ("--set", '/output/checkpoints={"every": 0.0004}')


class Seamless(Workplace):
    def test_same_bits(self):
        for what, (case, *options) in CASES.items():
            with self.subTest(what, case=case):
                folder = self.folder / what
                folder.mkdir(parents=True)
                path = SOURCE / "cases" / f"{case}.json"
                self.assertEqual(resume_from_middle(path, folder, *options), [])

    def test_same_bits_of_small_cases(self):
        for name, case in SMALL.items():
            with self.subTest(name):
                folder = self.folder / name
                folder.mkdir()
                self.assertEqual(resume_from_middle(self.write(case, f"{name}.json"), folder), [])


class Block(Workplace):
    """A sliding block that is stopped in some way, and one that is not."""

    def start(self, *options, folder="parts"):
        return subprocess.Popen([TALUS, "run", SLIDING, *SHORTER, "-j", "1", "-q", "-o", folder, *options],
                                cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def whole(self):
        code, _, error = self.talus("run", SLIDING, *SHORTER, "-j", "1", "-q", "-o", "whole")
        self.assertIn(code, WHOLE, error)
        return self.folder / "whole"

    def parts(self, *options):
        """Results that have two checkpoints, the newest at the end."""
        code, _, error = self.talus("run", SLIDING, *SHORTER, *OFTEN, "-j", "1", "-q", "-o", "parts", *options)
        self.assertIn(code, WHOLE, error)
        return self.folder / "parts"

    def resume(self, *options, code=WHOLE):
        found, _, error = self.talus("resume", "parts", "-j", "1", "-q", *options)
        self.assertIn(found, code if isinstance(code, tuple) else (code,), error)
        return error

    def same(self):
        self.assertEqual(differences(self.whole(), self.folder / "parts"), [])

    def flip(self, file, place=-1000):
        """One bit."""
        data = bytearray(file.read_bytes())
        data[place] ^= 4
        file.write_bytes(data)


class Stopped(Block):
    def test_signals(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            process = self.start()
            history = self.folder / "parts" / "history.csv"
            while process.poll() is None and not history.exists():
                time.sleep(0.01)
            process.send_signal(number)
            _, error = process.communicate(timeout=60)
            self.assertEqual(process.returncode, code, error)
            self.assertEqual(self.summary("parts")["exit_code"], code)
            self.assertEqual(len(list((self.folder / "parts" / "checkpoints").iterdir())), 1)
            self.resume()
            self.same()
            shutil.rmtree(self.folder / "parts")

    def test_a_killed_run_does_not_say_how_the_part_before_it_ended(self):
        self.parts()
        process = subprocess.Popen([TALUS, "resume", "parts", "-q", "-j", "1", "--end", "1 s"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        summary, patience = self.folder / "parts" / "summary.json", time.monotonic() + 60
        while process.poll() is None and summary.exists() and time.monotonic() < patience:
            time.sleep(0.01)
        process.kill()
        process.communicate()
        self.assertIn("unfinished", self.talus("info", "parts")[1])
        self.resume("--end", "1.2 ms", code=WHOLE)

    def test_an_end_that_is_over_is_refused_and_costs_nothing(self):
        self.parts()
        before = (self.folder / "parts" / "history.csv").read_bytes()
        error = self.resume("--end", "0.1 ms", code=4)
        self.assertIn("the run shall end before", error)
        self.assertEqual((self.folder / "parts" / "history.csv").read_bytes(), before)
        self.resume()

    def test_an_end_at_the_time_of_the_checkpoint_has_one_row_and_one_frame(self):
        case = on_a_wall({"model": "neo_hookean"})
        case["time"]["step"] = step = 2**-14
        case["output"]["frames"]["every"] = case["output"]["history"]["every"] = 8 * step
        self.write(case, "wall.json")
        for folder, end, every in (("whole", 32 * step, 1), ("parts", 40 * step, 32 * step)):
            code, _, error = self.talus("run", "wall.json", "-q", "-o", folder, "--end", f"{end} s", "--set",
                                        '/output/checkpoints={"every": %r}' % every)
            self.assertEqual(code, 0, error)
        newest(self.folder / "parts").unlink()  # that of the last steps
        self.resume("--end", f"{32 * step} s", code=0)
        self.assertEqual(differences(self.folder / "whole", self.folder / "parts"), [])

    def test_bodies_that_meet_without_an_entry_stop_at_the_same_step(self):
        case = copy.deepcopy(SMALL_CASE)
        case["time"]["end"] = "40 ms"
        case["bodies"]["upper"].update(position=[0, 0.26], velocity=[0, -5])
        case["contacts"], case["compare"] = [], {}
        case["output"]["checkpoints"] = {"every": "1.1 ms"}
        self.write(case, "meet.json")
        for folder in ("whole", "parts"):
            code, _, error = self.talus("run", "meet.json", "-q", "-o", folder)
            self.assertEqual(code, 5, error)
            self.assertIn("meet", error)
        self.resume(code=5)
        self.assertEqual(self.summary("parts")["steps"], self.summary("whole")["steps"])

    def test_a_case_that_has_changed_is_refused(self):
        self.case["output"]["checkpoints"] = {"every": "0.5 ms"}
        self.write()
        self.assertEqual(self.talus("run", "case.json", "-q")[0], 0)
        self.assertEqual(self.talus("resume", "case.json", "-q", "--end", "3 ms")[0], 0)
        self.case["bodies"]["upper"]["velocity"] = [0.4, 0]
        self.write()
        code, _, error = self.talus("resume", "case.json", "-q", "--end", "4 ms")
        self.assertEqual(code, 3, error)
        self.assertIn("run it anew", error)

    def test_a_stopped_run_says_how_it_goes_on(self):
        code, out, error = self.talus("run", SLIDING, *SHORTER, "-j", "1", "--no-progress", "--wall-limit", "0.01 s",
                                      "-o", "told")
        self.assertEqual(code, 7, error)
        self.assertIn('"talus resume told" goes on', out)
        self.assertNotIn("FAIL", out, "what has not been reached is not held to its reference")
        self.assertIn("not reached", out)
        for entry in self.summary("told")["compare"].values():
            self.assertEqual((entry["pass"], entry["status"]), (None, "not reached"))
            self.assertNotIn("rms", entry)
        page = (self.folder / "told" / "report.html").read_text()
        self.assertIn("not reached", page)
        self.assertNotIn('class="fail"', page)

    def test_wall_limit(self):
        process = self.start("--wall-limit", "0.01 s")
        _, error = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 7, error)
        self.assertEqual(self.summary("parts")["status"], "wall_time_limit")
        self.resume("--wall-limit", "0.2 s", code=(7, *WHOLE))
        code, _, error = self.talus("run", SLIDING, *SHORTER, "-j", "1", "-q", "-o", "parts", "--resume")
        self.assertIn(code, WHOLE, error)
        self.same()

    def test_run_with_resume_begins_where_there_is_nothing(self):
        for _ in range(2):  # the second time there are results, but no checkpoint
            code, _, error = self.talus("run", SLIDING, *SHORTER, "-j", "1", "-q", "-o", "parts", "--resume")
            self.assertIn(code, WHOLE, error)
        self.same()

    def test_later_end(self):
        parts = self.parts()
        self.resume("--end", "1.5 ms")
        resolved = json.loads((parts / "case.resolved.json").read_text())
        self.assertEqual(resolved["time"]["end"], 0.0015)
        times = [float(line.split(",")[0]) for line in (parts / "history.csv").read_text().splitlines()[1:]]
        self.assertEqual(times, sorted(set(times)), "each row once")
        self.assertEqual(times[-1], 0.0015)
        self.resume()  # nothing is left to do
        longer = ["1.5 ms" if option == "1 ms" else option for option in SHORTER]
        found, _, error = self.talus("run", SLIDING, *longer, *OFTEN, "-j", "1", "-q", "-o", "whole")
        self.assertIn(found, WHOLE, error)
        self.assertEqual(differences(self.folder / "whole", parts), [], "as if that had been its end from the start")

    def test_later_end_of_grains_that_are_poured(self):
        spring = {"model": "linear_spring", "k": "1e5 N/m", "restitution": 0.5}
        case = {"talus": 1, "title": "poured", "dimension": 2, "time": {"end": "40 ms"}, "gravity": [0, -9.81],
                "materials": {"glass": {"model": "neo_hookean", "density": 2500, "young": "1 GPa", "poisson": 0.25}},
                "bodies": {"beads": {"solver": "dem", "material": "glass", "grains": {
                    "model": "pour", "region": {"model": "box", "min": [-0.1, 0.1], "max": [0.1, 0.2]}, "rate": "2e3 1/s",
                    "count": 20, "sizes": {"model": "uniform_radius", "radius": 0.004}}},
                    "floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0], "normal": [0, 1]}}},
                "contacts": [{"between": ["beads", other], "normal": spring} for other in ("beads", "floor")],
                "output": {"checkpoints": {"every": "4 ms"}, "history": {"every": "1 ms", "columns": {
                    "n": {"of": "beads", "quantity": "count"}}}}}
        self.write(case, "poured.json")
        for folder, end in (("parts", "20 ms"), ("whole", "40 ms")):
            code, _, error = self.talus("run", "poured.json", "-q", "-o", folder, "--end", end)
            self.assertEqual(code, 0, error)
        counts = [line.split(",")[1] for line in (self.folder / "whole" / "history.csv").read_text().splitlines()[1:12]]
        self.assertEqual(counts, [str(2 * k) for k in range(11)], "one after the other, not all in a first long step")
        self.resume("--end", "40 ms")
        self.assertEqual(self.summary("parts")["state_hash"], self.summary("whole")["state_hash"])
        # Checkpoints come at the times of the case as it is now.
        self.resume("--end", "44 ms", "--set", "/output/checkpoints/every=1 ms")
        self.assertGreater(newest(self.folder / "parts").name, newest(self.folder / "whole").name)

    def test_after_a_watchdog(self):
        """A block that leaves its region after 1.2 ms; in a wider one it goes on as one that nobody watches."""
        case = on_a_wall({"model": "neo_hookean"})
        code, _, error = self.talus("run", self.write(case, "block.json"), "-q", "-o", "whole")
        self.assertEqual(code, 0, error)
        case["limits"] = {"region": {"low": [-1, -1], "high": [0.052, 1]}}
        case["output"]["checkpoints"] = {"every": "0.2 ms"}
        code, _, error = self.talus("run", self.write(case, "block.json"), "-q", "-o", "parts")
        self.assertEqual(code, 5, error)
        for words in (' of body "block" (reference place (', "has left limits.region at t = ", "Likely cause: ", "culprit",
                      '"talus resume parts" goes on from before that, at t = 1.0', "checkpoints/checkpoint_",
                      "; by smaller steps with --set /time/courant="):
            self.assertIn(words, error)
        self.assertTrue((self.folder / "parts" / "failure.vtp").exists())
        self.assertEqual(self.summary("parts")["status"], "simulation_failed")
        self.assertEqual(self.summary("parts")["exit_code"], 5)
        error = self.resume(code=5)
        self.assertIn("has left limits.region at t = ", error)
        self.resume("--set", "/limits/region/high=[1, 1]")
        self.assertEqual(differences(self.folder / "whole", self.folder / "parts"), [])
        self.assertIn("differs at /gravity/0:", self.resume("--set", "/gravity=[1, 0]", code=3))

    def test_damaged_checkpoints(self):
        parts = self.parts()
        newest(parts).unlink()  # that of the end
        self.assertEqual(len(list((parts / "checkpoints").iterdir())), 1)
        good = newest(parts)
        later = good.with_name("checkpoint_000000999999.talus")
        shutil.copy(good, later)
        for harm in (lambda: self.flip(later), lambda: later.write_bytes(good.read_bytes()[:-100]),
                     lambda: later.write_bytes(b"")):
            shutil.copytree(parts, self.folder / "spare")
            harm()
            error = self.resume()
            self.assertIn(f'{later.name}" is damaged', error)
            self.assertIn("An older checkpoint is used", error)
            self.assertTrue(later.with_name(later.name + ".damaged").exists())
            summary = self.summary("parts")
            self.assertEqual(summary["state_hash"], self.summary("spare")["state_hash"])
            shutil.rmtree(parts)
            (self.folder / "spare").rename(parts)
        self.flip(good)
        self.flip(later)
        error = self.resume(code=4)
        self.assertIn("is damaged", error)
        self.assertIn("no older checkpoint", error)
        self.assertEqual(len(list((parts / "checkpoints").iterdir())), 2, "nothing is renamed or removed")

    def test_what_does_not_belong_together(self):
        parts = self.parts()
        resolved = parts / "case.resolved.json"
        text = resolved.read_text()
        case = json.loads(text)
        case["contacts"][0]["tangential"]["mu"] *= 2
        resolved.write_text(json.dumps(case))
        before = (parts / "history.csv").read_bytes()
        error = self.resume(code=3)
        self.assertIn("another case, which differs at /contacts/0/tangential/mu:", error)
        self.assertEqual((parts / "history.csv").read_bytes(), before)
        code, _, error = self.talus("run", SLIDING, *SHORTER, *OFTEN, "--set", "mu=0.1", "-q", "-o", "parts", "--resume")
        self.assertEqual(code, 3, error)
        resolved.write_text(text)
        history = (parts / "history.csv").read_text().splitlines(keepends=True)
        (parts / "history.csv").write_text("".join(history[:3]))
        self.assertIn("has only 2 rows of", self.resume(code=4))
        (parts / "history.csv").write_text("".join(history))
        for file in (parts / "checkpoints").iterdir():
            data = bytearray(file.read_bytes())
            data[16] = 99
            file.write_bytes(data)
        self.assertIn("is of version 99", self.resume(code=4))

    def test_nothing_to_resume(self):
        code, _, error = self.talus("resume", "nowhere")
        self.assertEqual((code, "there is no file or folder" in error), (4, True), error)
        (self.folder / "mine").mkdir()
        code, _, error = self.talus("resume", "mine")
        self.assertEqual((code, "not a results folder of talus" in error), (4, True), error)
        self.whole().rename(self.folder / "parts")
        self.assertIn("there is no checkpoint in", self.resume(code=4))


class Faults(Block):
    """What the system may do to files."""

    def small_files(self):
        """In the process to come: no file grows beyond 100 kB, as if the disk were full then."""
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    def test_checkpoint_that_cannot_be_written(self):
        process = self.start(*OFTEN, "--wall-limit", "0.01 s")
        process.communicate(timeout=60)
        parts = self.folder / "parts"
        good = newest(parts)
        whole = good.read_bytes()
        frames = sorted(file.name for file in (parts / "frames").iterdir())
        self.assertGreater(len(whole), 100_000)
        done = subprocess.run([TALUS, "resume", "parts", "-j", "1", "-q"], cwd=self.folder,
                              preexec_fn=self.small_files, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("cannot write", done.stderr)
        self.assertIn("File too large", done.stderr)
        self.assertEqual([file.name for file in (parts / "checkpoints").iterdir()], [good.name])
        self.assertEqual(good.read_bytes(), whole)
        self.assertLessEqual(set(frames[:3]), {file.name for file in (parts / "frames").iterdir()})
        self.resume()
        self.same()

    def test_frames_folder_that_vanishes(self):
        process = self.start("--wall-limit", "0.01 s")
        process.communicate(timeout=60)
        shutil.rmtree(self.folder / "parts" / "frames")
        self.assertRegex(self.resume(), r"warning: \d+ frame files that \.pvd files list are gone from parts")
        found = differences(self.whole(), self.folder / "parts")
        self.assertTrue(all("only in the whole run" in text or "that .pvd files list" in text for text in found), found)

    def in_private_mounts(self, *commands):
        """Root's way to a full or a read-only disk; others leave the test out."""
        script = " && ".join(commands)
        if os.geteuid() != 0 or subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode != 0:
            self.skipTest("needs root to mount a small disk")
        return subprocess.run(["unshare", "-m", "sh", "-c", script], cwd=self.folder, capture_output=True, text=True,
                              timeout=120, env=dict(os.environ, OMP_WAIT_POLICY="passive", OMP_NUM_THREADS="1"))

    def test_full_disk(self):
        (self.folder / "disk").mkdir()
        (self.folder / "out").mkdir()
        run = " ".join([f"'{TALUS}'", "run", f"'{SLIDING}'", *(f"'{word}'" for word in (*SHORTER, *OFTEN)), "-j 1 -q"])
        done = self.in_private_mounts(
            "mount -t tmpfs -o size=1100k none disk", f"{{ {run} -o disk/parts; echo code $?; }}",
            "mount -o remount,size=100m none disk", "find disk -name '*.part'", "ls disk/parts/checkpoints",
            f"'{TALUS}' resume disk/parts -j 1 -q; echo then $?", "cp -r disk/parts out/")
        self.assertIn("code 4", done.stdout, done.stderr)
        self.assertIn("checkpoint_", done.stdout)
        self.assertIn("No space left on device", done.stderr)
        self.assertNotIn(".part", done.stdout)
        (self.folder / "out" / "parts").rename(self.folder / "parts")
        self.same()

    def test_disk_that_fills_up_anywhere(self):
        """In the middle of a frame, a checkpoint, a table: always the same exit code, and no half files."""
        for size in range(100, 1300, 100):
            with self.subTest(size=size):
                disk = self.folder / f"disk{size}"
                disk.mkdir()
                run = " ".join([f"'{TALUS}'", "run", f"'{SLIDING}'", *(f"'{word}'" for word in (*SHORTER, *OFTEN)),
                                "-j 1 -q"])
                done = self.in_private_mounts(f"mount -t tmpfs -o size={size}k none '{disk}'",
                                              f"{{ {run} -o '{disk}/parts'; echo code $?; }}",
                                              f"find '{disk}' -name '*.part'")
                self.assertEqual("code 4", done.stdout.strip(), done.stderr)
                self.assertIn("No space left on device", done.stderr)

    def test_read_only(self):
        parts = self.parts()
        newest(parts).unlink()
        done = self.in_private_mounts("mount --bind parts parts", "mount -o remount,ro,bind parts",
                                      f"{{ '{TALUS}' resume parts -j 1 -q; echo code $?; }}")
        self.assertIn("code 4", done.stdout, done.stderr)
        self.assertIn("Read-only file system", done.stderr)
        self.resume()
        self.same()


if __name__ == "__main__":
    unittest.main()
