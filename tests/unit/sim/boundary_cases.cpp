// Cases with motions and loads of solids: what is refused, and what comes back from the resolved case.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/written_case.hpp"
#include "talus/sim/run_report.hpp"

using namespace talus;

namespace {

std::string case_with(const std::string& boundaries) {
  return R"json({
    "talus": 1, "title": "A block", "dimension": 2, "time": { "end": 1 }, "variables": { "mu": 0.4 },
    "materials": { "soft": { "model": "neo_hookean", "density": 1000, "young": 1e7, "poisson": 0.3 } },
    "bodies": { "block": { "solver": "tlsph", "material": "soft", "spacing": 0.1,
                           "shape": { "model": "block", "size": [0.6, 0.4] } } },
    "boundaries": [)json" +
         boundaries + "] }";
}

const std::string moved = R"({ "body": "block", "model": "prescribed_motion", "where": { "layer": "top" })";
const std::string pressed = R"({ "body": "block", "model": "pressure", "where": { "all": true }, "pressure": )";
const std::string loaded = R"({ "body": "block", "model": "load", "where": { "all": true })";

void check_refused(const std::string& boundary, const std::string& words) {
  const std::string answer = complaint_about(case_with(boundary + " }"));
  CAPTURE(answer);
  CAPTURE(words);
  CHECK(answer.find(words) != std::string::npos);
}

}  // namespace

TEST_CASE("motions that contradict themselves are refused with their place") {
  check_refused(moved, "error[E402] at /boundaries/0\n      give \"displacement\", \"velocity\" or \"rotation\"");
  check_refused(moved + R"(, "displacement": [0, 0], "velocity": [0, 0])", "both say how the particles move");
  check_refused(moved + R"(, "rotation": {})",
                "error[E402] at /boundaries/0/rotation\n      give \"angle\" or \"rate\"");
  check_refused(moved + R"(, "rotation": { "angle": 0, "rate": 1 })", "give \"angle\" or \"rate\", one of the two");
  check_refused(moved + R"(, "rotation": { "axis": [0, 0, 0], "rate": 1 })",
                "error[E402] at /boundaries/0/rotation/axis");
  check_refused(moved + R"(, "rotation": { "axis": [1, 0, 0], "rate": 1 })", "in two dimensions it is z");
  check_refused(moved + R"(, "rotation": { "rate": 1 }, "components": ["x"])", "moves particles along y as well");
  check_refused(moved + R"(, "rotation": { "angle": "5 deg" })", "rotation/angle begins at 0.0872665 rad");
  check_refused(moved + R"(, "rotation": { "rate": "3 m/s" })", "error[E306] at /boundaries/0/rotation/rate");
  check_refused(moved + R"(, "rotation": { "rate": { "expression": "3*x" } })", "no number is known as \"x\"");
  check_refused(moved + R"(, "rotation": { "rate": 1 }, "displacement": [0, 0])",
                "error[E402] at /boundaries/0/rotation/rate");
  check_refused(moved + R"(, "rotation": { "rate": 1 }, "velocity": [0, 0])", "error[E402] at /boundaries/0/velocity");
}

TEST_CASE("loads that contradict themselves, and formulas of what is not known, are refused with their place") {
  check_refused(loaded, "error[E402] at /boundaries/0\n      how large is the load?");
  check_refused(loaded + R"(, "force": [0, 0], "per_volume": [0, 0])", "error[E402] at /boundaries/0/per_volume");
  check_refused(loaded + R"(, "per_volume": ["1 N", 0])", "expected a force per volume such as \"10 kN/m^3\"");
  check_refused(pressed + R"({ "expression": "9810*h - y" })",
                "error[E308] at /boundaries/0/pressure/expression\n      formula \"9810*h - y\": no number is known as "
                "\"h\"; expected \"pi\", \"t\", \"x\", \"y\", \"z\" or \"mu\"");
  check_refused(pressed + R"({ "expression": "9810*z" })", "a case in two dimensions has no z");
}

TEST_CASE("a formula of the place that has no value is told with its place in the case and in space") {
  const CaseFile file = read_written(case_with(pressed + R"({ "expression": "1/(x - x) + 1" } })"));
  CHECK_THROWS_WITH_AS(
      Simulation(build_model(file.description)),
      doctest::Contains("/boundaries/0/pressure: formula \"1/(x - x) + 1\" is not finite at t = 0 s, x"), LostFormula);
}

TEST_CASE("rotations and formulas of the place come back from the resolved case") {
  const std::string once =
      resolved_case(read_written(case_with(moved + R"(, "rotation": { "angle": { "expression": "mu*t" } } },
      { "body": "block", "model": "traction", "where": { "layer": "bottom" },
        "traction": [{ "expression": "mu*x" }, { "table": [[0, 0], [1, 2]] }] }, )" +
                                           loaded + R"(, "per_volume": [{ "expression": "mu*t" }, 3] })")));
  CHECK(once == resolved_case(read_written(once)));
  for (const char* part : {R"("angle")", R"("expression": "mu*x")", R"("per_volume")"}) {
    CAPTURE(part);
    CHECK(once.find(part) != std::string::npos);
  }
}

TEST_CASE("the header tells how much of a body a boundary has got hold of") {
  const std::string drawn = R"({ "body": "block", "model": "traction", "where": { "layer": "right" }, "traction": )";
  const CaseFile file =
      read_written(case_with(drawn + "[1e3, 0] }, " + drawn + R"([{ "expression": "1e3*y" }, 0] }, )" + pressed +
                             "1e4 }, " + loaded + R"(, "force": [1, 0] })"));
  Simulation s(build_model(file.description));
  std::string held;
  for (const auto& [title, text] : run_facts(file, s, "")) {
    if (title.ends_with("of block")) held += title + ": " + text + "\n";
  }
  CHECK(held ==
        "traction of block: 0.4 m of its surface\n"
        "traction of block: 0.4 m of its surface\n"
        "pressure of block: 20 facets of its surface\n"
        "load of block: 24 particles\n");
}
