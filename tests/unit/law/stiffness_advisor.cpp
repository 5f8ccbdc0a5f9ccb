// Linear springs matched to Hertz's contact, and the numbers that tell a soft one.
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

/// Solids of revolution, by the midpoint rule.
template <class Section>
Real volume_between(Real low, Real high, const Section& radius_squared) {
  constexpr int slices = 20000;
  const Real dx = (high - low) / slices;
  Real sum = 0;
  for (int s = 0; s < slices; ++s) sum += std::max(0.0, radius_squared(low + (s + 0.5) * dx)) * dx;
  return std::numbers::pi * sum;
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
  const Real S = stiffening_for(e, 1, pair.reduced_mass, duration);
  MESSAGE("S ", S, " /m, e(1) ", restitution_of(2.04e4, 1, pair.reduced_mass, 2.23e6));
  CHECK(std::abs(S - 2.044e4) < 5);
  CHECK(std::abs(restitution_of(2.04e4, 1, pair.reduced_mass, 2.23e6) - 0.970064) < 5e-7);
  CHECK(relative_error(restitution_of(S, 1, pair.reduced_mass, duration), e) < 1e-14);
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

TEST_CASE("advisor: shared volume of spheres, and what a wall cuts off") {
  for (const Real R2 : {1.0, 0.3}) {
    for (const Real overlap : {1e-3, 0.1, 0.5}) {
      CAPTURE(R2);
      CAPTURE(overlap);
      const Real d = 1 + R2 - overlap;
      const Real lens =
          volume_between(d - R2, 1, [&](Real x) { return std::min(1 - x * x, R2 * R2 - (x - d) * (x - d)); });
      CHECK(relative_error(shared_volume(1, R2, overlap), lens) < 1e-6);
      CHECK(shared_volume(1, R2, overlap) == near(shared_volume(R2, 1, overlap), 1e-14));
    }
  }
  CHECK(relative_error(volume_behind_wall(2, 0.4), volume_between(1.6, 2, [](Real x) { return 4 - x * x; })) < 1e-6);
  const Real small = 4.0 / 3 * std::numbers::pi * 0.027;
  CHECK(relative_error(shared_volume(1, 0.3, 0.6), small) < 1e-12);
  CHECK(relative_error(shared_volume(1, 0.3, 0.9), small) < 1e-12);
  CHECK(relative_error(volume_behind_wall(0.3, 5), small) < 1e-12);
  CHECK(shared_volume(1, 1, 0) == 0);
  CHECK(shared_volume(1, 1, -0.1) == 0);
  CHECK(volume_behind_wall(1, -0.1) == 0);
}

TEST_CASE("advisor: numbers of soft springs, and a sentence for each that is too large") {
  SpringObservation stiff;
  stiff.overlap_ratio = 0.2;  // of a collision that nobody else is near to
  stiff.packed_overlap = 0.009;
  stiff.shared_volume = 0.009;
  stiff.solid_volume = 1;
  stiff.contact_duration = 1;
  stiff.company = 0.09;
  stiff.approach_time = 1.1;
  CHECK(judge_springs(stiff).warnings().empty());
  CHECK(judge_springs(stiff).excluded_volume == near(0.009));
  CHECK(judge_springs(stiff).detachment == 0.09);
  CHECK(judge_springs(stiff).brake == doctest::Approx(1 / 1.1));
  CHECK_FALSE(judge_springs(stiff).quasi_static.has_value());

  SpringObservation collision = stiff;  // as deep as it is fast
  collision.packed_overlap = 0;
  collision.shared_volume = 0.5;
  CHECK(judge_springs(collision).warnings().empty());

  const auto soft = [&](Real SpringObservation::*member, Real value, const char* words) {
    SpringObservation seen = stiff;
    seen.*member = value;
    const auto warnings = judge_springs(seen).warnings();
    REQUIRE(warnings.size() == 1);
    MESSAGE(warnings.front());
    CHECK(warnings.front().find(words) != std::string::npos);
  };
  soft(&SpringObservation::packed_overlap, 0.0234, "2.34 % of their radius");
  soft(&SpringObservation::shared_volume, 0.015, "1.5 % of their volume");
  soft(&SpringObservation::company, 0.25, "25 % begin while");
  soft(&SpringObservation::approach_time, 0.4, "2.5 times as long");

  // What was not measured says nothing.
  CHECK(judge_springs({}).warnings().empty());
  CHECK(quasi_static_number(1e5, 10, 2000, 0.01) == doctest::Approx(5e5));
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
