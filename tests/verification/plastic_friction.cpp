// Friction on a surface that flows: a hard slab squeezes a soft block, then slides on it.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

constexpr Real mu = 0.3, squeezed = 0.06, sliding = 0.1;  ///< the last two: times when it is squeezed, and slides [s]

/// The slab comes down by a fifth of the block's height, waits, and is drawn along from 0.06 s on. JSON of the laws.
std::string case_of(const std::string& laws) {
  return R"json({"talus": 1, "title": "friction on plastic flow", "dimension": 2, "time": {"end": 0.13},
  "materials": {
    "soft": {"model": "hencky_j2", "density": 1000, "young": 1e9, "poisson": 0.3,
             "hardening": {"model": "linear", "yield": 4e6, "modulus": 1e7}},
    "hard": {"model": "neo_hookean", "density": 1000, "young": 1e10, "poisson": 0.3}},
  "bodies": {
    "block": {"solver": "tlsph", "material": "soft", "spacing": 0.02, "position": [0, -0.06],
              "shape": {"model": "block", "size": [0.4, 0.12]}},
    "slab": {"solver": "tlsph", "material": "hard", "spacing": 0.02, "position": [0, 0.05],
             "shape": {"model": "block", "size": [0.8, 0.1]}}},
  "boundaries": [
    {"model": "clamp", "body": "block", "where": {"layer": "bottom"}},
    {"model": "prescribed_motion", "body": "slab", "where": {"layer": "top"}, "components": ["x", "y"],
     "displacement": [{"expression": "t < 0.06 ? 0 : 15*(t - 0.06)^2*(t < 0.08 ? 1 : 0) + (t < 0.08 ? 0 : 0.006 + 0.6*(t - 0.08))"},
                      {"expression": "-0.012*(1 - cos(pi*min(1, t/0.05)))"}]}],
  "contacts": [{"between": ["slab", "block"], )json" +
         laws + "}]}";
}

TEST_CASE("friction over a surface that yields is mu times the load, after it has stuck") {
  for (
      const std::string laws :
      {R"("normal": "field_barrier", "tangential": {"model": "coulomb_stick_slip", "mu": 0.3})",
       R"("normal": {"model": "linear_spring", "k": 1e9, "restitution": 0.3}, "tangential": {"model": "coulomb_spring", "ratio": 0.5, "mu": 0.3})"}) {
    CAPTURE(laws);
    Simulation s = simulate_written(case_of(laws));
    const SolidBody& block = s.model().bodies[0];
    const SolidContact& contact = *s.model().contacts[0];
    Real largest_before = 0, scatter = 0, mean = 0, time = 0, least_loss = 0, lost = 0;
    Index sticking = 0, touching = 0;
    run(s, [&](Simulation& now) {
      const Resultants on = contact.resultants(block, Vec3::Zero());
      const Real ratio = on.normal.y() != 0 ? on.friction.x() / -on.normal.y() : 0;
      if (now.time() > 0.055 && now.time() < squeezed) largest_before = std::max(largest_before, std::abs(ratio));
      if (now.time() > sliding) {
        scatter += (ratio - mu) * (ratio - mu) * now.last_step();
        mean += ratio * now.last_step();
        time += now.last_step();
      }
      if (now.time() < 0.0605) {
        now.mark_contacts();
        sticking = std::ranges::count(block.stick, 2);
        touching = sticking + std::ranges::count(block.stick, 1);
      }
      least_loss = std::min(least_loss, now.ledger()[Channel::sliding] - lost);
      lost = now.ledger()[Channel::sliding];
    });
    Real flowed = 0;  // on the surface that is slid on
    Index count = 0;
    for (Index i = 0; i < block.size(); ++i) {
      if (block.X[i].y() < -0.011 || std::abs(block.X[i].x()) > 0.15) continue;
      flowed += block.state[i].plastic_strain;
      ++count;
    }
    CHECK(flowed / count > 0.1);
    CHECK(largest_before < 0.5 * mu);
    CHECK(2 * sticking > touching);
    CHECK(relative_error(mean / time, mu) < 0.01);
    CHECK(std::sqrt(scatter / time) < 0.02 * mu);
    CHECK(least_loss > -1e-9 * lost);
    CHECK(s.ledger().largest_work_residual() < 1e-11);
    // Springs of constant stiffness strike hard, in a dozen steps.
    CHECK(s.ledger().largest_state_residual() < (laws.find("field") != std::string::npos ? 3e-4 : 5e-3));
  }
}

}  // namespace
}  // namespace talus
