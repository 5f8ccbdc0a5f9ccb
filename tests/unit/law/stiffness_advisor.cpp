// Linear springs matched to Hertz's contact.
#include "talus/law/contact/stiffness_advisor.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/relative_error.hpp"
#include "talus/core/read_options.hpp"

using namespace talus;

namespace {

/// Two soda-lime glass spheres of 3.18 mm diameter.
ContactPoint glass_beads() {
  constexpr Real R = 1.59e-3, density = 2500, young = 71e9, poisson = 0.22;
  ContactPoint pair;
  pair.reduced_radius = R / 2;
  pair.reduced_mass = density * 2 / 3 * std::numbers::pi * R * R * R;
  pair.reduced_young = young / (2 * (1 - poisson * poisson));
  return pair;
}

}  // namespace

TEST_CASE("advisor: glass beads that meet at 1 m/s") {
  const ContactPoint pair = glass_beads();
  const HertzImpact impact = hertz_impact(pair, 1);
  MESSAGE("T ", impact.duration * 1e6, " us, E ", impact.energy * 1e6, " uJ, delta/R ", 100 * impact.overlap_ratio,
          " %");
  CHECK(std::abs(impact.duration - 9.509e-6) < 0.5e-9);
  CHECK(std::abs(impact.energy - 10.52e-6) < 0.005e-6);
  CHECK(std::abs(impact.overlap_ratio - 0.00203) < 0.5e-5);
  const Real e = 0.97;
  const Real overlap = StiffnessFromHertz{HertzMatch::overlap, 1}.stiffness(pair, e);
  const Real duration = StiffnessFromHertz{HertzMatch::duration, 1}.stiffness(pair, e);
  const Real energy = StiffnessFromHertz{HertzMatch::energy, 1}.stiffness(pair, e);
  MESSAGE("k ", overlap * 1e-6, ", ", duration * 1e-6, ", ", energy * 1e-6, " MN/m");
  CHECK(std::abs(overlap - 2.0166e6) < 50);
  CHECK(std::abs(duration - 2.2291e6) < 50);
  CHECK(energy == overlap);
}

TEST_CASE("advisor: closed forms in X, at any speed and restitution") {
  const ContactPoint pair = glass_beads();
  for (const Real v : {1e-3, 0.2, 30.0}) {
    const Real X =
        std::pow(v * std::sqrt(pair.reduced_mass) * pair.reduced_radius * pair.reduced_young * pair.reduced_young, 0.4);
    for (const Real e : {0.3, 1.0}) {
      CHECK(relative_error(StiffnessFromHertz{HertzMatch::overlap, v}.stiffness(pair, e),
                           std::pow(16.0 / 15, 0.8) * X) < 1e-12);
      CHECK(relative_error(StiffnessFromHertz{HertzMatch::duration, v}.stiffness(pair, e),
                           0.29992 * (1 + e) * (1 + e) * X) < 2e-5);
    }
    const HertzImpact impact = hertz_impact(pair, v);
    CHECK(relative_error(impact.duration, 2.94328 * impact.overlap / v) < 2e-6);
    CHECK(relative_error(impact.duration,
                         2.86827 * std::pow(pair.reduced_mass * pair.reduced_mass /
                                                (pair.reduced_radius * pair.reduced_young * pair.reduced_young * v),
                                            0.2)) < 2e-6);
    // Strain energy 2/5 F delta is all there is at the turning point.
    CHECK(relative_error(0.4 * impact.force * impact.overlap, impact.energy) < 1e-12);
  }
}

TEST_CASE("advisor: as a case writes it") {
  const auto read = [](const std::string& text, ErrorList& errors) {
    return read_options<StiffnessFromHertz>(compose_text(text, "case.json", {}, errors), errors);
  };
  ErrorList errors;
  const StiffnessFromHertz asked = read(R"({"from_hertz": "duration", "impact_speed": "20 cm/s"})", errors);
  CHECK(errors.empty());
  CHECK(asked.from_hertz == HertzMatch::duration);
  CHECK(asked.impact_speed == doctest::Approx(0.2));
  for (const char* wrong : {R"({"from_hertz": "duration"})", R"({"from_hertz": "force", "impact_speed": 1})",
                            R"({"from_hertz": "overlap", "impact_speed": 0})"}) {
    CAPTURE(wrong);
    ErrorList refused;
    (void)read(wrong, refused);
    CHECK_FALSE(refused.empty());
  }
}
