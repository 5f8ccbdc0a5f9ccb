// What happens to friction where the particles under a grain are others from step to step.
#include <doctest/doctest.h>

#include <cmath>

#include "support/sample_solid_grain.hpp"

namespace talus {
namespace {

/// Of the vertical axis through the middle of the block.
Vec3 turned(const Vec3& x, Real angle) {
  const Real c = std::cos(angle), s = std::sin(angle);
  return {c * x.x() + s * x.z(), x.y(), -s * x.x() + c * x.z()};
}

/// A sphere that sticks is drawn over a block that turns below it, and turns with it. Its spring turns with the block,
/// and so has the way of each step, that over the block, at its end. Returns how far the force is from that, over the
/// force.
Real error_of_drawn_spring(int steps) {
  constexpr Real angle = 0.8, duration = 0.02, k = 2e3;
  LinearSpring normal;
  normal.k = 1e2;
  normal.restitution = 1;
  CoulombSpring sticks;
  sticks.k = k;
  sticks.c = 0;
  sticks.mu = 1e6;
  SolidGrainSample s(3, 0.3, 0.02, normal, sticks, 0, {}, {25, 5, 25});
  const Vec3 axis(1.2, 0, 1.2);
  const Real dt = duration / steps, rate = angle / duration, turn = angle / steps;
  const std::vector<Vec3> start = s.solid.x;
  const Vec3 from = s.centre() - axis;
  const auto centre = [&](Real t) { return Vec3(from + Vec3(30 * t - 200 * t * t, 0, 500 * t * t)); };
  Vec3 held = Vec3::Zero();
  s.touch(0);
  for (int n = 0; n < steps; ++n) {
    const Real t = n * dt;
    for (Index j = 0; j < s.solid.size(); ++j) {
      s.solid.v[j] = (axis + turned(start[j] - axis, rate * (t + dt)) - s.solid.x[j]) / dt;
    }
    s.set_motion((centre(t + dt) - centre(t)) / dt, Vec3(0, rate, 0));
    s.drift(dt);
    s.touch(dt);
    held = turned(held, turn) - k * (centre(t + dt) - turned(centre(t), turn));
  }
  Vec3 force = s.force();
  force.y() = 0;
  return (force - held).norm() / held.norm();
}

}  // namespace

TEST_CASE("a grain drawn over a solid that turns: the way of its spring is that over the solid, to second order") {
  const Real coarse = error_of_drawn_spring(20), fine = error_of_drawn_spring(80);
  CHECK(coarse < 2e-3);
  CHECK(fine < coarse / 8);
}

}  // namespace talus
