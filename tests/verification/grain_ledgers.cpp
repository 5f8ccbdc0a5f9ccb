// Energy, momentum and moment of momentum of grains in collision.
#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "support/momentum_drift.hpp"
#include "support/relative_error.hpp"
#include "support/sample_grains.hpp"
#include "talus/numerics/pack.hpp"

namespace talus {
namespace {

struct Closure {
  Real work, state;
};

Closure closure(Case c, Real steps_per_contact) {
  c.time.steps_per_contact = steps_per_contact;
  Simulation s(build_model(c));
  run(s, [](const Simulation&) {});
  CHECK(s.grain_contacts().touching > 0);
  for (const Channel channel : {Channel::contact_plastic, Channel::contact_adhesive, Channel::contact_viscous,
                                Channel::sliding, Channel::rolling, Channel::twisting}) {
    CHECK(s.ledger()[channel] > 0);
  }
  return {s.ledger().largest_work_residual(), std::abs(s.ledger()[Channel::state_residual])};
}

TEST_CASE("grains in a periodic box: the work ledger closes, the state ledger is second order") {
  Case c = agitated_case(300, 16e-3, 4e-3);
  c.domain = periodic_cube(16e-3);
  const Closure coarse = closure(c, 50);
  const Closure fine = closure(c, 200);
  CHECK(coarse.work < 1e-10);
  CHECK(fine.work < 1e-10);
  // Four times the steps leave a sixteenth; collisions that start within a step scatter.
  CHECK(fine.state < coarse.state / 10);
}

TEST_CASE("a thousand grains in ten thousand steps: the work ledger closes to round-off") {
  constexpr Real edge = 24e-3;
  Case c = agitated_case(1000, edge, 1);
  c.domain = periodic_cube(edge);
  Simulation s(build_model(c));
  while (s.steps() < 10000) s.step(s.end());
  for (const Channel channel : {Channel::contact_plastic, Channel::contact_adhesive, Channel::contact_viscous,
                                Channel::sliding, Channel::rolling, Channel::twisting}) {
    CHECK(s.ledger()[channel] > 1e-4 * s.ledger().largest_sum());
  }
  CHECK(s.ledger().largest_work_residual() < 1e-10);
  CHECK(s.ledger().largest_state_residual() < 1e-3);
}

TEST_CASE("clumps: the work ledger closes, the state ledger is second order") {
  Case c = agitated_case(100, 14e-3, 4e-3);
  std::get<GrainSpec>(c.bodies[0].second.entry).clump = dumb_bell();
  c.domain = periodic_cube(14e-3);
  const Closure coarse = closure(c, 50);
  const Closure fine = closure(c, 200);
  CHECK(coarse.work < 1e-10);
  CHECK(fine.state < coarse.state / 10);
}

void check_momenta(const Case& c) {
  Simulation s(build_model(c));
  const MomentumDrift drift = momentum_drift(s);
  CHECK(s.grain_contacts().touching > 0);
  CHECK(drift.linear < 1e-13);
  CHECK(drift.angular < 1e-13);
}

TEST_CASE("free grains keep both momenta to round-off") { check_momenta(agitated_case(200, 14e-3, 4e-3)); }

TEST_CASE("free clumps keep both momenta to round-off") {
  Case c = agitated_case(100, 14e-3, 4e-3);
  std::get<GrainSpec>(c.bodies[0].second.entry).clump = dumb_bell();
  check_momenta(c);
}

/// What n equal grains have lost that graze a floor at once, far from each other.
std::array<Real, 4> losses_on_floor(int n) {
  Case c = empty_case(3, 1e-3);
  std::vector<ListedGrain> list;
  for (int k = 0; k < n; ++k) {
    list.push_back(
        {.centre = {0.01 * k, 0, 1.01e-3}, .radius = 1e-3, .velocity = {0.2, 0.1, -0.5}, .spin = {10, -20, 30}});
  }
  add_grains(c, "g", std::move(list));
  PlaneWall floor;
  floor.normal = Vec3(0, 0, 1);
  add_wall(c, "floor", floor);
  ContactSpec contact = everything_between("g", "floor");
  LinearSpring normal;
  normal.k = 1000;
  normal.restitution = 0.7;
  contact.normal.entry = normal;
  c.contacts = {contact, everything_between("g", "g")};
  Simulation s(build_model(c));
  run(s, [](const Simulation&) {});
  CHECK(s.grain_contacts().touching == 0);  // all of them have left
  const EnergyLedger& l = s.ledger();
  return {l[Channel::contact_viscous], l[Channel::sliding], l[Channel::rolling], l[Channel::twisting]};
}

TEST_CASE("on a wall every grain loses what it would alone, however many fit into a pack") {
  const std::array<Real, 4> one = losses_on_floor(1);
  for (const Real loss : one) CHECK(loss > 0);
  for (const int n : {2, lanes, lanes + 1, 2 * lanes + lanes / 2}) {
    CAPTURE(n);
    const std::array<Real, 4> all = losses_on_floor(n);
    for (std::size_t k = 0; k < all.size(); ++k) CHECK(all[k] == near(n * one[k], 1e-11));
  }
}

TEST_CASE("a wall that moves puts its work into the books") {
  Case c = agitated_case(100, 12e-3, 5e-3);
  add_shaking_box(c, 12e-3, 1e-4, 400);
  c.time.steps_per_contact = 50;
  Simulation s(build_model(c));
  run(s, [](const Simulation&) {});
  CHECK(std::abs(s.ledger()[Channel::boundary]) > 1e-3 * s.ledger().largest_sum());
  CHECK(s.ledger().largest_work_residual() < 1e-10);
  CHECK(s.ledger().largest_state_residual() < 1e-3);
}

}  // namespace
}  // namespace talus
