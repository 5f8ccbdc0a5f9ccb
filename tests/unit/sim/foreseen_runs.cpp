// What a run is foreseen to take, held against what it takes: grains that are poured, or at rest with contacts that
// stiffen with speed.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "support/relative_error.hpp"
#include "support/written_case.hpp"
#include "talus/sim/foreseen_run.hpp"
#include "talus/sim/run_report.hpp"

namespace talus {
namespace {

/// Grains on a floor; `grains` and `normal` are JSON.
std::string fall(const std::string& end, const std::string& grains, const std::string& normal,
                 const std::string& gravity = "[0, 0, -9.81]") {
  return R"({"talus": 1, "title": "fall", "dimension": 3, "time": {"end": )" + end + R"(}, "gravity": )" + gravity +
         R"(,
    "materials": {"p": {"model": "linear_elastic", "density": 2000, "young": 1e8, "poisson": 0.3}},
    "bodies": {"b": {"solver": "dem", "material": "p", "grains": )" +
         grains + R"(},
      "floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}}},
    "contacts": [{"between": ["b", "b"], "normal": )" +
         normal + R"(}, {"between": ["b", "floor"], "normal": )" + normal + "}]}";
}

constexpr const char* spring = R"({"model": "linear_spring", "k": 1e4, "restitution": 0.5})";
constexpr const char* hertz = R"({"model": "hertz", "damping": "tsuji", "restitution": 0.5})";
constexpr const char* pour = R"({"model": "pour", "rate": 500, "count": 40, "velocity": [0, 0, -0.5],
  "region": {"model": "box", "min": [-0.1, -0.1, 0.1], "max": [0.1, 0.1, 0.2]},
  "sizes": {"model": "range", "min": 5e-3, "max": 8e-3}})";
constexpr const char* pair =
    R"({"model": "spheres", "list": [{"centre": [0, 0, 0.05], "radius": 5e-3}, {"centre": [0, 0, 0.07], "radius": 5e-3}]})";

/// Steps that a run takes, over those that were foreseen.
Real taken_over_foreseen(const std::string& text) {
  Simulation s = simulate_written(text);
  const Real foreseen = foresee(s).steps;
  while (!s.finished()) s.step(s.segment_end());
  return static_cast<Real>(s.steps()) / foreseen;
}

}  // namespace

TEST_CASE("steps are foreseen within a factor of two, also where nothing touches yet") {
  for (const auto& [grains, normal] : {std::pair(pour, spring), std::pair(pour, hertz), std::pair(pair, hertz)}) {
    CAPTURE(grains);
    CAPTURE(normal);
    const Real ratio = taken_over_foreseen(fall("0.2", grains, normal));
    CHECK(ratio > 0.5);
    CHECK(ratio < 2);
  }
}

TEST_CASE("where a wall drives what is held, steps follow the law as if it were free, and are foreseen") {
  const auto pressed = [](const std::string& motion) {
    return R"({"talus": 1, "title": "press", "dimension": 3, "time": {"end": 0.01},
      "materials": {"p": {"model": "linear_elastic", "density": 2000, "young": 1e8, "poisson": 0.3}},
      "bodies": {"b": {"solver": "dem", "material": "p", "held": true, "grains": {"model": "spheres", "list": [
          {"centre": [0, 0, 0], "radius": 5e-3}, {"centre": [0.02, 0, 0], "radius": 4e-3}]}},
        "plate": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0, 5e-3], "normal": [0, 0, -1]},
          "motion": )" +
           motion + R"(}},
      "contacts": [{"between": ["b", "b"], "normal": "none"}, {"between": ["b", "plate"], "normal": )" +
           spring + "}]}";
  };
  const std::string driven = pressed(R"({"velocity": [0, 0, -0.01]})");
  Simulation s = simulate_written(driven);
  // pi sqrt(m/k) in so many steps, of the lighter sphere; the way alone would ask for few of them.
  const Real mass = 2000 * 4 * std::numbers::pi / 3 * std::pow(4e-3, 3), k = 1e4;
  const Real duration = std::numbers::pi * std::sqrt(mass / k);
  CHECK(relative_error(s.wanted_step(), duration / s.model().description.time.steps_per_contact) < 1e-9);
  CHECK(s.step_limit() == "contacts of grains that are held");
  CHECK(std::isinf(s.grain_contact_time()));  // nothing swings
  const Real ratio = taken_over_foreseen(driven);
  CHECK(ratio > 0.9);
  CHECK(ratio < 1.1);
  // Where nobody moves there is no law to follow.
  Simulation still = simulate_written(pressed("{}"));
  CHECK(relative_error(still.wanted_step(), 1e-5) < 1e-9);
}

TEST_CASE("what is held and light does not shorten the steps of free grains") {
  const auto step = [](const std::string& radius) {
    Simulation s = simulate_written(R"({"talus": 1, "title": "press", "dimension": 3, "time": {"end": 0.01},
      "materials": {"p": {"model": "linear_elastic", "density": 2000, "young": 1e8, "poisson": 0.3}},
      "bodies": {"free": {"solver": "dem", "material": "p", "grains": {"model": "spheres", "list": [
          {"centre": [0, 0, 0.1], "radius": 5e-3}]}},
        "b": {"solver": "dem", "material": "p", "held": true, "grains": {"model": "spheres", "list": [
          {"centre": [0, 0, 0], "radius": )" +
                                    radius + R"(}]}},
        "plate": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0, 5e-3], "normal": [0, 0, -1]},
          "motion": {"velocity": [0, 0, -0.01]}}},
      "contacts": [{"between": ["free", "plate"], "normal": "none"}, {"between": ["b", "free"], "normal": )" +
                                    spring + R"(}, {"between": ["b", "plate"], "normal": )" + spring + "}]}");
    return s.wanted_step();
  };
  CHECK(step("1e-3") == step("5e-3"));
}

TEST_CASE("foreseen speeds are those of the fall, as far as there is time for it") {
  const auto speed = [](const char* end, const char* grains) {
    return foreseen_speed(simulate_written(fall(end, grains, spring)));
  };
  CHECK(relative_error(speed("1", pair), std::sqrt(2 * 9.81 * 0.075)) < 1e-9);
  CHECK(relative_error(speed("0.01", pair), 0.0981) < 1e-9);
  CHECK(relative_error(speed("1", pour), std::sqrt(0.25 + 2 * 9.81 * 0.2)) < 1e-9);
}

TEST_CASE("grains that are still to be poured count in memory, as many as there is time for") {
  Simulation all = simulate_written(fall("1", pour, spring)), some = simulate_written(fall("0.05", pour, spring));
  CHECK(grains_to_come(all.model().grains, all.end()) == 40);
  CHECK(grains_to_come(some.model().grains, some.end()) == 25);
  CHECK(memory_of(all) > 40 * 1000);
  CHECK(relative_error(memory_of(all), 1.6 * memory_of(some)) < 1e-9);
}

TEST_CASE("where nobody knows how fast grains will be, steps are said to be those at least") {
  Simulation still = simulate_written(fall("1", pair, hertz, "[0, 0, 0]"));
  CHECK(foresee(still).at_least);
  Simulation falling = simulate_written(fall("1", pair, hertz));
  CHECK_FALSE(foresee(falling).at_least);
  const CaseFile file = read_written(fall("1", pair, hertz, "[0, 0, 0]"));
  const Facts facts = run_facts(file, still, {});
  const auto steps = std::ranges::find(facts, "steps", &Fact::first);
  REQUIRE(steps != facts.end());
  CHECK(steps->second.find("at least ") == 0);
}

}  // namespace talus
