// Grains that hit deformable solids: momenta, energy, and the rebound from a solid that hardly gives way.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/relative_error.hpp"
#include "support/sample_grains.hpp"
#include "support/sample_law.hpp"
#include "support/threads.hpp"
#include "talus/sim/leapfrog.hpp"

namespace talus {
namespace {

struct ImpactOptions {
  int dimension = 3;
  Real speed = 2;                    ///< [m/s]
  Real radius = 2e-3;                ///< of the ball [m]
  Real young = 1e8, density = 1000;  ///< of the block [Pa, kg/m^3]
  Real end = 5e-4;                   ///< [s]
  Real spacing = 1e-3;               ///< [m]
};

/// A free block with its upper face at y = 0, and a ball just above it that comes at a slant and spins.
template <class Normal, class Tangential>
Case impact_case(const ImpactOptions& o, const Normal& normal, const Tangential& tangential) {
  Case c = empty_case(o.dimension, o.end);
  const Real deep = o.dimension == 3 ? 12e-3 : 0;
  SolidSpec& block =
      add_block(c, "block", elastic<NeoHookean>(o.density, o.young, 0.3), {12e-3, 6e-3, deep}, o.spacing);
  block.position = {0, -3e-3, 0};
  ListedGrain ball;
  ball.centre = {1.1e-3, o.radius + 2e-5, o.dimension == 3 ? 0.7e-3 : 0};
  ball.radius = o.radius;
  ball.velocity = {0.3 * o.speed, -o.speed, o.dimension == 3 ? -0.1 * o.speed : 0};
  ball.spin = {0, 0, 300};
  add_grains(c, "ball", {ball});
  ContactSpec contact;
  contact.between = {"ball", "block"};
  contact.normal.entry = normal;
  contact.tangential.entry = tangential;
  c.contacts.push_back(contact);
  return c;
}

struct Momenta {
  Vec3 linear, angular;
};

Momenta momenta(const Simulation& s) {
  Momenta m{Vec3::Zero(), Vec3::Zero()};
  for (const SolidBody& body : s.model().bodies) m.linear += linear_momentum(body), m.angular += angular_momentum(body);
  for (const GrainBody& body : s.model().grains.bodies) {
    m.linear += linear_momentum(body), m.angular += angular_momentum(body);
  }
  return m;
}

LinearSpring spring(Real k, Real restitution) {
  LinearSpring law;
  law.k = k;
  law.restitution = restitution;
  return law;
}

struct Outcome {
  Real linear = 0, angular = 0;  ///< drift over what the ball brought [-]
  Real work = 0, state = 0;      ///< residuals of the ledgers [-]
  std::uint64_t hash = 0;
};

Outcome outcome(const Case& c) {
  Simulation s(build_model(c));
  const Momenta before = momenta(s);
  Real touching = 0;
  run(s, [&](const Simulation& now) { touching = std::max(touching, now.grain_contacts().touching); });
  CHECK(touching > 0);
  const Momenta after = momenta(s);
  return {(after.linear - before.linear).norm() / before.linear.norm(),
          (after.angular - before.angular).norm() / before.angular.norm(), s.ledger().largest_work_residual(),
          s.ledger().largest_state_residual(), s.state_hash()};
}

}  // namespace

TEST_CASE("a grain hits a free block: both momenta to round-off, energy to the ledgers") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    ImpactOptions o;
    o.dimension = dimension;
    const auto check = [](const Outcome& out) {
      CHECK(out.linear < 1e-12);
      CHECK(out.angular < 1e-12);
      CHECK(out.work < 1e-11);
      CHECK(out.state < 5e-4);
    };
    Hertz hertz;
    hertz.damping.entry = TsujiDamping{0.8};
    check(outcome(impact_case(o, spring(2e4, 0.8), sample_law<CoulombSpring>())));
    check(outcome(impact_case(o, hertz, sample_law<Mindlin>())));
  }
}

TEST_CASE("a grain hits a free block: the state ledger is second order") {
  Case c = impact_case({}, spring(2e4, 0.8), sample_law<CoulombSpring>());
  c.time.steps_per_contact = 60;
  c.time.courant = 0.6;
  const Real coarse = outcome(c).state;
  c.time.steps_per_contact = 240;
  c.time.courant = 0.15;
  const Real fine = outcome(c).state;
  CHECK(fine < coarse / 8);
}

TEST_CASE("a grain hits a free block: the same bits for any number of threads") {
  Case c = impact_case({}, spring(2e4, 0.8), sample_law<CoulombSpring>());
  c.time.end = 1e-4;
  const auto hash_with = [&c](int threads) {
    const Threads set(threads);
    return outcome(c).hash;
  };
  CHECK(hash_with(1) == hash_with(2));
}

TEST_CASE("a grain leaves a stiff and heavy solid as it leaves a wall under the same law") {
  constexpr Real speed = 0.5, k = 1e4, restitution = 0.6;
  ImpactOptions o;
  o.speed = speed;
  o.young = 2e11;
  o.density = 1e6;
  Case c = impact_case(o, spring(k, restitution), Frictionless{});
  auto& ball = std::get<SphereList>(std::get<GrainSpec>(c.bodies[1].second.entry).grains.entry).list[0];
  ball.velocity = {0, -speed, 0};
  ball.spin.setZero();
  Simulation s(build_model(c));
  const GrainBody& grain = s.model().grains.bodies[0];
  Real begins = 0, ends = 0, deepest = 0;
  run(s, [&](const Simulation& now) {
    if (now.grain_contacts().touching > 0) {
      if (begins == 0) begins = now.time();
      ends = now.time();
      deepest = std::max(deepest, now.grain_contacts().overlap_ratio * o.radius);
    }
  });
  const Real mass = grain.grains.inertia[0].mass, block = total_mass(s.model().bodies[0]);
  const Real reduced = mass * block / (mass + block);
  // The damped oscillator of the law (contact-law 14).
  const Real L = -std::log(restitution), zeta = L / std::hypot(std::numbers::pi, L);
  const Real omega = std::sqrt(k / reduced * (1 - zeta * zeta)), eta = zeta * std::sqrt(k / reduced);
  const Real peak = std::atan(omega / eta) / omega;
  const Vec3 after = grain.grains.rate[0].velocity.vec() - linear_momentum(s.model().bodies[0]) / block;
  CHECK(after.y() / speed == near(restitution, 0.01));
  CHECK((ends - begins) * omega / std::numbers::pi == near(1, 0.03));
  CHECK(deepest == near(speed * std::exp(-eta * peak) * std::sin(omega * peak) / omega, 0.01));
}

}  // namespace talus
