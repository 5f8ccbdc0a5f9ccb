// Sticking and letting go: what friction stores and loses, static against dynamic coefficients, cycles of load.
#include <doctest/doctest.h>

#include <numbers>

#include "property/contact_samples.hpp"
#include "support/relative_error.hpp"

namespace talus {
namespace {

constexpr Real dt = 2e-5;  ///< [s]
constexpr Real speed = 1;  ///< of random velocities [m/s]

/// No dashpots along the normal.
KernelPotential undamped() {
  KernelPotential law;
  law.stick_damping = law.slip_damping = 0;
  return law;
}

CoulombStickSlip soft_friction() {
  CoulombStickSlip law = friction_law<CoulombStickSlip>();
  law.elastic_slip = 2e-4;  // soft enough that the stability cap of the stiffness stays out of the way
  return law;
}

}  // namespace

TEST_CASE("contact: what friction stores and loses is the work done on it, to second order") {
  const auto residual = [](int steps) {
    const auto balance = ContactSample(2, undamped(), soft_friction()).rub(steps);
    CHECK(balance.lost > 1e-4);
    return balance.missing;
  };
  const Real coarse = residual(400), fine = residual(1600);
  CHECK(coarse < 1e-3);
  CHECK(fine < 0.5 * coarse);
}

TEST_CASE("contact: a stuck pair keeps its force when the load grows and its slip when it falls, and books the loss") {
  // One particle above another: the plane of contact is across their line, exactly.
  const LatticeSample one{.dimension = 2, .cells = {1, 1, 1}, .jitter = 0};
  SolidBody a = sample_body(rubber<NeoHookean>(), one), b = a;
  const auto shift = [&](const Vec3& by) {
    b.v[0] = by / dt;
    ContactSample::drift(b, dt);
  };
  displace(b, [](const Vec3&) { return Vec3(0, 0.2, 0); });
  PairContact contact(a, b, undamped(), 1e5, soft_friction());
  const auto tangential_energy = [&](const ContactSums& sums) { return sums.stored - contact.potential_energy(); };
  contact.compute(0);
  shift({0.5 * soft_friction().elastic_slip * a.spacing, 0, 0});  // half way to the limit
  contact.compute(dt);
  const Vec3 radial = (b.x[0] - a.x[0]).normalized();
  shift(Vec3::Zero());
  ContactSums sums = contact.compute(dt);
  const Real force = contact.friction_force().norm(), start = tangential_energy(sums);
  REQUIRE(start > 0);
  CHECK(relative_error(force, 0.25 * contact.normal_force().norm()) < 1e-6);  // half of mu = 0.5

  Real lost = 0, least = 0;
  const auto go = [&](Real distance, int steps) {
    for (int k = 0; k < steps; ++k) {
      shift(distance / steps * radial);
      sums = contact.compute(dt);
      lost += sums.sliding;
      least = std::min(least, sums.sliding);
    }
  };
  go(-0.03, 50);
  CHECK(relative_error(contact.friction_force().norm(), force) < 1e-6);
  CHECK(lost > 0);
  CHECK(std::abs(start - tangential_energy(sums) - lost) < 1e-6 * start);
  const Real ratio = contact.friction_force().norm() / contact.normal_force().norm();
  go(0.06, 100);
  CHECK(relative_error(contact.friction_force().norm() / contact.normal_force().norm(), ratio) < 1e-6);
  go(0.2, 50);  // out of reach
  CHECK(contact.normal_force().norm() == 0);
  CHECK(relative_error(lost, start) < 1e-6);
  CHECK(least >= 0);
}

TEST_CASE("contact: every pair holds up to static friction, then slides with dynamic friction") {
  constexpr Real mu_static = 0.6, mu_dynamic = 0.3, slow = 1e-3;  // [-], [-], [m/s]
  ContactSample s(2, {}, friction_law<CoulombStickSlip>(mu_static, mu_dynamic));
  s.evaluate(0);
  Real largest = 0, smallest = 0;
  for (int k = 0; k < 3000; ++k) {
    for (Vec3& v : s.b.v) v = Vec3(slow, 0, 0);
    ContactSample::drift(s.b, dt);
    s.evaluate(dt);
    smallest = 1;
    for (const ContactLine& line : lines(*s.contact)) {
      const Real load = line.normal_force.dot(normal_of<CoulombStickSlip>(s, line));
      if (load <= 1e-6 * s.contact->normal_force().norm()) continue;
      largest = std::max(largest, line.tangential_force.norm() / load);
      smallest = std::min(smallest, line.tangential_force.norm() / load);
    }
  }
  CHECK(relative_error(largest, mu_static) < 0.01);
  CHECK(relative_error(smallest, mu_dynamic) < 0.01);
  const Real mean = s.contact->friction_force().norm() / s.contact->normal_force().norm();
  CHECK(relative_error(mean, mu_dynamic) < 0.05);
}

TEST_CASE("contact: loads that cycle at 0.8 of the limit do not creep") {
  // A block pushed to and fro by 0.8 mu N on the contact's own springs: after ten cycles it is where it was.
  constexpr Real mu = 0.5, share = 0.8, period = 0.02;
  constexpr int cycles = 10, steps = 1000;
  ContactSample s(2, {}, friction_law<CoulombStickSlip>(mu, mu));
  s.evaluate(0);
  Real mass = 0;
  for (const Real m : s.b.m) mass += m;
  const auto load = [&] { return std::abs(s.contact->normal_force()[1]); };
  Real v = 0, shift = 0, start = 0;
  const Real step = period / steps;
  for (int k = 0; k <= (cycles + 1) * steps; ++k) {
    if (k == steps) start = shift;  // the first cycle settles
    const Real push = share * mu * load() * std::sin(2 * std::numbers::pi * k / steps);
    const Real friction = -s.contact->friction_force()[0];
    v += step * (push + friction - 40 * mass * v) / mass;
    shift += step * v;
    for (Vec3& w : s.b.v) w = Vec3(v, 0, 0);
    ContactSample::drift(s.b, step);
    s.evaluate(step);
  }
  CHECK(std::abs(shift - start) < 1e-3 * s.a.spacing);
}

TEST_CASE("contact: without friction or without load nothing is remembered") {
  ContactSample s(2, {}, friction_law<CoulombStickSlip>());
  Draw draw(47);
  s.evaluate(0);
  s.move(draw, speed, dt);
  CHECK(s.evaluate(dt).sliding > 0);
  for (Vec3& X : s.b.X) X[1] += 5;
  s.b.max_speed = 5 / dt;
  for (Index i = 0; i < s.b.size(); ++i) s.b.x[i] = s.b.X[i] + s.b.u[i];
  const ContactSums apart = s.evaluate(dt);
  CHECK(apart.stored == 0);
  CHECK(s.contact->loaded() == 0);
  CHECK(s.contact->friction_force().norm() == 0);
}

TEST_CASE("contact: the dashpots spare a first touch, then brake approach and parting, and never feed either") {
  const LatticeSample one{.dimension = 2, .cells = {1, 1, 1}, .jitter = 0};
  SolidBody a = sample_body(rubber<NeoHookean>(), one), b = a;
  displace(b, [](const Vec3&) { return Vec3(0, 0.2, 0); });
  PairContact contact(a, b, {}, 1e5, friction_law<CoulombStickSlip>());
  const auto power = [&](const Vec3& v, Real step) {
    b.v[0] = v;
    for (SolidBody* body : {&a, &b}) body->open(ForceKind::contact_viscous)[0].setZero();
    contact.compute(step);
    return b.of(ForceKind::contact_viscous)[0].dot(v);
  };
  CHECK(power({0, -0.1, 0}, 1e-9) == 0);
  CHECK(power(Vec3::Zero(), 1e3) == 0);  // long in contact
  CHECK(power({0, -0.1, 0}, 1e-9) < 0);
  CHECK(power({0, 0.1, 0}, 1e-9) < 0);
}

}  // namespace talus
