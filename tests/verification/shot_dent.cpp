// The finite elements that the case cases/coupled/shot_dent.json is compared with: its numbers are theirs.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "support/axisymmetric_impact.hpp"
#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "talus/law/material/hencky_j2.hpp"

namespace talus {
namespace {

constexpr Real radius = 0.3e-3, yield = 350e6, end = 4e-6;
constexpr int layers = 10;  ///< of a quarter of the radius

/// A third of the cells of the case's reference.
AxisymmetricImpact<HenckyJ2> dented_block() {
  HenckyJ2 aluminium = elastic<HenckyJ2>(2770, 72e9, 0.33);
  aluminium.hardening.entry = Linear{.yield = yield, .modulus = 1e9};
  AxisymmetricImpact impact({.ball = radius,
                             .ball_density = 7800,
                             .speed = 100,
                             .radius = 2.5 * radius,
                             .height = 2.5 * radius,
                             .brake = 2e6,
                             .cells = 8},
                            aluminium);
  impact.run(end);
  return impact;
}

/// A variable of the case.
Real written(const std::string& name) {
  std::ifstream in(TALUS_SOURCE_DIR "/cases/coupled/shot_dent.json");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::smatch found;
  REQUIRE(std::regex_search(text, found, std::regex("\"" + name + "\": ([-0-9.]+)")));
  return std::stod(found[1]);
}

}  // namespace

TEST_CASE("shot dent: finite elements give the stress and the dent that the case expects") {
  const auto impact = dented_block();
  for (int k = 0; k < layers; ++k) {
    CAPTURE(k);
    const Real stress = impact.stress(radius / 2, k * radius / 4, (k + 1) * radius / 4);
    CHECK(std::abs(stress - 1e6 * written("e" + std::to_string(k))) < 0.02 * yield);
  }
  CHECK(impact.dent() / radius == near(written("dent_of_elements"), 0.01));
}

}  // namespace talus
