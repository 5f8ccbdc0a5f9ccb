// Dashpots of the zero-energy control act in some steps only (tlsph 35): when, what they take, and what they leave.
#include <doctest/doctest.h>

#include <cmath>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"

namespace talus {
namespace {

/// A block that spins and is shaken, every particle in its own way.
Simulation shaken_block(int dimension, Real end, const MergedHourglass& control, bool bonds_one_by_one = false) {
  Case c = empty_case(dimension, end);
  SolidSpec& body =
      add_block(c, "block", elastic<NeoHookean>(1000, 1e6, 0.3), {0.8, 0.5, dimension == 3 ? 0.4 : 0}, 0.1);
  body.hourglass.entry = control;
  if (bonds_one_by_one) body.renew_reference = 0.01;  // which it never is
  Model model = build_model(c);
  REQUIRE((model.solvers[0]->stencils() == nullptr) == bonds_one_by_one);
  SolidBody& block = model.bodies[0];
  for (Index i = 0; i < block.size(); ++i) {
    const Real n = static_cast<Real>(i);
    block.v[i] = Vec3(0, 0, 5).cross(block.X[i]) +
                 0.2 * Vec3(std::sin(7 * n), std::cos(5 * n), dimension == 3 ? std::sin(3 * n) : 0);
  }
  return Simulation(std::move(model));
}

bool acts(const Simulation& s) { return s.model().bodies[0].acts[static_cast<std::size_t>(ForceKind::hourglass)]; }

}  // namespace

TEST_CASE("dashpots: they act in every so many steps, more often where they are strong") {
  const auto gaps = [](const MergedHourglass& control, Index interval) {
    Simulation s = shaken_block(2, 1, control);
    CHECK(s.model().solvers[0]->braking_interval() == interval);
    for (Index step = 1; step <= 3 * interval; ++step) {
      s.step(1);
      CHECK(acts(s) == (step % interval == 0));
    }
  };
  gaps({}, 8);
  gaps({.interval = 3}, 3);
  gaps({.relaxation = 40, .interval = 1000}, 1);
  Simulation without = shaken_block(2, 1, {.relaxation = 0});
  CHECK(without.model().solvers[0]->braking_interval() == 0);
  without.step(1);
  CHECK_FALSE(acts(without));
}

TEST_CASE("dashpots: what they take hardly depends on how often they act") {
  for (const int dimension : {2, 3}) {
    for (const bool bonds_one_by_one : {false, true}) {
      CAPTURE(dimension);
      CAPTURE(bonds_one_by_one);
      const auto lost = [&](int interval) {
        Simulation s = shaken_block(dimension, 0.8, {.interval = interval}, bonds_one_by_one);
        const Real start = total_energy(s);
        run(s, [](const Simulation&) {});
        CHECK(s.ledger().largest_work_residual() < 1e-12);
        return start - total_energy(s);
      };
      const Real in_every_step = lost(1), in_some = lost(8);
      CHECK(in_every_step > 0);
      CHECK(std::abs(in_some - in_every_step) < 0.01 * in_every_step);
    }
  }
}

TEST_CASE("dashpots: they take no momentum, and nothing but energy, from steps close to the longest stable one") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    Simulation s = shaken_block(dimension, 1000, {});
    const SolidBody& block = s.model().bodies[0];
    const Vec3 momentum = linear_momentum(block), turning = angular_momentum(block);
    Real before = 0, gained = 0;
    for (int step = 0; step < 2000; ++step) {
      s.step(1000);
      const Real loss = s.ledger()[Channel::hourglass];
      if (step % 8 == 0) {  // of springs and dashpots; what springs take comes back
        gained = std::max(gained, before - loss);
        before = loss;
      }
    }
    const Real kinetic = s.ledger()[Channel::kinetic];
    CHECK((linear_momentum(block) - momentum).norm() < 1e-12 * momentum.norm() + 1e-12);
    // What may turn has a floor of 1e-13 under it, and the block turns three times.
    CHECK((angular_momentum(block) - turning).norm() < 1e-11 * turning.norm());
    CHECK(gained < 1e-5 * kinetic);
    CHECK(before > 0);
  }
}

}  // namespace talus
