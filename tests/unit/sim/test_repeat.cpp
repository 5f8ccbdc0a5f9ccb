// A step that a material refuses is taken back and repeated with half its length.
#include <doctest/doctest.h>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "talus/core/error.hpp"
#include "talus/sim/simulation.hpp"

namespace talus {
namespace {

/// The first step is this share of the wanted one [-].
constexpr Real first_share = 0.25;

/// A block that starts to shrink at a rate that would turn it inside out in `inversions` of its own first steps. It is
/// to start with this part of such a step.
Simulation collapsing_block(Real inversions, Real part = 1) {
  Case c = empty_case(2, 1);
  // Of several blocks of particles, and some beyond.
  add_block(c, "block", elastic<NeoHookean>(1000, 1e6, 0.3), {0.525, 0.475, 0}, 0.025);
  Model model = build_model(c);
  const Real dt = first_share * c.time.courant * model.solvers[0]->stable_step(1);
  SolidBody& block = model.bodies[0];
  for (Index i = 0; i < block.size(); ++i) block.v[i] = Vec3(-block.X[i][0] / (inversions * dt), 0, 0);
  model.description.time.courant *= part;
  return Simulation(std::move(model));
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

TEST_CASE("a step that is taken back leaves nothing behind") {
  Simulation halved = collapsing_block(0.7), small = collapsing_block(0.7, 0.5);
  halved.step(1);
  small.step(1);
  REQUIRE(halved.last_step() == small.last_step());
  const SolidBody &a = halved.model().bodies[0], &b = small.model().bodies[0];
  CHECK(a.u == b.u);
  CHECK(a.x == b.x);
  CHECK(a.v == b.v);
  CHECK(a.F == b.F);
  CHECK(a.P == b.P);
  CHECK(a.energy_density == b.energy_density);
}

TEST_CASE("a step that five halvings cannot save stops the run with the particle") {
  Simulation s = collapsing_block(0.01);
  CHECK_THROWS_AS(s.step(1), SimulationError);
}

}  // namespace talus
