// The motion at the point of contact, and how it is carried on to the end of the step (contact 25, 28).
#include <doctest/doctest.h>

#include <cmath>

#include "talus/contact/grain_touch.hpp"

namespace talus {
namespace {

/// Two spheres that press against each other, accelerate, turn about each other and spin, all of it smoothly.
struct SmoothPair {
  Real radius_i = 0.8, radius_j = 0.5;

  [[nodiscard]] Vec3 apart(Real t) const {
    const Real distance = 1.25 + 0.03 * std::sin(1.7 * t), angle = 0.4 * t + 0.3 * t * t;
    return distance * Vec3(std::cos(angle), std::sin(angle), 0.2 * t).normalized();
  }
  [[nodiscard]] static Vec3 spin_i(Real t) { return {0.7 + t * t, std::cos(t), -1.2 * t}; }
  [[nodiscard]] static Vec3 spin_j(Real t) { return {0.4 * t, 0.9 - t, std::sin(2 * t)}; }
  /// By differences so short that their error does not show.
  [[nodiscard]] Vec3 velocity(Real t) const {
    constexpr Real h = 1e-6;
    return (apart(t + h) - apart(t - h)) / (2 * h);
  }
  [[nodiscard]] Vec3 normal(Real t) const { return apart(t).normalized(); }
  [[nodiscard]] Real overlap(Real t) const { return radius_i + radius_j - apart(t).norm(); }

  /// Of the step that ends at t.
  TouchMotion step(Real t, Real dt, MotionHistoryOf<Real, true>& before, Real ahead) const {
    TouchGeometry g{normal(t), normal(t - dt), overlap(t), overlap(t - dt), radius_i, radius_j};
    const Real middle = t - dt / 2;
    return touch_motion(g, RelativeMotion{(apart(t) - apart(t - dt)) / dt, spin_i(middle), spin_j(middle)}, before, ahead);
  }
  /// Of j against i.
  TouchMotion other_step(Real t, Real dt, MotionHistoryOf<Real, true>& before, Real ahead) const {
    TouchGeometry g{-normal(t), -normal(t - dt), overlap(t), overlap(t - dt), radius_j, radius_i};
    const Real middle = t - dt / 2;
    return touch_motion(g, RelativeMotion{(apart(t - dt) - apart(t)) / dt, spin_j(middle), spin_i(middle)}, before, ahead);
  }
  /// Exactly, at t.
  [[nodiscard]] Vec3 sliding(Real t) const {
    const Vec3 n = normal(t), v = velocity(t);
    const Real half = overlap(t) / 2;
    return v - v.dot(n) * n - ((radius_i - half) * spin_i(t) + (radius_j - half) * spin_j(t)).cross(n);
  }
  [[nodiscard]] Real closing(Real t) const { return -velocity(t).dot(normal(t)); }
};

struct Errors {
  Real closing, sliding, spin;
};

/// At t, after two steps of which the last is `ratio` times as long.
Errors errors_of(Real dt, Real ratio) {
  const SmoothPair pair;
  constexpr Real t = 0.6;
  StepAhead step_ahead;
  MotionHistoryOf<Real, true> before;
  pair.step(t - ratio * dt, dt, before, step_ahead.take(dt));
  const TouchMotion m = pair.step(t, ratio * dt, before, step_ahead.take(ratio * dt));
  return {std::abs(m.closing - pair.closing(t)), (m.sliding_ahead - pair.sliding(t)).norm(),
          (m.spin_ahead - (pair.spin_i(t) - pair.spin_j(t))).norm()};
}

}  // namespace

TEST_CASE("motion ahead is of second order, also where the step changes") {
  for (const Real ratio : {0.5, 1.0, 1.1}) {
    CAPTURE(ratio);
    const Errors coarse = errors_of(4e-3, ratio), fine = errors_of(1e-3, ratio);
    for (const auto& [of_coarse, of_fine] : {std::pair(coarse.closing, fine.closing),
                                             std::pair(coarse.sliding, fine.sliding), std::pair(coarse.spin, fine.spin)}) {
      CAPTURE(of_coarse);
      CHECK(of_coarse < 1e-4);
      CHECK(of_fine < of_coarse / 13);  // 16 of second order, 4 of first
    }
  }
}

TEST_CASE("motion ahead of two that accelerate evenly is that of the leapfrog, from the first step on") {
  constexpr Real dt = 1e-3, v0 = -0.3, a = 25, radius = 0.5;
  StepAhead step_ahead;
  MotionHistoryOf<Real, false> before;
  const Vec3 n = Vec3::UnitX();
  const auto closing = [&](Real middle, Real of_step) {
    const TouchGeometry g{n, n, 0.01, 0.01, radius, radius};
    const RelativeMotion r{middle * n, Vec3::Zero(), Vec3::Zero()};
    return touch_motion(g, r, before, step_ahead.take(of_step)).closing;
  };
  CHECK(closing(v0, 0) == -v0);  // the forces of the start
  Real v = v0;
  for (const Real step : {dt, dt, 0.5 * dt, 2 * dt}) {
    CHECK(std::abs(closing(v + a * step / 2, step) + v + a * step) < 1e-14);
    v += a * step;
  }
}

TEST_CASE("motion ahead is the same for both partners") {
  const SmoothPair pair;
  MotionHistoryOf<Real, true> of_i, of_j;
  constexpr Real dt = 1e-2, rounding = 1e-13;  // of places, over the step
  for (const Real t : {0.3, 0.3 + dt, 0.3 + 2 * dt}) {
    const TouchMotion m = pair.step(t, dt, of_i, 0.5), other = pair.other_step(t, dt, of_j, 0.5);
    CHECK(std::abs(m.closing - other.closing) < rounding);
    CHECK((m.sliding_ahead + other.sliding_ahead).norm() < rounding);
    CHECK((m.spin_ahead + other.spin_ahead).norm() < rounding);
    CHECK((of_i.velocity + of_j.velocity).norm() < rounding);
  }
}

TEST_CASE("a contact that is handed to the other partner goes on with the opposite force and torque") {
  const SmoothPair pair;
  constexpr Real dt = 1e-3, per_mass = 3;
  for (const Real mu : {10.0, 0.05}) {  // sticks, slips
    CAPTURE(mu);
    TorqueSpring turning;
    turning.k = 4e3;
    turning.damping = 0.1;
    turning.mu = mu;
    CoulombSpring sliding;
    sliding.k = 5e3;
    sliding.damping = 0.1;
    sliding.mu = mu;
    const GrainLaws<LinearSpringLaw, true> laws{.normal = {.k = 1e4},
                                                .tangential = GrainTangentialLaw(TangentialLaws::Variant(sliding)),
                                                .rolling = GrainSenseLaw(turning),
                                                .twisting = GrainSenseLaw(turning)};
    TouchHistory<LinearSpringLaw, true> of_i;
    GrainContactSums sums;
    const auto touched = [&](auto& history, const TouchMotion& motion) {
      ContactPoint point = laws.between(pair.radius_i, pair.radius_j, per_mass, dt);
      return touch(laws, history, point, motion, sums);
    };
    Real t = 0.3;
    for (int k = 0; k < 20; ++k, t += dt) touched(of_i, pair.step(t, dt, of_i.motion, k > 0 ? 0.5 : 0));
    auto of_j = of_i;
    of_j.swap_partners();
    const TouchAnswer on_i = touched(of_i, pair.step(t, dt, of_i.motion, 0.5));
    const TouchAnswer on_j = touched(of_j, pair.other_step(t, dt, of_j.motion, 0.5));
    const auto opposite = [](const Vec3& a, const Vec3& b) { return (a + b).norm() < 1e-10 * a.norm(); };
    CHECK(opposite(on_i.force, on_j.force));
    CHECK(opposite(on_i.rolling, on_j.rolling));
    CHECK(opposite(on_i.twisting, on_j.twisting));
    CHECK(std::abs(on_i.stored - on_j.stored) < 1e-10 * on_i.stored);
  }
}

TEST_CASE("where one centre goes straight through the other, motion stays finite") {
  const Vec3 n = Vec3::UnitY(), v = -3 * n;
  MotionHistoryOf<Real, true> before;
  const TouchGeometry g{-n, n, 0.9, 0.8, 0.5, 0.5};
  const TouchMotion m = touch_motion(g, RelativeMotion{v, Vec3::UnitX(), Vec3::Zero()}, before, Real(0));
  CHECK(m.closing == doctest::Approx(-3));
  CHECK(m.sliding.allFinite());
  CHECK(m.sliding_ahead.allFinite());
  CHECK(std::abs(m.sliding.dot(n)) < 1e-15);
}

}  // namespace talus
