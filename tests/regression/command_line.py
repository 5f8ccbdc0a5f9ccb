"""The command line: every command, its exit code, and what it leaves behind."""
import csv
import json
import os
import re
import resource
import signal
import subprocess
import time
import unittest

from support import SANITIZED, SOURCE, TALUS, Workplace, entries_of, keys_of, run


class Mistyped(Workplace):
    def test_nearest_word(self):
        self.write()
        for words, meant in {("rnu",): '"run"', ("run", "case.json", "--oversrite"): '"--overwrite"',
                             ("descrbe", "block"): '"describe"', ("--versoin",): '"--version"',
                             ("describe", "hencky_j3"): '"hencky_j2"', ("list", "materials"): '"material"'}.items():
            code, out, error = self.talus(*words)
            self.assertEqual((code, out), (2, ""), error)
            self.assertIn(f"did you mean {meant}?", error)

    def test_refused(self):
        self.write()
        for words in ("", "run", "run C C", "run C -j 0", "run C -q -v", "run C --wall-limit 3kg", "run C --set foo",
                      "run C --set =5", "run C --end abc", "validate C --end 3kg", "bench C --set mu", "sweep C",
                      "sweep C mu", "sweep C mu=1,", "sweep C mu=.5,0.5", "sweep C mu=.5 mu=.4"):
            words = words.replace("C", "case.json").split()
            code, out, error = self.talus(*words)
            self.assertEqual((code, out), (2, ""), f"{words}: {error}")
            self.assertTrue(error)
        self.assertEqual(self.talus("sweep", "case.json", "nope=1")[0], 3)
        self.assertEqual(os.listdir(self.folder), ["case.json"])

    def test_help(self):
        code, out, _ = self.talus("--help")
        self.assertEqual(code, 0)
        commands = re.findall(r"^  ([a-z]+)  ", out, re.MULTILINE)
        self.assertIn("sweep", commands)
        for command in commands:
            code, out, error = self.talus(command, "--help")
            self.assertEqual((code, error), (0, ""))
            self.assertIn(f"talus {command}", out)


class Header(Workplace):
    def test_forecast_of_steps(self):
        # Free of forces steps have one length, after the first ones of a solid, which are short and grow.
        self.case.update(gravity=[0, 0], time={"end": "0.2 s"}, compare={})
        self.write()
        code, out, error = self.talus("run", "case.json", "-o", "results", "--no-progress")
        self.assertEqual(code, 0, error)
        said = int(re.search(r"about ([\d ]+) from", out)[1].replace(" ", ""))
        steps = json.loads((self.folder / "results" / "summary.json").read_text())["steps"]
        self.assertGreater(steps, 100)
        self.assertAlmostEqual(said, steps, delta=2)


class Catalogue(Workplace):
    def test_every_entry_can_be_described(self):
        code, out, _ = self.talus("list")
        self.assertEqual(code, 0)
        names = re.findall(r"^  (\w+)", out, re.MULTILINE)
        self.assertGreater(len(names), 25)
        for name in set(names):
            code, out, error = self.talus("describe", name)
            self.assertEqual((code, error), (0, ""))
            self.assertTrue(out.startswith(name))

    def test_every_key_can_be_described(self):
        wanted = {}
        for key, pointer in keys_of(json.loads(self.talus("schema")[1])["else"]):
            wanted.setdefault(key, set()).add(pointer)
        self.assertGreater(len(wanted), 200)
        for key, pointers in wanted.items():
            code, out, error = self.talus("describe", key)
            self.assertEqual((code, error), (0, ""), key)
            self.assertEqual(set(re.findall(r"^  at (/\S+)", out, re.MULTILINE)), pointers, key)
            self.assertNotRegex(out, r"\[\n")

    def test_described_keys_are_as_optional_as_they_seem(self):
        seen = 0
        for name, form in entries_of(json.loads(self.talus("schema")[1])["else"]):
            required = form["anyOf"][0]["required"] if "anyOf" in form else []
            pages = re.split(r"^\S+  \((.*)\)$", self.talus("describe", name)[1], flags=re.MULTILINE)
            for kind, text in zip(pages[1::2], pages[2::2]):
                keys = re.findall(r"\n\n  (\w+)  +.*?( \(required\))?(?=\n)", text)
                if kind == "key" or not keys or not all(key in form["properties"] for key, _ in keys):
                    continue
                seen += 1
                for key, must in keys:
                    self.assertEqual(bool(must), key in required, f"{key} of {name} ({kind})")
        self.assertGreater(seen, 50)

    def test_describe_at_large(self):
        _, out, _ = self.talus("describe")
        for line in ("contacts", "variables", "coulomb_stick_slip"):
            self.assertRegex(out, rf"(?m)^  {line}  ")
        self.assertRegex(self.talus("describe", "hertz")[1], r"\n  damping +what dissipates \(required\)\n")
        self.assertIn('"10 kg/s", positive [kg/s]', self.talus("describe", "pour")[1])
        self.assertEqual(self.talus("describe", "/bodies/drum/motion"), self.talus("describe", "/bodies/*/motion"))
        code, out, error = self.talus("describe", "/bodies/*/nothing")
        self.assertEqual((code, out), (2, ""))
        self.assertLess(len(error), 200)

    def test_cases_fit_the_schema(self):
        import jsonschema
        schema = json.loads((SOURCE / "cases" / "talus.schema.json").read_text())
        validator = jsonschema.validators.validator_for(schema)(schema)
        for path in sorted((SOURCE / "cases").rglob("*.json")):
            if path.name == "talus.schema.json":
                continue
            # Comments and commas at the end, which editors take in "JSON with comments".
            text = re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', lambda m: m[1] or "", path.read_text(), flags=re.DOTALL)
            text = re.sub(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', lambda m: m[1] or "", text)
            wrong = [f"{list(e.absolute_path)}: {e.message[:80]}" for e in validator.iter_errors(json.loads(text))]
            self.assertEqual(wrong, [], path.name)

    def test_committed_schema_is_up_to_date(self):
        code, out, _ = self.talus("schema")
        self.assertEqual(code, 0)
        self.assertEqual(out, (SOURCE / "cases" / "talus.schema.json").read_text(),
                         "run: talus schema > cases/talus.schema.json")

    def test_full_disk(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([TALUS, "schema"], stdout=full, stderr=subprocess.PIPE, timeout=20)
        self.assertEqual(done.returncode, 4, done.stderr)

    def test_limit_of_file_sizes(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        with open(os.path.join(self.folder, "schema.json"), "w") as small:
            done = subprocess.run([TALUS, "schema"], stdout=small, stderr=subprocess.PIPE, timeout=20, preexec_fn=limit)
        self.assertEqual(done.returncode, 4, done.stderr)

    def test_version(self):
        self.assertRegex(self.talus("version")[1], r"^talus \d+\.\d+\.\d+\n")
        self.assertRegex(self.talus("--version")[1], r"^talus \d+\.\d+\.\d+\n")


class Running(Workplace):
    def test_run_and_outside_tolerance(self):
        self.write()
        code, out, error = self.talus("run", "case.json", "--no-progress")
        self.assertEqual((code, error), (0, ""))
        self.assertIn("PASS  v", out)
        code, out, _ = self.talus("run", "case.json", "--set", "/compare/v/value=0.6")
        self.assertEqual(code, 6)
        self.assertIn("FAIL  v", out)
        self.assertEqual(self.summary()["status"], "outside_tolerance")
        self.assertEqual(self.summary("results/case.prev")["status"], "ok")

    def test_quiet_and_verbose(self):
        self.write()
        self.assertEqual(self.talus("run", "case.json", "-q"), (0, "", ""))
        rows = len(self.talus("run", "case.json", "--set", "/time/step=20e-6")[1].splitlines())
        more = len(self.talus("run", "case.json", "--set", "/time/step=20e-6", "-v")[1].splitlines())
        self.assertGreater(more, rows + 50)

    def test_check_writes_nothing(self):
        self.write()
        code, out, error = self.talus("run", "case.json", "--check")
        self.assertEqual((code, error), (0, ""))
        self.assertEqual(out + "The case is valid.\n", self.talus("validate", "case.json")[1])
        for fact in ("10 particles", "time step", "steps", "memory", "3 frames"):
            self.assertIn(fact, out)
        self.assertEqual(os.listdir(self.folder), ["case.json"])

    def test_end_is_part_of_the_resolved_case(self):
        self.write()
        self.assertEqual(self.talus("run", "case.json", "-q", "--end", "1.5 ms")[0], 0)
        first = self.summary()
        self.assertEqual(first["end_time"], 0.0015)
        self.assertEqual(self.talus("run", "results/case/case.resolved.json", "-q", "-o", "again")[0], 0)
        self.assertEqual(self.summary("again")["state_hash"], first["state_hash"])

    def test_wall_limit(self):
        self.case["time"]["end"] = "900 s"
        self.write()
        code, _, error = self.talus("run", "case.json", "-q", "--wall-limit", "0.3 s")
        self.assertEqual(code, 7, error)
        self.assertEqual(self.summary()["status"], "wall_time_limit")
        self.assertEqual(self.summary()["exit_code"], 7)

    def test_signals(self):
        self.case["time"]["end"] = "1e5 s"
        self.case["output"] = {"frames": {"every": "1e5 s"}, "history": {"every": "100 s", "columns": {
            "v": {"of": "upper", "quantity": "velocity", "along": [1, 0]}}}}
        self.case["gravity"] = [0, 0]
        self.write()
        for number, expected in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            process = subprocess.Popen([TALUS, "run", "case.json", "-j", "1", "--overwrite"], cwd=self.folder,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            for line in process.stdout:  # the header of the table: the run is on its way
                if "kinetic" in line:
                    break
            time.sleep(0.5)
            process.send_signal(number)
            process.stdout.read()
            process.stdout.close()
            self.assertEqual(process.wait(timeout=20), expected)
            summary = self.summary()
            self.assertEqual((summary["status"], summary["exit_code"]), ("interrupted", expected))
            results = self.folder / "results" / "case"
            last = (results / "history.csv").read_text().splitlines()[-1]
            self.assertEqual(float(last.split(",")[0]), summary["end_time"])
            self.assertTrue((results / "frames" / "upper_000001.vtp").exists(), "a frame of the last state")
            self.assertTrue((results / "report.html").exists())

    def test_a_failed_comparison_is_told_even_if_nothing_else_is(self):
        self.case["compare"]["v"]["value"] = 0.6
        self.write()
        code, out, error = self.talus("run", "case.json", "-q")
        self.assertEqual((code, out), (6, ""))
        self.assertRegex(error, "^FAIL  v against curve 0.6: .*allowed: rms")

    def test_nobody_reads_what_is_printed(self):
        self.write()
        process = subprocess.Popen([TALUS, "run", "case.json", "-j", "1"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        process.stdout.close()
        error = process.stderr.read()
        process.stderr.close()
        self.assertEqual(process.wait(timeout=20), 4)
        self.assertIn("reader gone", error)
        self.assertEqual(self.summary()["status"], "ok", "the run itself has gone on to its end")


class Sweeping(Workplace):
    def test_grid(self):
        self.case["variables"]["speed"] = 0.5
        self.case["bodies"]["upper"]["velocity"] = ["$speed", 0]
        self.write()
        code, out, error = self.talus("sweep", "case.json", "mu=0,.2", "speed=0.5,3", "-o", "runs")
        self.assertEqual((code, error), (6, ""), out)  # 3 m/s is not the 0.5 m/s of the reference
        self.assertEqual(sorted(os.listdir(self.folder / "runs")),
                         ["case_mu=0.2_speed=0.5", "case_mu=0.2_speed=3", "case_mu=0_speed=0.5", "case_mu=0_speed=3",
                          "case_sweep.csv", "case_sweep.html"])
        with open(self.folder / "runs" / "case_sweep.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(r["mu"], r["speed"], r["status"]) for r in rows],
                         [("0", "0.5", "ok"), ("0", "3", "outside_tolerance"),
                          ("0.2", "0.5", "ok"), ("0.2", "3", "outside_tolerance")])
        self.assertAlmostEqual(float(rows[1]["absolute"]), 2.5)
        self.assertEqual(self.summary("runs/case_mu=0.2_speed=3")["exit_code"], 6)
        self.assertEqual(len([line for line in out.splitlines() if line.startswith("run ")]), 4)
        page = (self.folder / "runs" / "case_sweep.html").read_text()
        self.assertIn("2 of 4 runs ok", page)
        self.assertEqual(page.count("v against"), 1)  # one reference: one plot
        for label in ("mu=0.2_speed=0.5", "mu=0_speed=3"):
            self.assertEqual(page.count(f">{label}</text>"), 2, "in the values and in the errors")
        self.assertNotIn("<script", page)

    def test_one_plot_for_each_exact_curve(self):
        self.case["compare"]["v"] = {"analytic": "coulomb_slide", "mu": "$mu", "speed": 0.5, "tolerance": {"max": 1}}
        self.write()
        self.assertEqual(self.talus("sweep", "case.json", "mu=0,.2", "/time/courant=.8,.9", "-q", "--no-progress")[0], 0)
        page = (self.folder / "results" / "case_sweep.html").read_text()
        for mu in ("0", "0.2"):
            self.assertEqual(page.count(f"v against coulomb_slide, mu {mu}<"), 1)

    def test_goes_on_after_a_failure(self):
        self.write()
        code, out, error = self.talus("sweep", "case.json", "/bodies/upper/position=[0,0.07],[0,1]", "-q")
        self.assertEqual(code, 3)
        self.assertIn("initial_overlap", error)
        self.assertRegex(out, r"\[0,1\] +ok")

    def test_mistake_costs_no_run(self):
        self.write()
        code, _, error = self.talus("sweep", "case.json", "mu=0.1,-0.1")
        self.assertEqual(code, 3)
        self.assertIn("/contacts/0/tangential/mu", error)
        self.assertFalse((self.folder / "results").exists())


class Benching(Workplace):
    FEW = ("--steps", "2", "--warm", "1", "--repeat", "1")

    def test_a_row_for_each_value_and_number_of_threads(self):
        self.write()
        code, out, error = self.talus("bench", "--sweep", "mu=0,.4", "-j", "1,2", "case.json", *self.FEW)
        self.assertEqual((code, error), (0, ""))
        rows = [line.split() for line in out.splitlines() if line.startswith("  case ")]
        heads, rows = rows[::3], rows[1::3] + rows[2::3]
        self.assertEqual([len(head) for head in heads], [13, 13])  # "of stream" and "of FMA" are two words each
        self.assertEqual(sorted(row[1] for row in rows), ["mu=0", "mu=0", "mu=0.4", "mu=0.4"])
        for row in rows:
            self.assertEqual(row[2], "26", "particles")
            self.assertGreater(float(row[3]), 0, "rate")
            if not SANITIZED:
                self.assertGreater(float(row[8]), 1000, "bytes per particle")
        self.assertEqual(os.listdir(self.folder), ["case.json"])

    def test_every_case_of_ours_can_be_timed(self):
        for case in sorted((SOURCE / "tools" / "bench").glob("*.json")):
            small = {"s1_lattice": "long=8", "s1_rings": "long=8", "s1_irregular": "wide=12",
                     "contact_density": "cells=4"}
            change = ("--set", small[case.stem]) if case.stem in small else ()
            code, _, error = self.talus("bench", case, *change, *self.FEW)
            self.assertEqual((code, error), (0, ""), case)

    def test_refused(self):
        self.write()
        for words in (("--sweep", "mu"), ("--sweep", "mu=0,0"), ("--steps", "0")):
            code, out, error = self.talus("bench", "case.json", *words)
            self.assertEqual((code, out), (2, ""), error)
        code, _, error = self.talus("bench", "case.json", "--steps", "1000000")
        self.assertEqual(code, 3, error)
        self.assertIn("ask for fewer", error)
        code, _, error = self.talus("bench", "case.json", "--set", "/bodies/upper/position=[0.05, 0.07]", *self.FEW)
        self.assertEqual(code, 3, error)
        self.assertRegex(error, r"^case\.json:\d+:\d+: error\[E\d+\] at /bodies/lower\n")


class Results(Workplace):
    def test_info_compare_and_report(self):
        self.write()
        self.assertEqual(self.talus("run", "case.json", "-q")[0], 0)
        for place in ("results/case", "case.json"):
            code, out, error = self.talus("info", place)
            self.assertEqual((code, error), (0, ""))
            for words in ("ok, exit code 0", "PASS  v", self.summary()["state_hash"], "frames"):
                self.assertIn(words, out)
            code, out, error = self.talus("compare", place)
            self.assertEqual((code, error), (0, ""))
            self.assertRegex(out, r"results/case +v +PASS")
        report = self.folder / "results" / "case" / "report.html"
        report.unlink()
        self.assertEqual(self.talus("report", "results/case")[0], 0)
        self.assertIn("<svg", report.read_text())
        resolved = self.folder / "results" / "case" / "case.resolved.json"
        resolved.write_text(resolved.read_text().replace('"value": 0.5', '"value": 0.7'))
        self.assertEqual(self.talus("compare", "results/case")[0], 6)

    def test_overlay(self):
        self.write()
        self.assertEqual(self.talus("run", "case.json", "-q", "-o", "runs/one")[0], 0)
        self.assertEqual(self.talus("run", "case.json", "-q", "-o", "runs/two", "--end", "1 ms")[0], 0)
        code, out, error = self.talus("report", "runs/one", "runs/two/")
        self.assertEqual((code, error), (0, ""))
        self.assertIn("wrote runs/overlay.html", out)
        page = (self.folder / "runs" / "overlay.html").read_text()
        self.assertIn("2 of 2 runs ok", page)
        for name in ("one", "two"):
            self.assertEqual(page.count(f">{name}</text>"), 2)
        self.assertEqual(self.talus("report", "runs/one", "-o", "page.html")[0], 0)
        self.assertTrue((self.folder / "page.html").exists())
        self.assertEqual(self.talus("report", "runs/one", "runs/three")[0], 4)

    def test_nothing_to_read(self):
        self.write()
        for words in (("info", "nowhere"), ("compare", "case.json"), ("report", ".")):
            code, _, error = self.talus(*words)
            self.assertEqual(code, 4, error)

    def test_damaged_results(self):
        self.write()
        self.assertEqual(self.talus("run", "case.json", "-q")[0], 0)
        results = self.folder / "results" / "case"
        (results / "summary.json").write_text('{"status": 3}')
        self.assertRegex(self.talus("info", "results/case")[2], r"^\S+ is not a summary that talus wrote: it [^\[]*$")
        (results / "summary.json").unlink()
        self.assertIn("unfinished", self.talus("info", "results/case")[1])
        (results / "history.csv").write_text("time [s],w [m/s]\n0,1\n")
        self.assertEqual(self.talus("compare", "results/case")[0], 4)


class Starting(Workplace):
    def test_new(self):
        code, out, _ = self.talus("new")
        self.assertEqual(code, 0)
        self.assertIn("sliding_block.json", out)
        path = self.folder / "sliding_block.json"
        text = path.read_text()
        code, _, error = self.talus("new", path)
        self.assertEqual(code, 4, error)
        self.assertEqual(path.read_text(), text)
        self.assertEqual(self.talus("new", "nowhere/case.json")[0], 4)

    def test_starter_case_passes(self):
        self.talus("new", "block.json")
        code, out, error = self.talus("run", "block.json", "--no-progress")
        self.assertEqual((code, error), (0, ""), out)
        resolved = json.loads((self.folder / "results" / "block" / "case.resolved.json").read_text())
        self.assertIn("field_barrier", json.dumps(resolved["contacts"]))

    def test_starter_case_knows_the_other_law(self):
        self.talus("new", "block.json")
        code, out, error = self.talus("run", "block.json", "--short", "--set", "law=kernel_potential", "--no-progress")
        self.assertEqual((code, error), (0, ""), out)


if __name__ == "__main__":
    unittest.main()
