// A ball pressed slowly into an elastic block against Hertz's contact, at spacings that do and do not resolve the dent.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

constexpr Real young = 1e6, poisson = 0.3, density = 1000, depth = 4;

/// A ball of radius 1 m, driven by its own great mass into a block of 8 x 4 x 8 m that is held below, by 0.05 m.
std::string indentation(Real per_radius, Real ball_young) {
  const Real period = 1 / std::sqrt(young / density), end = 60 * period;
  const auto text = [](Real a) { return std::to_string(a); };
  return R"({"talus": 1, "title": "indentation", "dimension": 3, "time": {"end": )" + text(end) + R"(},
    "materials": {"block": {"model": "neo_hookean", "density": 1000, "young": 1e6, "poisson": 0.3},
                  "ball": {"model": "linear_elastic", "density": 5e9, "young": )" +
         text(ball_young) + R"(, "poisson": 0.3}},
    "bodies": {"block": {"solver": "tlsph", "material": "block", "spacing": )" +
         text(1 / per_radius) + R"(, "shape": {"model": "block", "size": [8, 4, 8]}, "position": [0, -2, 0]},
               "ball": {"solver": "dem", "material": "ball", "velocity": [0, )" +
         text(-0.05 / end) + R"(, 0],
                        "grains": {"model": "spheres", "list": [{"centre": [0.03, 1, 0.1], "radius": 1}]}}},
    "contacts": [{"between": ["ball", "block"], "tangential": "frictionless",
                  "normal": {"model": "hertz", "damping": "tsuji", "restitution": 1}}],
    "boundaries": [{"model": "clamp", "body": "block", "where": {"layer": "front"}},
                   {"model": "damping", "body": "block", "rate": )" +
         text(0.5 / period) + "}]}";
}

/// Force over that of Hertz at the same approach, at 0.03 and 0.05 of the radius.
std::array<Real, 2> over_hertz(Real per_radius, Real ball_young) {
  Simulation s = simulate_written(indentation(per_radius, ball_young));
  const Real solid = young / (1 - poisson * poisson), ball = ball_young / (1 - poisson * poisson);
  const Real pair = solid * ball / (solid + ball);
  // The block ends where the load still moves a half-space: found from blocks twice as large.
  constexpr Real held_back = 0.443;
  std::array<Real, 2> ratio{};
  run(s, [&](const Simulation& now) {
    const auto& rows = now.model().grains.bodies[0].grains;
    const Real f = rows.load[0].force.y, approach = 1 - rows.position[0].y;
    const Real there = approach + held_back * f / (solid * depth);
    ratio[approach < 0.03 ? 0 : 1] = f / (Real(4) / 3 * pair * std::pow(there, 1.5));
  });
  return ratio;
}

}  // namespace

TEST_CASE("a ball pressed into an elastic block: Hertz's force at any spacing") {
  for (const Real per_radius : {1.0, 2.0, 3.0}) {
    for (const Real ball_young : {young, 200 * young}) {
      CAPTURE(per_radius);
      CAPTURE(ball_young);
      for (const Real ratio : over_hertz(per_radius, ball_young)) CHECK(ratio == near(1, 0.02));
    }
  }
}

}  // namespace talus
