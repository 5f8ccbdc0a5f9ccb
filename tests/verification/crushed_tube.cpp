// The finite elements that the case cases/solids/crushed_tube.json is compared with: its numbers are theirs.
#include <doctest/doctest.h>

#include <cmath>

#include "support/axisymmetric_tube.hpp"
#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "talus/law/material/hencky_j2.hpp"

namespace talus {

TEST_CASE("crushed tube: finite elements give what the case expects of its fold") {
  HenckyJ2 lead = elastic<HenckyJ2>(8000, 10e9, 0.35);
  lead.hardening.entry = Linear{.yield = 50e6, .modulus = 10e6};
  AxisymmetricTube tube({.radius = 0.01, .thickness = 0.0015, .half = 0.005, .speed = 8, .ramp = 2e-4, .cells = 6},
                        lead);
  // The case's parabolas, through the results of 16 cells over the wall. Coarser ones are stiffer.
  const auto plastic = [](Real s) { return -0.2523 + 5012.5 * s - 200333 * s * s; };
  const auto waist = [](Real s) { return 9.9567e-3 + 0.71334 * s - 29.843 * s * s; };
  for (const Real stroke : {1e-3, 2e-3, 3e-3}) {
    CAPTURE(stroke);
    tube.run(stroke);
    CHECK(tube.plastic_work() == near(plastic(stroke), 0.02));
    CHECK(tube.waist() == near(waist(stroke), 0.003));
    // The plates' work is in the metal, but for what moves and what is elastic.
    CHECK(tube.work() > tube.plastic_work());
    CHECK(tube.work() < 1.06 * tube.plastic_work());
  }
}

}  // namespace talus
