// Kicks go with the sums of forces where these are all that a body feels, and by themselves where they are not.
#include "talus/sim/leapfrog.hpp"

#include <doctest/doctest.h>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"

namespace talus {
namespace {

/// A block that spins and rings freely; with a load that is nothing it is no longer alone.
Simulation spinning_block(bool loaded) {
  Case c = empty_case(3, 1);
  SolidSpec& block = add_block(c, "block", elastic<NeoHookean>(1000, 1e6, 0.3), {1.6, 0.8, 0.5}, 0.1);
  block.velocity = Vec3(1, 2, 3);
  block.spin = Vec3(0, 4, 5);
  if (loaded) {
    const std::array<FieldFunction, 3> nothing{};
    c.boundaries.push_back({Load{.body = "block", .where = {.all = true}, .force = nothing}});
  }
  fix_step(c);
  return Simulation(build_model(c));
}

}  // namespace

TEST_CASE("leapfrog: a body on which only stress acts goes to the bit as one with a load of nothing") {
  Simulation alone = spinning_block(false), loaded = spinning_block(true);
  REQUIRE(stress_acts_alone(alone.model().bodies[0]));
  REQUIRE_FALSE(stress_acts_alone(loaded.model().bodies[0]));
  for (int k = 0; k < 20; ++k) {
    alone.step(1);
    loaded.step(1);
    CHECK(alone.state_hash() == loaded.state_hash());
    for (const Channel channel : {Channel::kinetic, Channel::elastic, Channel::scheme, Channel::hourglass}) {
      const Real scale = alone.ledger().largest_sum();
      CHECK(std::abs(alone.ledger()[channel] - loaded.ledger()[channel]) < 1e-14 * scale);
    }
  }
  CHECK(alone.ledger().largest_work_residual() < 1e-13);
}

}  // namespace talus
