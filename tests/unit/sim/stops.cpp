// Runs that cannot go on: they name their particles, say why, and leave a picture.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include "../output/scratch_folder.hpp"
#include "support/sample_case.hpp"
#include "support/written_case.hpp"
#include "talus/sim/run.hpp"
#include "talus/sim/stop.hpp"

namespace talus {
namespace {

/// A block that falls on a floor; `time` and `velocity` are JSON.
std::string case_of(const std::string& time, const std::string& velocity) {
  return R"({"talus": 1, "title": "block on a floor", "dimension": 2, "time": )" + time + R"(,
  "materials": {"soft": {"model": "neo_hookean", "density": 1000, "young": 1e7, "poisson": 0.3}},
  "bodies": {"block": {"solver": "tlsph", "material": "soft", "spacing": 0.1, "position": [0, 0.5], "velocity": )" +
         velocity + R"(, "shape": {"model": "block", "size": [1, 1]}},
             "floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0], "normal": [0, 1]}}},
  "contacts": [{"between": ["block", "floor"], "normal": "penalty"}]})";
}

/// Runs until it stops; what it says.
Stop stop_of(Simulation& s) {
  try {
    while (!s.finished()) {
      s.step(s.segment_end());
      s.check_health();
    }
  } catch (const Stop& stop) {
    return stop;
  }
  FAIL("it did not stop");
  return {"", "", {}};
}

bool says(const Stop& stop, const std::string& words) {
  return std::string(stop.what()).find(words) != std::string::npos;
}

TEST_CASE("a body that is crushed stops with its thinnest particles") {
  Model model = build_model(read_written(case_of(R"({"end": "1 s"})", "[0, 0]")).description);
  const auto squeeze = [&](Index i, Real stretch) { model.bodies[0].F.change(i, [&](Mat3& F) { F(1, 1) = stretch; }); };
  squeeze(31, 6e-4);
  squeeze(30, 9e-4);
  squeeze(29, 0.1);
  const auto stop = find_collapsed_step(model, {6e-4}, "waves", 0.25, 1e-9);
  REQUIRE(stop);
  CAPTURE(stop->what());
  CHECK(stop->culprits == std::vector<Index>{31, 30});
  for (const char* words :
       {"the time step has collapsed to 1 ns at t = 250 ms", "particle 31 and 1 more of body \"block\"",
        "0.0006 of its thickness", "Likely cause: the body, of neo_hookean, is crushed"}) {
    CHECK(says(*stop, words));
  }
}

/// The same block of a law that gives way when it is squeezed far.
std::string soft_case(const std::string& time, const std::string& velocity) {
  std::string text = case_of(time, velocity);
  const std::string law = "neo_hookean";
  return text.replace(text.find(law), law.size(), "saint_venant_kirchhoff");
}

TEST_CASE("a law that softens is named where a body of it is crushed") {
  Model model = build_model(read_written(soft_case(R"({"end": "1 s"})", "[0, 0]")).description);
  model.bodies[0].F.change(31, [&](Mat3& F) { F(1, 1) = 6e-4; });
  const auto stop = find_collapsed_step(model, {6e-4}, "waves", 0.25, 1e-9);
  REQUIRE(stop);
  CHECK(says(*stop, "saint_venant_kirchhoff pushes back less and less below a stretch of 0.58; neo_hookean"));
}

TEST_CASE("a body that is squeezed to where its law softens is warned of once") {
  for (const auto& [stretch, warnings] : {std::pair{"0.7", 0}, std::pair{"0.59", 1}}) {
    CAPTURE(stretch);
    test::ScratchFolder scratch;
    const auto path = scratch / "block.json";
    std::ofstream(path) << soft_case(R"({"end": "0.1 ms"})", R"([0, 0], "stretch": [1, )" + std::string(stretch) + "]");
    RunOptions options{.folder = scratch / "results", .name = "block"};
    options.console.quiet = true;
    Summary summary;
    CHECK(run_case(read_case_file({.path = path}), options, summary) == 0);
    CHECK(std::ranges::count_if(summary.warnings, [](const std::string& w) {
            return w.find("squeezed to less than 0.6 of its length") != std::string::npos;
          }) == warnings);
  }
}

TEST_CASE("a material that refuses names particle, time, volume, cause and remedy") {
  Simulation s = simulate_written(case_of(R"({"end": "1 s", "step": "2 ms"})", "[0, -1]"));
  const Stop stop = stop_of(s);
  CAPTURE(std::string(stop.what()));
  for (const char* words : {"of body \"block\"", "reference place (", "at t = ", "after the step was halved 5 times",
                            "its volume is -", "Likely cause: ", "time.courant"}) {
    CHECK(says(stop, words));
  }
  const SolidBody& block = s.model().bodies[0];
  for (const Index i : stop.culprits) CHECK(block.F[i].determinant() <= 0);
  for (Index i = 0; i < block.size(); ++i) {
    const bool named = std::ranges::find(stop.culprits, i) != stop.culprits.end();
    CHECK(named == !(block.F[i].determinant() > 0));
  }
}

TEST_CASE("smaller steps are those that this case follows") {
  const auto advice = [](const std::string& text) {
    return by_smaller_steps(build_model(read_written(text).description));
  };
  CHECK(advice(case_of(R"({"end": "1 s", "courant": 0.6})", "[0, -1]")) ==
        "by smaller steps with --set /time/courant=0.3");
  CHECK(advice(case_of(R"({"end": "1 s", "step": "2 ms"})", "[0, -1]")) ==
        "by smaller steps with --set /time/step=0.001");
  CHECK(advice(R"({"talus": 1, "title": "grain", "dimension": 2, "time": {"end": "1 s"},
  "materials": {"glass": {"model": "linear_elastic", "density": 2500, "young": 1e7, "poisson": 0.2}},
  "bodies": {"grain": {"solver": "dem", "material": "glass",
                       "grains": {"model": "spheres", "list": [{"centre": [0, 1], "radius": 0.1}]}}}})") ==
        "by smaller steps with --set /time/steps_per_contact=100");
}

TEST_CASE("a surface that is torn stops the run before its field is looked for everywhere") {
  Model model = build_model(read_written(R"({"talus": 1, "title": "two blocks", "dimension": 2, "time": {"end": "1 s"},
  "materials": {"soft": {"model": "neo_hookean", "density": 1000, "young": 1e7, "poisson": 0}},
  "bodies": {"upper": {"solver": "tlsph", "material": "soft", "spacing": 0.1, "position": [0, 1],
                       "shape": {"model": "block", "size": [1, 1]}},
             "lower": {"solver": "tlsph", "material": "soft", "spacing": 0.1, "shape": {"model": "block", "size": [1, 1]}}},
  "contacts": [{"between": ["upper", "lower"], "normal": "field_barrier"}]})")
                                .description);
  // Something tears the lower one apart.
  SolidBody& lower = model.bodies[1];
  for (Index i = 0; i < lower.size(); ++i) lower.v[i][0] = 1e4 * lower.X[i][0];
  Simulation s(std::move(model));
  const Stop stop = stop_of(s);
  CAPTURE(std::string(stop.what()));
  CHECK(stop.body == "lower");
  CHECK(stop.culprits.size() == 1);
  for (const char* words : {"contact cannot follow a torn surface: particle ", "of body \"lower\"", "times its length",
                            "at t = ", "Likely cause: "}) {
    CHECK(says(stop, words));
  }
}

TEST_CASE("what is no number is found with its place") {
  Model model = build_model(read_written(case_of(R"({"end": "1 s"})", "[0, 0]")).description);
  CHECK(!find_lost_numbers(model, 0.25));
  CHECK(!find_collapsed_step(model, {1}, "waves", 0.25, 1e-3));
  model.bodies[0].v[7][1] = infinity;
  model.bodies[0].x[9][0] = std::numeric_limits<Real>::quiet_NaN();
  const auto lost = find_lost_numbers(model, 0.25);
  REQUIRE(lost);
  CHECK(lost->culprits == std::vector<Index>{7, 9});
  CHECK(says(*lost, "the velocity of particle 7 and 1 more of body \"block\""));
  CHECK(says(*lost, "at t = 250 ms"));
  // A step that is no step says so, with the same particles.
  const auto collapsed = find_collapsed_step(model, {1}, "waves", 0.25, std::numeric_limits<Real>::quiet_NaN());
  REQUIRE(collapsed);
  CHECK(collapsed->culprits == lost->culprits);
}

TEST_CASE("lost energy stops with the fastest particle") {
  Model model = build_model(read_written(case_of(R"({"end": "1 s"})", "[0, 0]")).description);
  model.bodies[0].v[42] = {3, 4, 0};
  EnergyLedger ledger;
  ledger.open(1, 0, 0);
  ledger.add(Channel::plastic, 3);
  ledger.close_step();
  const Stop stop = stop_at_lost_energy(model, ledger, 0.5, 1e-4);
  CHECK(stop.culprits == std::vector<Index>{42});
  CHECK(says(stop, "with 5 m/s"));
  CHECK(says(stop, "the state ledger has lost 43 % of all energies at t = 500 ms"));
}

TEST_CASE("a run that stops leaves a picture of the culprits and its path in the message") {
  test::ScratchFolder scratch;
  const auto path = scratch / "block.json";
  std::ofstream(path) << case_of(R"({"end": "1 s", "step": "2 ms"})", "[0, -1]");
  const CaseFile file = read_case_file({.path = path});
  RunOptions options{.folder = scratch / "results", .name = "block"};
  options.console.quiet = true;
  Summary summary;
  std::string message;
  try {
    static_cast<void>(run_case(file, options, summary));
  } catch (const SimulationError& error) {
    message = error.what();
  }
  const std::filesystem::path picture = scratch / "results" / "failure.vtp";
  CHECK(message.ends_with(picture.string()));
  CHECK(summary.status == "simulation_failed");
  CHECK(std::ranges::find(summary.warnings, message) != summary.warnings.end());
  std::ostringstream text;
  text << std::ifstream(picture, std::ios::binary).rdbuf();
  for (const char* array : {"culprit", "velocity", "stress", "plastic_strain", "density_ratio", "penetration"}) {
    CHECK(text.str().find("Name=\"" + std::string(array) + "\"") != std::string::npos);
  }
}

TEST_CASE("a formula of a boundary or a wall that loses its value is named with its place in the case") {
  test::ScratchFolder scratch;
  const auto path = scratch / "block.json";
  /// What a run of the block has to say when this is added to the case, and with that motion of the floor.
  const auto said = [&](const std::string& more, const std::string& motion) {
    std::string text = case_of(R"({"end": "4 ms"})", "[0, 0]");
    text.insert(text.rfind('}'), more);
    const std::string normal = R"("normal": [0, 1]})";
    text.insert(text.find(normal) + normal.size(), motion);
    std::ofstream(path) << text;
    RunOptions options{.folder = scratch / "results", .name = "block", .overwrite = true};
    options.console.quiet = true;
    Summary summary;
    try {
      static_cast<void>(run_case(read_case_file({.path = path}), options, summary));
    } catch (const Error& error) {
      return std::to_string(static_cast<int>(error.code())) + " " + error.what();
    }
    return std::string();
  };
  const auto push = [](const std::string& formula) {
    return R"(, "boundaries": [{"model": "load", "body": "block", "where": {"all": true}, "force": [{"expression": ")" +
           formula + R"("}, 0]}])";
  };
  const auto sink = [](const std::string& formula) {
    return R"(, "motion": {"velocity": [0, {"expression": ")" + formula + R"("}]})";
  };
  CHECK(said("", "").empty());
  CHECK(said(push("sqrt(0.002 - t)"), "").starts_with("5 /boundaries/0/force/0: formula \"sqrt(0.002 - t)\" is not"));
  CHECK(said("", sink("-sqrt(0.002 - t)")).starts_with("5 /bodies/floor/motion/velocity/1: formula"));
  // Without a value at the start it is the case that is wrong.
  for (const std::string& answer : {said(push("1/t"), ""), said("", sink("1/t"))}) {
    CAPTURE(answer);
    CHECK(answer.starts_with("3 " + path.string() + ":"));
    CHECK(answer.find("formula \"1/t\" is not finite at t = 0 s, where the run begins") != std::string::npos);
  }
}

}  // namespace
}  // namespace talus
