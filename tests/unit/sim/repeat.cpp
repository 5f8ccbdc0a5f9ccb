// A step that a material refuses is taken back and repeated with half its length.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "talus/core/error.hpp"
#include "talus/sim/saved_motion.hpp"
#include "talus/sim/simulation.hpp"

namespace talus {
namespace {

/// The first step is this share of the wanted one [-].
constexpr Real first_share = 0.25;

/// A metal flows at once.
template <class Of>
Of sample() {
  Of material = elastic<Of>(1000, 1e6, 0.3);
  if constexpr (Of::plastic) material.hardening.entry = Perfect{.yield = 1e3};
  return material;
}

/// A block that starts to shrink, its ends at a rate that would turn them inside out in `inversions` of its own first
/// steps and its middle not at all. It is to start with this part of such a step.
template <class Of = NeoHookean>
Simulation collapsing_block(Real inversions, Real part = 1) {
  Case c = empty_case(2, 1);
  // Of several blocks of particles, and some beyond.
  const Real length = 0.525;
  add_block(c, "block", sample<Of>(), {length, 0.475, 0}, 0.025);
  Model model = build_model(c);
  const Real dt = first_share * c.time.courant * model.solvers[0]->stable_step(1);
  SolidBody& block = model.bodies[0];
  for (Index i = 0; i < block.size(); ++i) {
    const Real x = block.X[i][0];
    block.v[i] = Vec3(-x * std::abs(x) / (length * inversions * dt), 0, 0);
  }
  model.description.time.courant *= part;
  return Simulation(std::move(model));
}

/// What stops a block that shrinks to nothing; `is_looked_at`: all the time, or never.
Stop stop_of_collapse(bool is_looked_at) {
  Simulation s = collapsing_block(5);
  s.set_foresight([=](Real) { return is_looked_at; });
  for (int k = 0; k < 1000; ++k) {
    try {
      s.step(1);
    } catch (const Stop& stop) {
      return stop;
    }
  }
  return {"nothing", "", {}};
}

}  // namespace

TEST_CASE("a refused step is halved until the material accepts it, and the books still close") {
  Simulation s = collapsing_block(0.7);
  const Real full = first_share * s.wanted_step();
  s.step(1);
  CHECK(s.last_step() == near(full / 2));
  CHECK(s.time() == s.last_step());
  CHECK(s.ledger().largest_work_residual() < 1e-12);
  for (int k = 0; k < 5; ++k) s.step(1);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
}

TEST_CASE_TEMPLATE("a step that is taken back leaves nothing behind", Of, NeoHookean, HenckyJ2) {
  Simulation halved = collapsing_block<Of>(0.7), small = collapsing_block<Of>(0.7, 0.5);
  halved.step(1);
  small.step(1);
  REQUIRE(halved.last_step() == small.last_step());
  const SolidBody &a = halved.model().bodies[0], &b = small.model().bodies[0];
  CHECK(a.u == b.u);
  CHECK(a.x == b.x);
  CHECK(a.v == b.v);
  CHECK(a.F == b.F);
  CHECK(a.P == b.P);
  CHECK(a.state == b.state);
  CHECK(a.secant == b.secant);
  CHECK(a.energy_density == b.energy_density);
}

TEST_CASE("motion that is given back is that which was kept") {
  Simulation s = collapsing_block(5);
  s.step(1);
  const SolidBody& before = s.model().bodies[0];
  SolidBody body = before;
  SavedMotion saved;
  saved.keep(body, false);
  for (auto* field : {&body.u, &body.x, &body.v}) std::ranges::fill(*field, Vec3(1, 2, 3));
  saved.give_back(body);
  CHECK(body.u == before.u);
  CHECK(body.x == before.x);
  CHECK(body.v == before.v);
}

TEST_CASE("a body that is crushed stops at the same particles whether somebody looked before or not") {
  const Stop seen = stop_of_collapse(true), unseen = stop_of_collapse(false);
  CAPTURE(seen.what());
  CHECK(std::string(seen.what()).find("the time step has collapsed") == 0);
  CHECK(std::string(seen.what()) == unseen.what());
  CHECK(seen.culprits == unseen.culprits);
}

TEST_CASE("a step that five halvings cannot save stops the run with the particle") {
  Simulation s = collapsing_block(0.01);
  CHECK_THROWS_AS(s.step(1), SimulationError);
}

}  // namespace talus
