// Weights of the layers behind a surface.
#include "talus/numerics/quadratic_weights.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "support/relative_error.hpp"

namespace talus {
namespace {

/// Particles of a lattice of spacing 0.1 m behind the plane z = 0, so many layers deep, moved by `skew` of a spacing.
std::vector<Vec3> layers(int deep, Real skew = 0) {
  std::vector<Vec3> points;
  for (int i = -3; i <= 3; ++i) {
    for (int j = -3; j <= 3; ++j) {
      for (int k = 0; k < deep; ++k) {
        points.push_back(0.1 * Vec3(i + skew * k, j - skew * (i * i % 3), -0.5 - k + skew * 0.3 * (j % 2)));
      }
    }
  }
  return points;
}

template <class Field>
Real value_at(const Vec3& place, const std::vector<Vec3>& points, Field&& field) {
  QuadraticWeights weights(place, Vec3::UnitZ(), 0.1, 3);
  for (const Vec3& x : points) weights.add(x);
  REQUIRE(weights.solve());
  Real sum = 0;
  for (const Vec3& x : points) sum += weights.at(x) * field(x);
  return sum;
}

TEST_CASE("layers behind a surface say what a field is there, to second order along the normal") {
  const auto field = [](const Vec3& x) { return 2 + 3 * x[0] - 5 * x[1] + 7 * x[2] + 40 * x[2] * x[2]; };
  for (const Real skew : {0.0, 0.1}) {
    CAPTURE(skew);
    for (const Vec3& place : {Vec3(0, 0, 0), Vec3(0.05, 0.05, 0), Vec3(0.02, -0.03, 0.01)}) {
      CHECK(relative_error(value_at(place, layers(4, skew), field), field(place)) < 1e-12);
    }
  }
}

TEST_CASE("three layers of a lattice have the weights of a parabola through them") {
  const Real parabola[] = {1.875, -1.25, 0.375};
  for (int k = 0; k < 3; ++k) {
    const auto of_layer = [k](const Vec3& x) { return std::abs(x[2] + 0.05 + 0.1 * k) < 1e-9 ? 1.0 : 0.0; };
    CHECK(relative_error(value_at(Vec3(0.05, 0.05, 0), layers(5), of_layer), parabola[k]) < 1e-12);
  }
}

TEST_CASE("two layers do not tell a parabola from a line") {
  QuadraticWeights weights(Vec3::Zero(), Vec3::UnitZ(), 0.1, 3);
  for (const Vec3& x : layers(2)) weights.add(x);
  CHECK_FALSE(weights.solve());
}

}  // namespace
}  // namespace talus
