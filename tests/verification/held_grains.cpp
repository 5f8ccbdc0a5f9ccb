// Grains that are held feel each other and walls like any others; they only do not give way.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/relative_error.hpp"
#include "support/sample_grains.hpp"

namespace talus {
namespace {

constexpr Real R = 0.01, density = 2500, k = 1e4, overlap = 1e-4;
constexpr Real mass = 4 * std::numbers::pi / 3 * R * R * R * density;

ListedGrain at(Real x, Real speed = 0) {
  ListedGrain grain;
  grain.centre = {x, 0, 0};
  grain.radius = R;
  grain.velocity = {speed, 0, 0};
  return grain;
}

template <class Normal>
ContactSpec under(const std::string& a, const std::string& b, const Normal& normal) {
  ContactSpec spec;
  spec.between = {a, b};
  spec.normal.entry = normal;
  return spec;
}

LinearSpring spring(Real restitution) {
  LinearSpring law;
  law.k = k;
  law.restitution = restitution;
  return law;
}

Vec3 force_on(const Simulation& s, std::size_t body) {
  return s.model().grains.bodies[body].grains.load[0].force.vec();
}

/// One held grain at the origin, another in touch with it that goes at `speed` [m/s].
template <class Normal>
Case held_pair(const Normal& law, Real speed, Real end) {
  Case c = empty_case(3, end);
  add_grains(c, "left", {at(0)}, density).held = true;
  add_grains(c, "right", {at(2 * R - overlap, speed)}, density).held = true;
  c.contacts.push_back(under("left", "right", law));
  return c;
}

}  // namespace

TEST_CASE("held grains: Burger's contact of two that are held relaxes as it should") {
  constexpr Real K = 1e4, C = 1e3;
  Burger law;
  law.K_k = law.K_m = K;
  law.C_k = law.C_m = C;
  Case c = held_pair(law, 0, 0.1);
  c.time.step = 1e-3;
  Simulation s(build_model(c));
  while (!s.finished()) s.step(s.end());
  const Real root = std::sqrt(5.0), t = s.time() * K / C;
  const Real exact =
      K * overlap * ((5 - root) / 10 * std::exp(-(3 - root) / 2 * t) + (5 + root) / 10 * std::exp(-(3 + root) / 2 * t));
  CHECK(relative_error(-force_on(s, 0).x(), exact) < 1e-9);
  CHECK(relative_error(force_on(s, 1).x(), exact) < 1e-9);
}

TEST_CASE("held grains: a spring and a dashpot of their masses resist what is driven, and the books close") {
  constexpr Real restitution = 0.5, speed = -0.01;
  const Real L = -std::log(restitution), zeta = L / std::hypot(std::numbers::pi, L);
  const Real gamma = 2 * zeta * std::sqrt(k * mass / 2);
  Case c = held_pair(spring(restitution), speed, 5e-3);
  Simulation s(build_model(c));
  CHECK(relative_error(-force_on(s, 0).x(), k * overlap - gamma * speed) < 1e-12);
  while (!s.finished()) s.step(s.end());
  const Real depth = overlap - speed * s.time();
  CHECK(relative_error(-force_on(s, 0).x(), k * depth - gamma * speed) < 1e-9);
  const EnergyLedger& ledger = s.ledger();
  CHECK(relative_error(ledger[Channel::contact_stored], 0.5 * k * depth * depth) < 1e-9);
  // What drives the grain puts it in.
  CHECK(ledger[Channel::boundary] < 0);
  CHECK(ledger.largest_work_residual() < 1e-12);
  CHECK(std::abs(ledger[Channel::state_residual]) < 1e-3 * ledger[Channel::contact_viscous]);
}

TEST_CASE("held grains: a wall pushes what is held, and neither limits the step nor what may overlap") {
  Case c = empty_case(3, 1e-3);
  // Two of a rough wall, half in each other and in the plane.
  add_grains(c, "rough", {at(0), at(R)}, density).held = true;
  PlaneWall floor;
  floor.normal = {0, 1, 0};
  floor.point = {0, -R + overlap, 0};
  add_wall(c, "floor", floor);
  c.contacts.push_back(under("rough", "rough", spring(0.5)));
  c.contacts.push_back(under("rough", "floor", spring(0.5)));
  Simulation s(build_model(c));
  const GrainBody& rough = s.model().grains.bodies[0];
  for (Index i = 0; i < 2; ++i) {
    CHECK(relative_error(rough.grains.load[i].force.y, k * overlap) < 1e-12);
    CHECK(relative_error(std::abs(rough.grains.load[i].force.x), k * R) < 1e-12);
  }
  CHECK(s.grain_contacts().frequency2 == 0);
  CHECK(s.grain_contacts().ejection2 == 0);
  CHECK(s.step_limit().empty());
  (void)s.wanted_step();
  CHECK(s.step_limit() == "the end of the run");
}

}  // namespace talus
