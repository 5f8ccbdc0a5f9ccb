// Columns of the history on a body whose particles carry known values.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "support/written_case.hpp"
#include "talus/sim/case_reader.hpp"
#include "talus/sim/history.hpp"

using namespace talus;
namespace fs = std::filesystem;

namespace {

// 10 x 2 particles, 0.1 m apart; the body moves at 1 m/s along x and turns at 2 rad/s about its centre.
const std::string bar = R"json({
  "talus": 1, "title": "A free bar", "dimension": 2, "time": { "end": 1 },
  "materials": { "rubber": { "model": "neo_hookean", "density": 1000, "young": 1e7, "poisson": 0.3 } },
  "bodies": { "bar": { "solver": "tlsph", "material": "rubber", "spacing": 0.1, "position": [3, 4],
    "shape": { "model": "block", "size": [1, 0.2] }, "velocity": [1, 0], "spin": [0, 0, 2] } },
  "output": { "history": { "columns": {
    "mean": { "of": "bar", "quantity": "velocity", "along": [2, 0] },
    "size": { "of": "bar", "quantity": "velocity" },
    "fastest": { "of": "bar", "quantity": "velocity", "statistic": "max" },
    "slowest": { "of": "bar", "quantity": "velocity", "along": [0, 1], "statistic": "min" },
    "median": { "of": "bar", "quantity": "position", "along": [1, 0], "statistic": "quantile" },
    "momentum": { "of": "bar", "quantity": "momentum", "along": [1, 0] },
    "left": { "of": "bar", "quantity": "velocity", "along": [0, 1], "where": { "layer": "left" } },
    "stress": { "of": "bar", "quantity": "von_mises", "statistic": "max" } } } } })json";

Simulation simulate(const std::string& text) {
  const fs::path path = fs::temp_directory_path() / ("talus_history_" + std::to_string(::getpid()) + ".json");
  std::ofstream(path) << text;
  const Case description = read_case(path);
  fs::remove(path);
  return Simulation(build_model(description));
}

/// `text` with one part of it replaced.
std::string with(std::string text, const std::string& part, const std::string& by) {
  REQUIRE(text.find(part) != std::string::npos);
  return text.replace(text.find(part), part.size(), by);
}

/// A bar that comes at 1 m/s along -x, 200 kg per metre of depth, with what its boundaries do to it.
struct HeldBar {
  Simulation simulation;
  History history{simulation};
  Real impulse = 0;  ///< of the column `reaction` over all steps so far, by the trapezoids of the kicks [N s/m]

  explicit HeldBar(const std::string& boundaries) : simulation(simulate(with(text, "[]", boundaries))) {
    history.record(simulation);
  }
  void step() {
    const Real before = at("reaction");
    simulation.step(simulation.end());
    history.record(simulation);
    impulse += Real(0.5) * simulation.last_step() * (before + at("reaction"));
  }
  [[nodiscard]] Real at(const char* name) const { return history.table().find(name)->back(); }
  [[nodiscard]] Real gained() const { return at("momentum") + 200; }

  inline static const std::string text = R"json({
    "talus": 1, "title": "A held bar", "dimension": 2, "time": { "end": 0.05 },
    "materials": { "rubber": { "model": "neo_hookean", "density": 1000, "young": 1e7, "poisson": 0.3 } },
    "bodies": { "bar": { "solver": "tlsph", "material": "rubber", "spacing": 0.1, "position": [3, 4],
      "shape": { "model": "block", "size": [1, 0.2] }, "velocity": [-1, 0] } },
    "boundaries": [],
    "output": { "history": { "columns": {
      "reaction": { "of": "bar", "quantity": "reaction", "along": [1, 0] },
      "momentum": { "of": "bar", "quantity": "momentum", "along": [1, 0] },
      "u": { "of": "bar", "quantity": "displacement", "along": [1, 0] } } } } })json";
};

}  // namespace

TEST_CASE("statistics, directions and regions of a moving body") {
  Simulation simulation = simulate(bar);
  History history(simulation);
  history.record(simulation);
  const auto at = [&](const char* name) { return history.table().find(name)->back(); };
  CHECK(at("time") == 0);
  CHECK(at("mean") == doctest::Approx(1));  // a direction is a direction whatever its length
  CHECK(at("size") == doctest::Approx(1));  // of the mean velocity, not the mean of speeds
  CHECK(at("fastest") == doctest::Approx(std::hypot(1 + 2 * 0.05, 2 * 0.45)));
  CHECK(at("slowest") == doctest::Approx(-2 * 0.45));
  CHECK(at("left") == doctest::Approx(-2 * 0.45));
  CHECK(at("median") == doctest::Approx(2.95));  // half of the mass lies at or below it
  CHECK(at("momentum") == doctest::Approx(1000 * 1 * 0.2));
  CHECK(at("stress") == doctest::Approx(0));
}

TEST_CASE("columns have units") {
  const Simulation simulation = simulate(bar);
  const History history(simulation);
  CHECK(heading(history.columns()[0]) == "time [s]");
  CHECK(heading(history.columns()[1]) == "mean [m/s]");
  CHECK(heading(history.columns()[6]) == "momentum [kg/s]");  // per metre of depth
  CHECK(heading(history.columns()[8]) == "stress [Pa]");
}

TEST_CASE("a region without particles is refused with its place") {
  std::string text = bar;
  const std::string layer = R"({ "layer": "left" })";
  text.replace(text.find(layer), layer.size(), R"({ "box": { "min": [7, 7], "max": [8, 8] } })");
  const Simulation simulation = simulate(text);
  try {
    const History history(simulation);
    FAIL("expected a refusal");
  } catch (const CaseIssue& issue) {
    CHECK(issue.pointer == "/output/history/columns/left/where");
  }
}

TEST_CASE("what turns: angular momentum and velocity of a body that moves and spins") {
  const std::string columns = R"("columns": {
    "L": { "of": "bar", "quantity": "angular_momentum" },
    "L_centre": { "of": "bar", "quantity": "angular_momentum", "about": [3, 4] },
    "L_down": { "of": "bar", "quantity": "angular_momentum", "along": [0, 0, -1] },
    "spin": { "of": "bar", "quantity": "angular_velocity" },
    "corner": { "of": "bar", "quantity": "angular_velocity", "where": { "nearest": [3.45, 4.05] } },)";
  std::string text = bar;
  const std::string begin = R"("columns": {)";
  text.replace(text.find(begin), begin.size(), columns);
  Simulation simulation = simulate(text);
  History history(simulation);
  history.record(simulation);
  const auto at = [&](const char* name) { return history.table().find(name)->back(); };
  // Ten columns at ±0.05 … ±0.45 m, two rows at ±0.05 m, 10 kg/m each: sum m r^2.
  const Real inertia =
      10 * (2 * 2 * (0.05 * 0.05 + 0.15 * 0.15 + 0.25 * 0.25 + 0.35 * 0.35 + 0.45 * 0.45) + 20 * 0.05 * 0.05);
  CHECK(at("L_centre") == doctest::Approx(2 * inertia));
  CHECK(at("L") == doctest::Approx(2 * inertia - 4 * 200 * 1));  // r x m v of the centre at (3, 4) moving along x
  CHECK(at("L_down") == doctest::Approx(-at("L")));
  CHECK(at("spin") == doctest::Approx(2));
  CHECK(at("corner") == 0);  // one particle is no body that turns
  CHECK(heading(history.columns()[1]) == "L [kg m/s]");
  CHECK(heading(history.columns()[4]) == "spin [1/s]");
}

TEST_CASE("derived columns: formulas of columns, of t and of what a column was at t = 0") {
  std::string text = bar;
  const std::string begin = R"("columns": {)", end = R"("time": { "end": 1 })";
  text.replace(text.find(begin), begin.size(), R"json("columns": {
    "ratio": { "expression": "momentum/(2*mass*mean)" },
    "impulse": { "expression": "momentum - momentum0", "unit": "N s/m" },
    "late": { "expression": "t >= 0 ? 10*t : -1" },
    "twice": { "expression": "2*late" },
    "gained": { "expression": "twice - twice0" },)json");
  text.replace(text.find(end), end.size(), end + R"(, "variables": { "mass": 200 },
    "stages": [{ "name": "wait", "duration": 1e-3 }])");
  Simulation simulation = simulate(text);
  History history(simulation);
  const auto at = [&](const char* name) { return history.table().find(name)->back(); };
  history.record(simulation);
  CHECK(simulation.time() < 0);
  CHECK(at("ratio") == doctest::Approx(0.5));
  CHECK(at("late") == -1);
  CHECK(std::isnan(at("impulse")));  // the start is not known yet
  while (simulation.time() < 0) simulation.step(0);
  history.record(simulation);
  CHECK(at("impulse") == 0);
  CHECK(at("gained") == 0);
  while (simulation.time() < 2e-3) simulation.step(2e-3);
  history.record(simulation);
  CHECK(std::abs(at("impulse")) < 1e-9);  // a free body
  CHECK(at("late") == doctest::Approx(0.02));
  CHECK(at("gained") == doctest::Approx(0.04));
  CHECK(heading(history.columns()[1]) == "ratio [-]");
  CHECK(heading(history.columns()[2]) == "impulse [N s/m]");
}

TEST_CASE("the moment of a contact balances between the bodies and refers to a point") {
  Simulation simulation = simulate(R"json({
    "talus": 1, "title": "Two blocks", "dimension": 2, "time": { "end": 1 },
    "materials": { "rubber": { "model": "neo_hookean", "density": 1000, "young": 1e7, "poisson": 0.3 } },
    "bodies": {
      "a": { "solver": "tlsph", "material": "rubber", "spacing": 0.1, "position": [1, 0.17],
             "shape": { "model": "block", "size": [0.4, 0.2] } },
      "b": { "solver": "tlsph", "material": "rubber", "spacing": 0.1, "position": [1.1, 0],
             "shape": { "model": "block", "size": [2.2, 0.2] } } },
    "contacts": [{ "between": ["a", "b"], "normal": { "model": "kernel_potential" }, "initial_overlap": true }],
    "output": { "history": { "columns": {
      "force": { "of": "a", "against": "b", "quantity": "contact_force", "along": [0, 1] },
      "centred": { "of": "a", "against": "b", "quantity": "contact_moment" },
      "on_a": { "of": "a", "against": "b", "quantity": "contact_moment", "about": [0, 0] },
      "on_b": { "of": "b", "against": "a", "quantity": "contact_moment", "about": [0, 0] },
      "deepest": { "of": "a", "quantity": "penetration", "statistic": "max" },
      "pressed": { "of": "a", "quantity": "contact_pressure", "statistic": "max" } } } } })json");
  History history(simulation);
  history.record(simulation);
  const auto at = [&](const char* name) { return history.table().find(name)->back(); };
  CHECK(at("force") > 0);
  CHECK(at("on_a") == doctest::Approx(-at("on_b")));
  CHECK(std::abs(at("centred")) < 1e-9 * at("force"));    // the block stands over the middle of what it touches
  CHECK(at("on_a") == doctest::Approx(1 * at("force")));  // at x = 1
  CHECK(at("pressed") > 0);
  CHECK(at("deepest") > 0);
  CHECK(heading(history.columns()[2]) == "centred [N]");
}

TEST_CASE("reaction of a rigid plane: its impulse is the change of momentum") {
  HeldBar bar(R"([{ "model": "rigid_plane", "body": "bar", "point": [2.499, 0], "normal": [1, 0] }])");
  CHECK(bar.at("reaction") == 0);  // not there yet
  while (!bar.simulation.finished()) bar.step();
  CHECK(bar.gained() > 200);  // it has rebounded
  CHECK(std::abs(bar.impulse - bar.gained()) < 1e-9 * 200);
}

TEST_CASE("reaction of a spring: stiffness times displacement; a load is none") {
  HeldBar bar(R"([{ "model": "spring_damper", "body": "bar", "where": { "all": true }, "stiffness": 3e6 },
                  { "model": "load", "body": "bar", "where": { "layer": "right" }, "force": [500, 0] },
                  { "model": "traction", "body": "bar", "where": { "layer": "right" }, "traction": [1000, 0] }])");
  Real largest = 0;
  while (!bar.simulation.finished()) {
    bar.step();
    largest = std::max(largest, std::abs(bar.at("u")));
    CHECK(std::abs(bar.at("reaction") + 3e6 * bar.at("u")) < 1e-9 * 3e6 * largest);
  }
  CHECK(largest > 1e-3);
  // The face of the traction is 0.2 m high.
  CHECK(std::abs(bar.impulse + (500 + 0.2 * 1000) * bar.simulation.time() - bar.gained()) < 1e-9 * 200);
}

TEST_CASE("reaction of dashpots and brakes: their impulse is the change of momentum") {
  HeldBar bar(R"([{ "model": "spring_damper", "body": "bar", "where": { "layer": "left" }, "stiffness": 1e5,
                    "damping": 1e4 },
                  { "model": "damping", "body": "bar", "rate": 20 }])");
  while (!bar.simulation.finished()) bar.step();
  CHECK(bar.gained() > 100);
  CHECK(std::abs(bar.impulse - bar.gained()) < 1e-9 * 200);
}

TEST_CASE("reaction of a clamp: what the loads on it add up to") {
  HeldBar bar(R"([{ "model": "clamp", "body": "bar", "where": { "all": true } },
                  { "model": "load", "body": "bar", "where": { "layer": "right" }, "force": [500, 0] }])");
  for (int n = 0; n < 3; ++n) bar.step();
  CHECK(bar.at("reaction") == doctest::Approx(-500).epsilon(1e-12));
}

TEST_CASE("moment of a reaction: what a clamp bears of the loads on it, about any point") {
  // 500 N/m along x and -80 N/m along y on the right layer, whose middle is at (3.45, 4).
  std::string text = with(HeldBar::text, "[]", R"([
    { "model": "clamp", "body": "bar", "where": { "all": true } },
    { "model": "load", "body": "bar", "where": { "layer": "right" }, "force": [500, -80] }])");
  text = with(text, R"("columns": {)", R"("columns": {
    "M": { "of": "bar", "quantity": "reaction_moment" },
    "M_centre": { "of": "bar", "quantity": "reaction_moment", "about": [3, 4] },
    "M_right": { "of": "bar", "quantity": "reaction_moment", "about": [3, 4], "where": { "layer": "right" } },
    "M_down": { "of": "bar", "quantity": "reaction_moment", "about": [3, 4], "along": [0, 0, -1] },)");
  Simulation simulation = simulate(text);
  History history(simulation);
  for (int n = 0; n < 3; ++n) simulation.step(simulation.end());
  history.record(simulation);
  const auto at = [&](const char* name) { return history.table().find(name)->back(); };
  CHECK(at("M_centre") == doctest::Approx(0.45 * 80).epsilon(1e-9));
  CHECK(at("M_right") == doctest::Approx(at("M_centre")).epsilon(1e-9));
  CHECK(at("M_down") == doctest::Approx(-at("M_centre")).epsilon(1e-9));
  CHECK(at("M") == doctest::Approx(3.45 * 80 + 4 * 500).epsilon(1e-9));
  CHECK(heading(history.columns()[1]) == "M [N]");  // N m per metre of depth
}

TEST_CASE("moment of a reaction: about the centre of what turns these particles, and the change of angular momentum") {
  std::string text = with(HeldBar::text, "[]", R"([
    { "model": "damping", "body": "bar", "rate": 3 },
    { "model": "prescribed_motion", "body": "bar", "where": { "layer": "left" },
      "rotation": { "centre": [2.5, 4], "rate": { "expression": "200*t" } } }])");
  text = with(text, R"("columns": {)", R"("columns": {
    "M": { "of": "bar", "quantity": "reaction_moment" },
    "M_left": { "of": "bar", "quantity": "reaction_moment", "where": { "layer": "left" } },
    "M_there": { "of": "bar", "quantity": "reaction_moment", "about": [2.5, 4], "where": { "layer": "left" } },
    "M_right": { "of": "bar", "quantity": "reaction_moment", "where": { "layer": "right" } },
    "M_origin": { "of": "bar", "quantity": "reaction_moment", "about": [0, 0], "where": { "layer": "right" } },
    "L": { "of": "bar", "quantity": "angular_momentum", "about": [2.5, 4] },)");
  Simulation simulation = simulate(text);
  History history(simulation);
  const auto at = [&](const char* name) { return history.table().find(name)->back(); };
  simulation.step(simulation.end());
  history.record(simulation);
  const Real start = at("L");
  Real given = 0, largest = 0;
  while (!simulation.finished()) {
    const Real before = at("M");
    simulation.step(simulation.end());
    history.record(simulation);
    given += Real(0.5) * simulation.last_step() * (before + at("M"));
    largest = std::max(largest, std::abs(at("L")));
  }
  CHECK(std::abs(given - (at("L") - start)) < 1e-3 * largest);
  CHECK(at("M_left") == at("M_there"));
  CHECK(at("M_right") == at("M_origin"));  // brakes alone act there
}

TEST_CASE("moment of a reaction: about the centre of a face that is turned at its surface, too") {
  std::string text = with(HeldBar::text, "[]", R"([
    { "model": "prescribed_motion", "body": "bar", "where": { "layer": "left" }, "at": "surface",
      "rotation": { "centre": [2.5, 4], "rate": { "expression": "200*t" } } }])");
  text = with(text, R"("columns": {)", R"("columns": {
    "M": { "of": "bar", "quantity": "reaction_moment" },
    "M_there": { "of": "bar", "quantity": "reaction_moment", "about": [2.5, 4] },
    "M_origin": { "of": "bar", "quantity": "reaction_moment", "about": [0, 0] },)");
  Simulation simulation = simulate(text);
  History history(simulation);
  for (int n = 0; n < 3; ++n) simulation.step(simulation.end());
  history.record(simulation);
  const auto at = [&](const char* name) { return history.table().find(name)->back(); };
  CHECK(at("M") == at("M_there"));
  CHECK(at("M") != at("M_origin"));
}

TEST_CASE("stress and strain have a direction and are tension; pressure is minus its mean") {
  std::string text = with(bar, R"("spin": [0, 0, 2])", R"("stretch": [1.02, 1, 1])");
  text = with(text, R"("columns": {)", R"("columns": {
    "sx": { "of": "bar", "quantity": "stress", "along": [1, 0] },
    "sy": { "of": "bar", "quantity": "stress", "along": [0, -3] },
    "sz": { "of": "bar", "quantity": "stress", "along": [0, 0, 1] },
    "ex": { "of": "bar", "quantity": "strain", "along": [2, 0] },
    "ed": { "of": "bar", "quantity": "strain", "along": [1, 1] },
    "p": { "of": "bar", "quantity": "pressure" },)");
  Simulation simulation = simulate(text);
  History history(simulation);
  history.record(simulation);
  const auto at = [&](const char* name) { return history.table().find(name)->back(); };
  // Uniaxial strain of 2 %, all but along x held: about E (1 - nu)/((1 + nu)(1 - 2 nu)) 2 %.
  CHECK(at("sx") == doctest::Approx(1e7 * 0.7 / (1.3 * 0.4) * 0.02).epsilon(0.05));
  CHECK(at("ex") == doctest::Approx(std::log(1.02)).epsilon(1e-9));
  CHECK(at("ed") == doctest::Approx(std::log(1.02) / 2).epsilon(1e-9));
  CHECK(at("sy") == doctest::Approx(at("sz")));
  CHECK(at("p") == doctest::Approx(-(at("sx") + at("sy") + at("sz")) / 3));
  CHECK(at("p") < 0);
  CHECK(at("stress") == doctest::Approx(at("sx") - at("sy")));  // von Mises'

  const auto complaint = [](const std::string& column) {
    return complaint_about(with(bar, R"("columns": {)", R"("columns": { "c": )" + column + ","));
  };
  CHECK(complaint(R"({ "of": "bar", "quantity": "strain" })").find("strain is that along a direction") !=
        std::string::npos);
  const std::string undirected = complaint(R"({ "of": "bar", "quantity": "stress" })");
  CHECK(undirected.find("/output/history/columns/c/quantity") != std::string::npos);
  CHECK(undirected.find(R"("von_mises", "pressure" and)") != std::string::npos);
  CHECK(complaint(R"({ "of": "bar", "quantity": "pressure", "along": [1, 0] })").find("pressure has no direction") !=
        std::string::npos);
}
