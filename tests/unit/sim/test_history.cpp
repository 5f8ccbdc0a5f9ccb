// Columns of the history on a body whose particles carry known values.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

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

}  // namespace

TEST_CASE("statistics, directions and regions of a moving body") {
  const Simulation simulation = simulate(bar);
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
