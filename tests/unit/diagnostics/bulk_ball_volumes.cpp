// Balls cut by boxes, balls and cylinders, against closed forms and against plain integration.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "talus/diagnostics/bulk/ball_volumes.hpp"
#include "talus/numerics/random.hpp"

using namespace talus;

namespace {

constexpr Real pi = std::numbers::pi;

Real cap(Real r, Real height) { return pi * height * height * (3 * r - height) / 3; }

/// Columns of the unit ball between the z-faces of a box, summed over its base by the midpoint rule.
Real summed(const Vec3& low, const Vec3& high) {
  constexpr int n = 1000;
  const Vec3 step = (high - low) / n;
  Real sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const Real x = low.x() + (i + 0.5) * step.x(), y = low.y() + (j + 0.5) * step.y();
      const Real half = std::sqrt(std::max(0.0, 1 - x * x - y * y));
      sum += std::max(0.0, std::min(high.z(), half) - std::max(low.z(), -half));
    }
  }
  return sum * step.x() * step.y();
}

}  // namespace

TEST_CASE("a box inside of a ball shares its own volume, a box around it the ball's") {
  Random random(1);
  for (int k = 0; k < 200; ++k) {
    const Vec3 p = random.in_ball(3) * 0.99, q = p.cwiseProduct(Vec3(random.uniform(-1, 1), random.uniform(-1, 1), 0.3));
    const Vec3 low = p.cwiseMin(q), high = p.cwiseMax(q), edge = high - low;  // no corner farther out than p
    const Vec3 centre(3, -2, 5);
    CHECK(ball_in_box(centre, 2, centre + 2 * low, centre + 2 * high, 3) ==
          doctest::Approx(8 * edge.prod()).epsilon(1e-13).scale(1));
    CHECK(ball_in_box(centre, 2, centre + 2 * low, centre + 2 * high, 2) ==
          doctest::Approx(4 * edge.x() * edge.y()).epsilon(1e-13).scale(1));
  }
  CHECK(ball_in_box({0, 0, 0}, 1, {-1, -2, -1}, {3, 2, 1}, 3) == doctest::Approx(4 * pi / 3).epsilon(1e-14));
  CHECK(ball_in_box({0, 0, 0}, 1, {1.01, -2, -1}, {3, 2, 1}, 3) == 0);
}

TEST_CASE("caps, quarters, octants, and cuts that leave all but a corner") {
  const Vec3 far(9, 9, 9);
  CHECK(ball_in_box({0, 0, 0}, 1, {0.3, -9, -9}, far, 3) == doctest::Approx(cap(1, 0.7)).epsilon(1e-13));
  CHECK(ball_in_box({0, 0, 0}, 1, {-0.3, -9, -9}, far, 3) == doctest::Approx(cap(1, 1.3)).epsilon(1e-13));
  CHECK(ball_in_box({0, 0, 0}, 1, {-9, 0, 0}, far, 3) == doctest::Approx(pi / 3).epsilon(1e-13));
  CHECK(ball_in_box({0, 0, 0}, 1, {0, 0, 0}, far, 3) == doctest::Approx(pi / 6).epsilon(1e-13));
  CHECK(ball_in_box({0, 0, 0}, 1, {0, 0, -9}, far, 2) == doctest::Approx(pi / 4).epsilon(1e-13));
  // The square inscribed to the unit circle leaves four equal segments.
  const Real s = std::sqrt(0.5);
  CHECK(ball_in_box({0, 0, 0}, 1, {s, -9, -9}, far, 2) == doctest::Approx((pi - 2) / 4).epsilon(1e-13));
  // Of the cube inscribed to the unit ball the six caps beyond its faces overlap in twelve wedges.
  const Real c = std::sqrt(1.0 / 3);
  const Real wedge = ball_in_box({0, 0, 0}, 1, {c, c, -9}, far, 3);
  CHECK(6 * cap(1, 1 - c) - 12 * wedge + 8 * c * c * c == doctest::Approx(4 * pi / 3).epsilon(1e-13));
}

TEST_CASE("any box against plain integration") {
  Random random(7);
  for (int k = 0; k < 12; ++k) {
    const Vec3 p(random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2));
    const Vec3 q(random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2));
    const Vec3 low = p.cwiseMin(q), high = p.cwiseMax(q);
    CHECK(ball_in_box({0, 0, 0}, 1, low, high, 3) == doctest::Approx(summed(low, high)).epsilon(1e-5).scale(1));
  }
}

TEST_CASE("lenses") {
  CHECK(ball_in_ball(1, 1, 1, 3) == doctest::Approx(5 * pi / 12).epsilon(1e-14));
  CHECK(ball_in_ball(1, 1, 1, 2) == doctest::Approx(2 * pi / 3 - std::sqrt(3) / 2).epsilon(1e-14));
  CHECK(ball_in_ball(1, 3, 1.5, 3) == doctest::Approx(4 * pi / 3));
  CHECK(ball_in_ball(3, 1, 1.5, 2) == doctest::Approx(pi));
  CHECK(ball_in_ball(1, 3, 4, 3) == 0);
  // The common circle lies behind the centre of the small ball.
  const Real plane = (2.2 * 2.2 + 9 - 1) / (2 * 2.2);
  CHECK(ball_in_ball(1, 3, 2.2, 3) == doctest::Approx(cap(3, 3 - plane) + cap(1, 1 - (2.2 - plane))).epsilon(1e-14));
}

TEST_CASE("balls in cylinders") {
  // A bore through the centre leaves a ring whose volume depends on its height only.
  const Real ring = 4 * pi / 3 * std::pow(1 - 0.6 * 0.6, 1.5);
  CHECK(ball_in_cylinder(1, 0.6, 0, -9, 9) == doctest::Approx(4 * pi / 3 - ring).epsilon(1e-8));
  // Viviani's: a cylinder of half the radius that touches the ball and passes its centre.
  CHECK(ball_in_cylinder(1, 0.5, 0.5, -9, 9) == doctest::Approx(2 * pi / 3 - 8.0 / 9).epsilon(1e-8));
  CHECK(ball_in_cylinder(2, 50, 1, -1, 9) == doctest::Approx(cap(2, 3)).epsilon(1e-8));
  CHECK(ball_in_cylinder(2, 50, 1, -1, 0.5) == doctest::Approx(cap(2, 3) - cap(2, 1.5)).epsilon(1e-8));
  CHECK(ball_in_cylinder(1, 0.5, 1.6, -9, 9) == 0);
  CHECK(ball_in_cylinder(1, 0.5, 0.5, 2, 9) == 0);
  CHECK(ball_in_cylinder(1, 0.5, 0.5, 0, 9) == doctest::Approx(pi / 3 - 4.0 / 9).epsilon(1e-8));
  // A tube so wide that its wall is nearly flat.
  CHECK(ball_in_cylinder(1, 1e6, 1e6 + 0.2, -9, 9) == doctest::Approx(cap(1, 0.8)).epsilon(1e-5));
}
