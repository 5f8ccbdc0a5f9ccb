// Bonded grains: momenta, books, symmetries.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "support/momentum_drift.hpp"
#include "support/relative_error.hpp"
#include "support/sample_bonds.hpp"
#include "support/threads.hpp"

namespace talus {
namespace {

constexpr Real young = 2e6;  // [Pa]

ParallelBond brittle() {
  ParallelBond law = cement(young, 0.05);
  law.tensile_strength = 2e4;
  law.shear_strength = 2e4;
  law.weibull_modulus = 8;
  return law;
}

Real closure(const Case& c, Real steps_per_contact) {
  Case finer = c;
  finer.time.steps_per_contact = steps_per_contact;
  Simulation s(build_model(finer));
  run(s, [](const Simulation&) {});
  CHECK(s.ledger().largest_work_residual() < 1e-10);
  CHECK(s.ledger()[Channel::contact_stored] > 0);
  CHECK(s.ledger()[Channel::contact_viscous] > 0);
  return s.ledger().largest_state_residual();
}

TEST_CASE("bonded grains: the work ledger closes, the state ledger is second order") {
  Case c = empty_case(3, 2e-3);
  add_grains(c, "g", lump(0.5));
  ParallelBond law = cement(young, 0.05);
  law.gap = 0.2e-3;
  bond_bodies(c, "g", "g", law);
  const Real coarse = closure(c, 20), fine = closure(c, 80);
  CHECK(coarse < 0.02);
  CHECK(fine == near(coarse / 16, 0.1));
}

TEST_CASE("bonds that break: what they held is booked, to second order as well") {
  Case c = empty_case(3, 2e-3);
  add_grains(c, "g", lump(0.5));
  ParallelBond law = brittle();
  law.gap = 0.2e-3;
  bond_bodies(c, "g", "g", law);
  const auto broken = [&](Real steps_per_contact, Real& fracture, Real& residual) {
    Case finer = c;
    finer.time.steps_per_contact = steps_per_contact;
    Simulation s(build_model(finer));
    run(s, [](const Simulation&) {});
    CHECK(s.ledger().largest_work_residual() < 1e-10);
    fracture = s.ledger()[Channel::contact_fracture] / s.ledger().largest_sum();
    residual = s.ledger().largest_state_residual();
    return bonds_of(s).broken;
  };
  Real coarse_fracture = 0, fine_fracture = 0, coarse = 0, fine = 0;
  const Index n = broken(20, coarse_fracture, coarse), m = broken(160, fine_fracture, fine);
  CHECK(n > 30);
  CHECK(n < 120);
  CHECK(std::abs(n - m) <= 8);
  CHECK(fine_fracture > 0.01);
  CHECK(fine_fracture == near(coarse_fracture, 0.1));
  CHECK(coarse < 0.02);
  CHECK(fine < coarse / 40);
}

void check_momenta(const Case& c) {
  Simulation s(build_model(c));
  const MomentumDrift drift = momentum_drift(s);
  CHECK(bonds_of(s).broken > 0);
  CHECK(bonds_of(s).intact() > 0);
  CHECK(drift.linear < 1e-13);
  CHECK(drift.angular < 1e-13);
  CHECK(s.ledger().largest_work_residual() < 1e-10);
  CHECK(s.ledger().largest_state_residual() < 2e-3);
}

TEST_CASE("bonded grains that break and collide keep both momenta to round-off") {
  check_momenta(lump_case(brittle(), 0.5, 2e-3));
}

TEST_CASE("bonded clumps keep both momenta to round-off, and their books") {
  Case c = lump_case(brittle(), 0.5, 2e-3);
  auto& body = std::get<GrainSpec>(c.bodies[0].second.entry);
  body.clump = dumb_bell();
  for (ListedGrain& grain : std::get<SphereList>(body.grains.entry).list) grain.radius *= 0.6;  // they are longer
  std::get<ParallelBond>(c.contacts[0].bond.entry).gap = 0.8e-3;
  check_momenta(c);
}

TEST_CASE("bonded grains: the same bits for 1, 2 and 4 threads") {
  Case c = empty_case(3, 0.5e-3);
  std::vector<ListedGrain> all;
  for (int k = 0; k < 8; ++k) {
    const auto more = lump(0.5, 8.5e-3 * Vec3(k % 2, (k / 2) % 2, k / 4));
    all.insert(all.end(), more.begin(), more.end());
  }
  add_grains(c, "g", all);
  c.contacts.push_back(everything_between("g", "g"));
  ParallelBond law = brittle();
  law.gap = 0.2e-3;
  c.contacts[0].bond.entry = law;
  const auto hash_with = [&c](int threads) {
    const Threads set(threads);
    Simulation s(build_model(c));
    run(s, [](const Simulation&) {});
    CHECK(bonds_of(s).broken > 0);
    return s.state_hash();
  };
  const std::uint64_t one = hash_with(1);
  CHECK(hash_with(2) == one);
  CHECK(hash_with(4) == one);
}

using Positions = std::map<std::int64_t, Vec3>;

Positions final_positions(const Case& c) {
  Simulation s(build_model(c));
  run(s, [](const Simulation&) {});
  CHECK(bonds_of(s).all > 100);
  CHECK(s.model().grains.searches > 1);  // grains have been sorted under their bonds
  Positions found;
  const GrainBody& g = s.model().grains.bodies[0];
  for (Index i = 0; i < g.size(); ++i) found[g.id[i]] = g.grains.position[i].vec();
  return found;
}

Case moving_lump(const std::vector<ListedGrain>& list) {
  Case c = lump_case(cement(young, 0.05), 0, 1e-3);
  std::get<SphereList>(std::get<GrainSpec>(c.bodies[0].second.entry).grains.entry).list = list;
  return c;
}

TEST_CASE("bonded grains: the order in which they are listed does not matter") {
  std::vector<ListedGrain> list = lump(0.5);
  const Positions listed = final_positions(moving_lump(list));
  std::reverse(list.begin(), list.end());
  const Positions reversed = final_positions(moving_lump(list));
  const auto n = static_cast<std::int64_t>(list.size());
  for (const auto& [id, x] : listed) CHECK((reversed.at(n - 1 - id) - x).norm() < 1e-12);
}

TEST_CASE("bonded grains: the frame does not matter") {
  std::vector<ListedGrain> list = lump(0.5);
  const Positions upright = final_positions(moving_lump(list));
  const Mat3 Q = Eigen::AngleAxisd(1.1, Vec3(1, -2, 0.5).normalized()).toRotationMatrix();
  for (ListedGrain& grain : list) {
    grain.centre = Q * grain.centre;
    grain.velocity = Q * grain.velocity;
    grain.spin = Q * grain.spin;
  }
  const Positions turned = final_positions(moving_lump(list));
  for (const auto& [id, x] : upright) CHECK((turned.at(id) - Q * x).norm() < 1e-11);
}

TEST_CASE("bonded grains: a border that repeats does not matter") {
  const std::vector<ListedGrain> list = lump(0.5);
  const Positions inside = final_positions(moving_lump(list));
  // The corner of the box lies in the middle of the lump.
  Case c = moving_lump(list);
  c.domain = periodic_cube(20e-3);
  const Positions across = final_positions(c);
  const PeriodicBox box(Vec3::Zero(), Vec3::Constant(20e-3), {true, true, true});
  for (const auto& [id, x] : inside) CHECK(box.nearest(Vec3(across.at(id) - x)).norm() < 1e-12);
}

TEST_CASE("bonds made at a later time join what is near then, without stress") {
  Case c = empty_case(3, 2e-3);
  std::vector<ListedGrain> list = chain(2, 1e-3);
  list[1].centre.x() += 0.5e-3;
  list[1].velocity.x() = -0.4;  // touches after 1.25 ms
  add_grains(c, "g", list);
  ParallelBond law = cement(young);
  law.gap = 0.05e-3;
  bond_bodies(c, "g", "g", law);
  CHECK(bonds_of(Simulation(build_model(c))).all == 0);
  std::get<ParallelBond>(c.contacts[0].bond.entry).at = 1.2e-3;
  Simulation s(build_model(c));
  Real stored = -1;
  run(s, [&](const Simulation&) {
    if (stored < 0 && bonds_of(s).all > 0) stored = s.ledger()[Channel::contact_stored];
    CHECK(bonds_of(s).all == (s.time() >= 1.2e-3 ? 1 : 0));
  });
  CHECK(stored == 0);
  CHECK(s.ledger()[Channel::contact_stored] > 0);  // they move on against each other
}

}  // namespace
}  // namespace talus
