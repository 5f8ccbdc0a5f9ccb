// Rolling and twisting: length, torque limit, history along and across the normal.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <variant>

#include "support/oblique_pair.hpp"
#include "support/relative_error.hpp"
#include "talus/law/contact/catalog.hpp"

namespace talus {
namespace {

const Vec3 normal = Vec3::UnitY();

ContactPoint lasting() {
  return {.overlap = 1e-3, .length = 0.02, .reduced_radius = 0.01, .reduced_mass = 0.04, .dt = 1e-4};
}

TorqueSpring resisting() {
  TorqueSpring options;
  options.k = 2e4;
  options.mu_static = 0.3;
  options.mu_dynamic = 0.2;
  return options;
}

/// A ball that lies on a plane under its weight [N], pushed by a spring at rest.
ObliquePair<LinearSpringLaw> lying_ball(Real weight, Real k) {
  LinearSpring linear;
  linear.k = k;
  linear.restitution = 0.3;
  ObliquePair<LinearSpringLaw> pair{.normal = linear.law({}), .plane = true, .dt = 1e-5};
  pair.i.x = {0, pair.i.radius - weight / k, 0};
  pair.weight = {0, -weight, 0};
  return pair;
}

}  // namespace

TEST_CASE("torque: none is nothing, and either sense makes the same law of the same options") {
  const RollingLaws::Variant none = NoTorque{}, some = resisting();
  const auto made = [](const auto& variant) {
    return std::visit([](const auto& options) { return GrainSenseLaw(options); }, variant);
  };
  CHECK(!made(none).acts());
  CHECK(made(some).acts());
  CHECK(made(TwistingLaws::Variant(resisting())).stiffness(0) == made(some).stiffness(0));
  SlidingHistory history;
  const SlidingAnswer answer =
      made(none).roll(history, {Vec3(1, 0, 0), Vec3(1, 0, 0), {{normal, normal}, 0}, 10, 1e4}, lasting());
  CHECK(answer.force.norm() == 0);
  CHECK(answer.stored + answer.sliding_loss + answer.viscous_power == 0);
}

TEST_CASE("torque: the length is the harmonic-mean radius, or the reduced one") {
  TorqueSpring options = resisting();
  CHECK(GrainSenseLaw(options).length_of(lasting()) == 0.02);
  options.length = ContactLength::reduced;
  CHECK(GrainSenseLaw(options).length_of(lasting()) == 0.01);
  options.k.reset();
  options.ratio = 0.25;
  CHECK(options.needs_loading_stiffness());
  CHECK(GrainSenseLaw(options).stiffness(8e4) == 2e4);
}

TEST_CASE("torque: twisting lies along the normal and follows it, rolling lies across and turns with both") {
  const GrainSenseLaw law(resisting());
  const ContactTurn turn{{normal, Vec3(1, 1, 0).normalized()}, 2e-3};
  SlidingHistory twist{1e-5 * normal, false}, roll{Vec3(1e-5, 0, 0), false};
  const SlidingPoint still{Vec3::Zero(), Vec3::Zero(), turn, 100, 0};
  CHECK((law.twist(twist, still, lasting()).force + 2e4 * 1e-5 * turn.normal.now).norm() < 1e-13);
  const SlidingAnswer rolled = law.roll(roll, still, lasting());
  CHECK((rolled.force + 2e4 * carried(Vec3(1e-5, 0, 0), turn)).norm() < 1e-13);
  CHECK(std::abs(rolled.force.dot(turn.normal.now)) < 1e-13);
}

TEST_CASE("torque: a ball on a plane spins down by mu_w L N, and rolls to rest with mu_r (L/R) g") {
  constexpr Real weight = 0.1, k = 1e5, mu = 0.2;
  TorqueSpring options;
  options.k = 1e4;
  options.mu = mu;
  {  // twisting: dw/dt = -mu L N/I
    auto pair = lying_ball(weight, k);
    pair.twisting = GrainSenseLaw(options);
    pair.i.spin = {0, 40, 0};
    const Real length = pair.twisting.length_of(pair.facts());
    CHECK(length == 2 * pair.i.radius);
    for (int n = 0; n < 1000; ++n) pair.step();
    const Real expected = 40 - 1e-2 * mu * length * weight / pair.i.inertia();
    CHECK(relative_error(pair.i.spin.y(), expected) < 5e-4);
    CHECK(pair.i.v.x() == 0);
    CHECK(pair.lost.twisting > 0);
    CHECK(pair.lost.rolling == 0);
  }
  {  // rolling without slip: a = (5/7) mu (L/R) N/m
    auto pair = lying_ball(weight, k);
    pair.rolling = GrainSenseLaw(options);
    CoulombSpring friction;
    friction.k = 1e4;
    friction.mu = 10;
    friction.damping = 0.5;
    pair.tangential = GrainTangentialLaw(friction);
    pair.i.v = {1, 0, 0};
    pair.i.spin = {0, 0, -1 / pair.i.radius};
    for (int n = 0; n < 10000; ++n) pair.step();
    const Real slower = 0.1 * 5.0 / 7 * mu * 2 * weight / pair.i.mass;
    MESSAGE("speed ", pair.i.v.x(), ", expected ", 1 - slower);
    CHECK(std::abs(pair.i.v.x() - (1 - slower)) < 2e-3 * slower);
    CHECK(pair.lost.rolling > 50 * std::abs(pair.lost.sliding));
  }
}

}  // namespace talus
