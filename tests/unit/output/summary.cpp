// summary.json keeps the keys that scripts rely on.
#include "talus/output/summary.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "scratch_folder.hpp"
#include "talus/core/error.hpp"
#include "talus/output/atomic_file.hpp"

using namespace talus;
using namespace talus::test;

TEST_CASE("the promised keys are there, in order, with full precision") {
  const ScratchFolder folder;
  Summary summary{.status = "ok", .steps = 123456789012, .wall_seconds = 1.0 / 3.0, .threads = 2};
  summary.work_residual = 1e-12;
  summary.state_residual = 2e-4;
  summary.state_hash = "00ff";
  summary.compare = {{.column = "v", .rms = 0.1, .max = 0.2, .final = 0.3, .pass = true, .tolerance = {{"rms", 0.5}}}};
  write_summary(folder / "summary.json", summary);
  const std::string text = read_file(folder / "summary.json");
  const auto json = nlohmann::json::parse(text);
  CHECK(text.find("\"status\"") < text.find("\"exit_code\""));
  CHECK(json["status"] == "ok");
  CHECK(json["exit_code"] == 0);
  CHECK(json["steps"] == 123456789012);
  CHECK(json["wall_seconds"].get<Real>() == 1.0 / 3.0);
  CHECK(json["particle_updates_per_second"] == 0);
  CHECK(json["energy"]["work_residual"] == 1e-12);
  CHECK(json["energy"]["state_residual"] == 2e-4);
  CHECK(json["compare"]["v"]["rms"] == 0.1);
  CHECK(json["compare"]["v"]["max"] == 0.2);
  CHECK(json["compare"]["v"]["final"] == 0.3);
  CHECK(json["compare"]["v"]["pass"] == true);
  CHECK(json["compare"]["v"]["tolerance"]["rms"] == 0.5);
  CHECK(json["threads"] == 2);
  CHECK(json["state_hash"] == "00ff");
  CHECK_FALSE(json.contains("soft_springs"));  // of runs without contacts of grains
}

TEST_CASE("what springs did stands under its names") {
  const ScratchFolder folder;
  const Summary summary{.status = "ok", .soft_springs = {{"overlap_ratio", 0.004}, {"detachment", 0.25}}};
  write_summary(folder / "summary.json", summary);
  const auto springs = nlohmann::json::parse(read_file(folder / "summary.json"))["soft_springs"];
  CHECK(springs.size() == 2);
  CHECK(springs["overlap_ratio"] == 0.004);
  CHECK(springs["detachment"] == 0.25);
}

TEST_CASE("a failed run has a summary too: NaN is null, foreign bytes do not stop it") {
  const ScratchFolder folder;
  Summary summary{.status = "simulation_failed", .exit_code = 5};
  summary.work_residual = std::numeric_limits<Real>::quiet_NaN();
  summary.warnings = {"bad byte \xff"};
  write_summary(folder / "summary.json", summary);
  const auto json = nlohmann::json::parse(read_file(folder / "summary.json"));
  CHECK(json["energy"]["work_residual"].is_null());
  CHECK(json["compare"].is_object());
  CHECK_THROWS_AS(write_summary(folder.blocked("summary.json"), summary), FileError);
}
