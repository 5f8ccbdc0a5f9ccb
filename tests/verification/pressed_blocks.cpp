// Blocks that are pressed between walls: stress and plastic strain are uniform, down to the layers that touch.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <utility>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/written_case.hpp"
#include "talus/numerics/tensor.hpp"

namespace talus {
namespace {

TEST_CASE("stress on a wall is that inside, row by row") {
  constexpr Real dx = 0.05, pressure = 1e5;
  for (const char* gradient : {"quadratic_at_surfaces", "linear"}) {
    CAPTURE(gradient);
    Simulation s = simulate_written(
        R"({"talus": 1, "title": "a pressed block", "dimension": 2, "time": {"end": 0.07},
  "materials": {"soft": {"model": "neo_hookean", "density": 1000, "young": 1e8, "poisson": 0.3}},
  "bodies": {"block": {"solver": "tlsph", "material": "soft", "spacing": 0.05, "gradient": ")" +
        std::string(gradient) +
        R"(", "shape": {"model": "block", "size": [0.8, 0.8]}, "position": [0, 0.4]},
             "table": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0], "normal": [0, 1]}}},
  "contacts": [{"between": ["block", "table"], "normal": "penalty"}],
  "boundaries": [{"model": "pressure", "body": "block", "where": {"layer": "top"}, "pressure": 1e5},
                 {"model": "damping", "body": "block", "rate": 500}]})");
    run(s, [](const Simulation&) {});
    const SolidBody& block = s.model().bodies[0];
    std::map<long, std::pair<Real, int>> rows;
    for (Index i = 0; i < block.size(); ++i) {
      if (std::abs(block.X[i].x()) > 0.2) continue;
      auto& [stress, count] = rows[std::lround(block.X[i].y() / dx - 0.5)];
      stress += cauchy_stress(block.P[i], block.F[i])(1, 1), ++count;
    }
    REQUIRE(rows.size() == 16);
    // On the centres of the outermost particles alone, the first row has a third, or 0.6 with gradients of first order.
    for (long row = 0; row < 8; ++row) {
      CAPTURE(row);
      CHECK(relative_error(rows[row].first / rows[row].second, -pressure) < (gradient[0] == 'l' ? 0.22 : 0.12));
    }
    CHECK(s.ledger().largest_work_residual() < 1e-11);
  }
}

/// A block of perfectly plastic metal between two smooth dies, of which one moves at 4 m/s for 0.4 ms.
Simulation forged_block(const std::string& shape) {
  return simulate_written(R"({"talus": 1, "title": "forging", "dimension": 3, "time": {"end": 0.0004},
  "materials": {"lead": {"model": "hencky_j2", "density": 8000, "young": 1e10, "poisson": 0.35,
                         "hardening": {"model": "perfect", "yield": 5e7}}},
  "bodies": {"billet": {"solver": "tlsph", "material": "lead", "spacing": 0.002, "position": [0, 0.01, 0], "shape": )" +
                          shape + R"(},
             "lower": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0, 0], "normal": [0, 1, 0]}},
             "upper": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0.02, 0], "normal": [0, -1, 0]},
                       "motion": {"velocity": [0, -4, 0]}}},
  "contacts": [{"between": ["billet", "lower"], "normal": "penalty"},
               {"between": ["billet", "upper"], "normal": "penalty"}]})");
}

TEST_CASE("a smooth die needs the yield stress times the area, and the metal flows alike everywhere") {
  constexpr Real yield = 5e7, height = 0.02, side = 0.02, radius = 0.01, speed = 4;
  struct Sample {
    std::string shape;
    Real area;
  };
  for (const Sample& sample : {
           Sample{R"({"model": "block", "size": [0.02, 0.02, 0.02]})", side * side},
           Sample{R"({"model": "cylinder", "radius": 0.01, "length": 0.02, "axis": "y", "packing": "rings"})",
                  std::numbers::pi * radius * radius},
       }) {
    CAPTURE(sample.shape);
    Simulation s = forged_block(sample.shape);
    Real force = 0, exact = 0;
    run(s, [&](const Simulation& now) {
      if (now.time() < 2e-4) return;
      force += -now.model().grains.walls[1].force.y() * now.last_step();
      exact += yield * sample.area * height / (height - speed * now.time()) * now.last_step();
    });
    CHECK(relative_error(std::abs(force), exact) < 0.02);
    const SolidBody& billet = s.model().bodies[0];
    const Real strain = std::log(height / (height - speed * s.time()));
    Real low = 1e9, outermost = 0, count = 0;
    for (const Vec3& X : billet.X) low = std::min(low, X.y());
    for (Index i = 0; i < billet.size(); ++i) {
      if (billet.X[i].y() < low + 1e-6) outermost += billet.state[i].plastic_strain, ++count;
    }
    CHECK(relative_error(outermost / count, strain) < 0.25);
    CHECK(s.ledger().largest_work_residual() < 1e-11);
  }
}

/// A block that falls flat on a table, or its right half with a symmetry plane.
Simulation dropped_block(bool half, const std::string& laws) {
  const std::string shape = half ? R"({"model": "block", "size": [0.4, 0.4]}, "position": [0.2, 0.2],
    "symmetry": [{"point": [0, 0], "normal": [1, 0]}])"
                                 : R"({"model": "block", "size": [0.8, 0.4]}, "position": [0, 0.2])";
  return simulate_written(R"({"talus": 1, "title": "a dropped block", "dimension": 2,
  "time": {"end": 0.0015, "step": 2e-5},
  "materials": {"soft": {"model": "neo_hookean", "density": 1000, "young": 1e8, "poisson": 0.3}},
  "bodies": {"block": {"solver": "tlsph", "material": "soft", "spacing": 0.05, "velocity": [0, -3], "shape": )" +
                          shape + R"(},
             "table": {"solver": "wall", "shape": {"model": "plane", "point": [0, 0], "normal": [0, 1]}}},
  "contacts": [{"between": ["block", "table"], )" +
                          laws + "}]}");
}

TEST_CASE("half of a block with a symmetry plane meets a wall as it does in the whole") {
  for (const std::string laws :
       {R"("normal": "penalty")", R"("normal": "penalty", "tangential": {"model": "coulomb_stick_slip", "mu": 0.2})"}) {
    CAPTURE(laws);
    Simulation half = dropped_block(true, laws), whole = dropped_block(false, laws);
    for (Simulation* s : {&half, &whole}) run(*s, [](const Simulation&) {});
    const Real force = whole.model().grains.walls[0].force.y();
    CHECK(force < 0);
    CHECK(relative_error(2 * half.model().grains.walls[0].force.y(), force) < 1e-9);
    const SolidBody &part = half.model().bodies[0], &all = whole.model().bodies[0];
    for (Index i = 0; i < part.size(); ++i) {
      const auto same = std::ranges::find_if(all.X, [&](const Vec3& X) { return (X - part.X[i]).norm() < 1e-9; });
      REQUIRE(same != all.X.end());
      CHECK((part.u[i] - all.u[same - all.X.begin()]).norm() < 1e-9 * 0.4);
    }
  }
}

}  // namespace
}  // namespace talus
