// What comes, goes and turns while grains step: speeds, times and the books of energy keep their order.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/relative_error.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

/// A case in space of grains "b"; `parts` are JSON: time, gravity, bodies and contacts.
std::string case_of(const std::string& parts) {
  return R"({"talus": 1, "title": "grains", "dimension": 3,
  "materials": {"p": {"model": "linear_elastic", "density": 2000, "young": 1e9, "poisson": 0.3}}, )" +
         parts + "}";
}

constexpr const char* floor_wall =
    R"("floor": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}})";

/// A sphere of 5 mm between two walls, which it presses; `spin` and `speed` are JSON, so are the contacts with both.
std::string pressed(const std::string& time, const std::string& motion, const std::string& top_motion,
                    const std::string& with_top, const std::string& with_floor) {
  return case_of(R"("time": )" + time + R"(, "bodies": {
    "b": {"solver": "dem", "material": "p", )" +
                 motion + R"(,
          "grains": {"model": "spheres", "list": [{"centre": [0, 0, 4.95e-3], "radius": 5e-3}]}},
    "top": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0, 9.9e-3], "normal": [0, 0, -1]})" +
                 top_motion + "}, " + floor_wall + R"(},
    "contacts": [{"between": ["b", "top"], "initial_overlap": true, )" +
                 with_top + R"(},
                 {"between": ["b", "floor"], "initial_overlap": true, )" +
                 with_floor + "}]");
}

constexpr const char* spring = R"("normal": {"model": "linear_spring", "k": 1e4, "restitution": 1})";

const SphereRows& rows_of(const Simulation& s) { return s.model().grains.bodies[0].grains; }

void run(Simulation& s) {
  while (!s.finished()) s.step(s.segment_end());
}

/// Of a case at its end, over the scale of all energies.
Real state_residual(const std::string& text) {
  Simulation s = simulate_written(text);
  run(s);
  return std::abs(s.ledger().state_residual());
}

TEST_CASE("gravity that varies acts at both ends of a step, also on grains that wait for their contacts") {
  const std::string body = R"("grains": {"model": "spheres", "list": [{"centre": [0, 0, 1], "radius": 1e-3},
                                                                      {"centre": [1, 0, 1], "radius": 1e-3}]}})";
  Simulation s = simulate_written(case_of(R"json("time": {"end": 1e-2, "step": 1e-5},
    "gravity": [{"expression": "5*sin(1000*t)"}, 0, {"expression": "-9.81*(1 + 0.5*sin(2000*t))"}],
    "bodies": {"b": {"solver": "dem", "material": "p", )json" +
                                          body + ", " + floor_wall + R"(},
    "contacts": [{"between": ["b", "b"], )" +
                                          spring + R"(}, {"between": ["b", "floor"], )" + spring + "}]"));
  Real x = 0, z = 0, t = 0;
  while (!s.finished()) {
    s.step(s.segment_end());
    const Real half = Real(0.5) * (s.time() - t);
    x += half * 5 * (std::sin(1000 * t) + std::sin(1000 * s.time()));
    z -= half * 9.81 * (2 + 0.5 * (std::sin(2000 * t) + std::sin(2000 * s.time())));
    t = s.time();
  }
  CHECK(s.model().grains.waits > 500);
  for (Index i = 0; i < 2; ++i) {
    CHECK(relative_error(rows_of(s).rate[i].velocity.x, x) < 1e-11);
    CHECK(relative_error(rows_of(s).rate[i].velocity.z, z) < 1e-11);
  }
}

TEST_CASE("a poured grain comes when it is due, with the speed that the case gives it") {
  const auto poured = [](const std::string& held) {
    return case_of(R"("time": {"end": 0.9}, "gravity": [0, 0, -9.81], "bodies": {
      "b": {"solver": "dem", "material": "p", )" +
                   held + R"(
            "grains": {"model": "pour", "rate": 2, "from": 0.3, "count": 1, "velocity": [0.2, 0, -0.1],
                       "region": {"model": "box", "min": [-0.02, -0.02, 1], "max": [0.02, 0.02, 1.04]},
                       "sizes": {"model": "uniform_radius", "radius": 0.01}}}, )" +
                   floor_wall + R"(},
      "contacts": [{"between": ["b", "b"], "normal": "none"}, {"between": ["b", "floor"], )" +
                   spring + "}]");
  };
  SUBCASE("free") {
    Simulation s = simulate_written(poured(""));
    while (s.model().grains.size() == 0) s.step(s.segment_end());
    CHECK(relative_error(s.time(), 0.8) < 1e-9);
    CHECK(relative_error(rows_of(s).rate[0].velocity.x, 0.2) < 1e-14);
    CHECK(relative_error(rows_of(s).rate[0].velocity.z, -0.1) < 1e-14);
    run(s);
    CHECK(relative_error(rows_of(s).rate[0].velocity.z, -0.1 - 9.81 * 0.1) < 1e-9);
    CHECK(std::abs(s.ledger().state_residual()) < 1e-12);
    CHECK(std::abs(s.ledger().work_residual()) < 1e-12);
    // All that came from outside is how fast it came: no step has pushed it.
    const Real mass = rows_of(s).inertia[0].mass;
    CHECK(relative_error(-s.ledger()[Channel::boundary], 0.5 * mass * (0.04 + 0.01)) < 1e-12);
  }
  SUBCASE("held") {
    Simulation s = simulate_written(poured(R"("held": true,)"));
    while (s.model().grains.size() == 0) s.step(s.segment_end());
    run(s);
    CHECK(rows_of(s).rate[0].velocity.z == -0.1);  // what moves held grains is not gravity
  }
}

TEST_CASE("poured grains keep clear of solids, and of walls across the border of a periodic box") {
  const auto start = [](const std::string& domain, const std::string& bodies, const std::string& others) {
    Simulation s = simulate_written(case_of(R"("time": {"end": 0.5}, )" + domain + R"(
      "bodies": {)" + bodies + R"("b": {"solver": "dem", "material": "p",
        "grains": {"model": "pour", "rate": 1e5, "count": 200, "seed": 3,
                   "region": {"model": "box", "min": [-0.015, -0.01, -0.01], "max": [0.015, 0.01, 0.01]},
                   "sizes": {"model": "uniform_radius", "radius": 1e-3}}}},
      "contacts": [{"between": ["b", "b"], "normal": "none"})" +
                                            others + "]"));
    while (s.model().grains.size() < 50) s.step(s.segment_end());
    return s;
  };
  SUBCASE("solids") {
    const Simulation s = start("", R"("s": {"solver": "tlsph", "material": "p", "spacing": 1e-3,
                                        "shape": {"model": "block", "size": [8e-3, 8e-3, 8e-3]}}, )",
                               R"(, {"between": ["b", "s"], )" + std::string(spring) + "}");
    for (const Row& ball : rows_of(s).position) {
      const Vec3 outside = (ball.vec().cwiseAbs() - Vec3::Constant(4e-3)).cwiseMax(0);
      CHECK(outside.norm() > ball.w);
    }
  }
  SUBCASE("walls") {
    const Simulation s = start(R"("domain": {"low": [-0.02, -0.02, -0.02], "high": [0.02, 0.02, 0.02],
                                             "periodic": [true, false, false]},)",
                               R"("knob": {"solver": "wall",
                                  "shape": {"model": "sphere", "centre": [0.019, 0, 0], "radius": 8e-3, "side": "outside"}}, )",
                               R"(, {"between": ["b", "knob"], )" + std::string(spring) + "}");
    bool one_is_across = false;
    for (const Row& ball : rows_of(s).position) {
      const Real gap = (s.model().grains.box().nearest(Vec3(ball.vec() - Vec3(0.019, 0, 0)))).norm() - ball.w - 8e-3;
      CHECK(gap > 0);
      one_is_across |= ball.x < -0.011 && gap < 3e-3;
    }
    CHECK(one_is_across);
  }
}

TEST_CASE("laws are made ready for what a source is going to pour") {
  const auto facts = [](const std::string& grains) {
    const Simulation s = simulate_written(case_of(R"("time": {"end": 1}, "bodies": {
      "b": {"solver": "dem", "material": "p", "grains": )" +
                                                  grains + "}, " + floor_wall + R"(},
      "contacts": [{"between": ["b", "floor"], "normal": {"model": "linear_spring", "restitution": 0.9,
                    "stiffness": {"from_hertz": "overlap", "impact_speed": 1}}}, {"between": ["b", "b"], "normal": "none"}])"));
    return s.model().grains.contacts[0]->facts();
  };
  CHECK(facts(R"({"model": "pour", "rate": 2, "region": {"model": "box", "min": [-1, -1, 1], "max": [1, 1, 2]},
                  "sizes": {"model": "uniform_radius", "radius": 0.01}})") ==
        facts(R"({"model": "spheres", "list": [{"centre": [0, 0, 1], "radius": 0.01}]})"));
}

TEST_CASE("the period of rolling at a wall goes with the arm there") {
  const Real k = 1e5, radius = 5e-3, mass = 2000 * 4 / 3.0 * std::numbers::pi * std::pow(radius, 3);
  for (const auto& [length, arm] : {std::pair{"harmonic", 2 * radius}, std::pair{"reduced", radius}}) {
    Simulation s = simulate_written(
        pressed(R"({"end": 1})", R"("spin": [0, 1, 0])", "", spring,
                spring + std::string(R"(, "rolling": {"model": "coulomb_spring", "k": 1e5, "mu": 1e6, "length": ")") +
                    length + R"("})"));
    const Real inertia = 0.4 * mass * radius * radius;
    CHECK(relative_error(s.grain_contact_time(), std::numbers::pi / std::sqrt(k * arm * arm / inertia)) < 1e-9);
  }
}

TEST_CASE("a wall that is taken away under load takes along what the step has left in its springs") {
  const auto residual = [](int steps) {
    return state_residual(pressed(R"({"end": 2e-3, "steps_per_contact": )" + std::to_string(steps) + "}",
                                  R"("velocity": [0, 0, 0.7], "spin": [0, 100, 50])",
                                  R"(, "motion": {"remove_at": 0.53e-3})",
                                  R"("normal": {"model": "walton_braun", "k1": 1e4, "restitution": 0.7},
                                     "tangential": {"model": "coulomb_spring", "k": 5e3, "mu": 0.5})",
                                  spring));
  };
  CHECK(residual(50) < 1e-3);
  CHECK(residual(400) < 1e-4);
}

TEST_CASE("a free wall that is taken away takes its motion along") {
  Simulation s = simulate_written(pressed(R"({"end": 0.1})", R"("velocity": [0, 0, 0.5])",
                                          R"(, "motion": {"remove_at": 0.02,
                                             "free": {"mass": 0.1, "along": [[0, 0, 1]], "velocity": [0, 0, 2]}})",
                                          spring, spring));
  run(s);
  const Real mass = rows_of(s).inertia[0].mass, speed = rows_of(s).rate[0].velocity.vec().norm();
  CHECK(relative_error(s.model().grains.energies().kinetic, 0.5 * mass * speed * speed) < 1e-12);
  CHECK(std::abs(s.ledger().state_residual()) < 1e-3);
}

TEST_CASE("a grain rebounds from a free wall as it does from another grain of that mass, also where the wall turns") {
  struct Sample {
    const char* free;
    Real mobility;  ///< of the wall where it is hit [1/kg]
  };
  // A plate of 4 g; hit 20 mm off its centre it turns about y.
  for (const Sample& wall : {Sample{R"("mass": 4e-3)", 250},
                             Sample{R"("mass": 4e-3, "centre": [0.02, 0, 0], "inertia": [1e-6, 2e-6, 3e-6])", 450},
                             Sample{R"("mass": 4e-3, "along": [[1, 0, 1]])", 125}}) {
    CAPTURE(wall.free);
    Simulation s = simulate_written(case_of(R"("time": {"end": 4e-3},
      "bodies": {"b": {"solver": "dem", "material": "p", "grains": {"model": "spheres", "list": [
        {"centre": [0, 0, 5.05e-3], "radius": 5e-3, "velocity": [0, 0, -1]}]}},
        "plate": {"solver": "wall", "shape": {"model": "rectangle", "centre": [0, 0, 0],
                  "edges": [[0.06, 0, 0], [0, 0.04, 0]]}, "motion": {"free": {)" +
                                            std::string(wall.free) + R"(}}}},
      "contacts": [{"between": ["b", "plate"], "normal": {"model": "linear_spring", "k": 1e4, "restitution": 0.5}}])"));
    run(s);
    const Real mass = rows_of(s).inertia[0].mass, closing = 1;
    const Real impulse = mass * (rows_of(s).rate[0].velocity.z + closing);
    CHECK(relative_error(impulse * (1 / mass + wall.mobility), 1.5 * closing) < 2e-3);
  }
}

TEST_CASE("the books of friction and of rolling are of second order also where partners turn about the normal") {
  for (const char* sense : {R"("tangential": {"model": "coulomb_spring", "k": 1e3, "mu": 100})",
                            R"("rolling": {"model": "coulomb_spring", "k": 1e3, "mu": 100})"}) {
    CAPTURE(sense);
    const auto residual = [&](int steps) {
      return state_residual(pressed(R"({"end": 10e-3, "steps_per_contact": )" + std::to_string(steps) + "}",
                                    R"("velocity": [1, 0.5, 0], "spin": [50, 30, 2000])", "", spring,
                                    spring + std::string(", ") + sense));
    };
    const Real coarse = residual(100), fine = residual(200);
    CAPTURE(coarse);
    CHECK(fine < coarse / 3);
  }
}

TEST_CASE("what a spring holds when a sphere leaves a wall does not depend on where in a step that is") {
  const auto lost = [](const char* step) {
    Simulation s =
        simulate_written(case_of(R"("time": {"end": 2e-3, "step": )" + std::string(step) + R"(},
      "bodies": {"b": {"solver": "dem", "material": "p", "grains": {"model": "spheres", "list": [
        {"centre": [0, 0, 5.1e-3], "radius": 5e-3, "velocity": [0.3, 0, -0.5]}]}}, )" +
                                 floor_wall + R"(},
      "contacts": [{"between": ["b", "floor"], )" +
                                 spring + R"(, "tangential": {"model": "coulomb_spring", "k": 3e3, "mu": 1e6}}])"));
    run(s);
    return s.ledger()[Channel::sliding];
  };
  const Real exact = lost("1e-6");
  for (const char* step : {"2e-5", "1.9e-5", "1.8e-5", "1.7e-5"}) CHECK(relative_error(lost(step), exact) < 0.03);
}

TEST_CASE("clumps that are held have no spin") {
  const std::string text = case_of(R"("time": {"end": 1}, "bodies": {"b": {"solver": "dem", "material": "p",
    "held": true, "spin": [0, 0, 3],
    "clump": {"spheres": [{"centre": [0, 0, 0], "radius": 1}, {"centre": [1, 0, 0], "radius": 1}]},
    "grains": {"model": "lattice", "order": "cubic", "spacing": 0.1, "region": {"model": "box", "min": [0, 0, 0], "max": [0.1, 0.1, 0.1]},
               "sizes": {"model": "uniform_radius", "radius": 0.01}}}})");
  CHECK(complaint_about(text).find("/bodies/b/held: clumps that are held do not turn") != std::string::npos);
}

}  // namespace
}  // namespace talus
