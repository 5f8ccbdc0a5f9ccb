// What a solid gives way by itself under a grain: closed forms, limits, and laws in series with it.
#include "talus/contact/resolved_give.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "support/relative_error.hpp"
#include "support/sample_law.hpp"
#include "talus/contact/solid_grain_law.hpp"
#include "talus/law/contact/contact_span.hpp"

namespace talus {
namespace {

constexpr Real radius = 2e-3, modulus = 5e8, footprint = 1.3e-3, pair_modulus = 3e8;

/// Calls visit(law ready to evaluate, over the ground) for every normal law of grains.
template <class Visit>
void for_each_law(const ContactPoint& pair, Visit&& visit) {
  NormalLaws::for_each([&]<class Law>() {
    if constexpr (Law::for_grains && !std::is_same_v<Law, NoContact>) {
      CAPTURE(std::string(Law::name));
      const auto law = sample_law<Law>().law(pair);
      visit(SolidGrainLaw<std::remove_cv_t<decltype(law)>>(law, SolidGround{modulus, footprint}));
    }
  });
}

ContactPoint pair() {
  return {
      .length = 2 * radius, .reduced_radius = radius, .reduced_mass = 1e-4, .reduced_young = pair_modulus, .dt = 1e-6};
}

/// Approach of Hertz's pair [m].
Real approach(Real f) { return std::pow(0.75 * f / (pair_modulus * std::sqrt(radius)), 2.0 / 3); }

}  // namespace

TEST_CASE("resolved give: slope and energy are those of the give") {
  const ResolvedGive give({modulus, footprint}, radius, pair_modulus);
  const Real one = 1 / give.initial() * approach(1e-3);  // some force
  Real stored = 0, before = 0;
  for (int k = 1; k <= 4000; ++k) {
    const Real f = 40 * one * std::pow(k / 4000.0, 3), h = 1e-5 * f;
    const auto state = give.at(f);
    const Real slope = (give.at(f + h).give - give.at(f - h).give) / (2 * h);
    CHECK(state.slope == near(slope, 1e-6));
    const Real work = (give.at(f + h).stored - give.at(f - h).stored) / (2 * h);
    CHECK(work == near(f * slope, 1e-5));
    stored += 0.5 * (f + before) * (state.give - give.at(before).give);
    before = f;
  }
  CHECK(give.at(before).stored == near(stored, 1e-5));
  const auto pull = give.at(-one);
  CHECK(pull.give == -give.initial() * one);
  CHECK(pull.stored == near(0.5 * give.initial() * one * one));
}

TEST_CASE(
    "resolved give: a half-space under the footprint where the load is small, the solid's share where it is large") {
  const ResolvedGive give({modulus, footprint}, radius, pair_modulus);
  // Hankel's integral of the weights (1 - s^2)^4 in closed form is 0.9495; the lattice is a seventh softer.
  const Real kappa = give.initial() * modulus * footprint;
  CHECK(kappa > 0.95);
  CHECK(kappa < 1.2);
  const Real share = pair_modulus / modulus;
  for (const Real f : {1e-6, 1e-2, 1e2, 1e4, 1e7}) {
    const auto state = give.at(f);
    CHECK(state.give <= give.initial() * f * (1 + 1e-12));
    CHECK(state.give < share * approach(f));
  }
  CHECK(give.at(1e7).give > 0.95 * share * approach(1e7));
  CHECK(ResolvedGive().at(3).give == 0);
}

TEST_CASE("a law over a solid: what it sees is the overlap and the give of its springs") {
  for_each_law(pair(), [](auto law) {
    using History = typename decltype(law)::History;
    if constexpr (requires { law.prepare(1.0); }) law.prepare(pair().dt);
    History history;
    constexpr Real deepest = 0.05 * radius;
    Real ahead = 0, largest = 0;
    for (int n = 1; n <= 800; ++n) {
      const Real phase = 3.14159265 * n / 800;
      const Real shown = deepest * std::sin(phase);
      ContactPoint point = pair();
      point.overlap = shown;
      point.closing = deepest * std::cos(phase) * 3.14159265 / (800 * point.dt);
      history.closing = point.closing;
      law.approach(history, point);
      const auto resolved = law.give(point);
      REQUIRE(resolved.acts());
      auto copy = history;
      ContactPoint still = point;
      if constexpr (!requires { law.K_m; }) still.closing = 0;
      const Real f = static_cast<const decltype(law)&>(law).evaluate(copy, still).force;
      if (shown > 0) {
        CHECK(point.overlap > 0);
        CHECK(std::abs(point.overlap - shown - resolved.at(f).give) < 1e-9 * deepest);
        CHECK(point.closing * history.closing >= 0);
      }
      ahead = set_span(point, ahead);
      const auto answer = law.evaluate(history, point);
      CHECK(answer.viscous_power >= 0);
      largest = std::max(largest, point.overlap - shown);
    }
    CHECK(largest > 1e-3 * deepest);
  });
}

TEST_CASE("a law over a solid: no spring is softer than the law says, or stiffer than six solids") {
  for (const Real k : {1e-3, 0.1, 0.8, 3.0, 50.0}) {
    CAPTURE(k);
    const SolidGround ground{modulus, footprint};
    const Real solid = 1 / ResolvedGive(ground, radius, pair_modulus).initial();
    LinearSpring spring;
    spring.k = k * solid;
    spring.restitution = 1;
    const SolidGrainLaw law(spring.law(pair()), ground);
    ContactPoint point = pair();
    point.overlap = 1e-9 * radius;
    typename decltype(law)::History history;
    law.approach(history, point);
    const auto answer = law.evaluate(history, point);
    const Real stiffness = answer.force / (1e-9 * radius) / solid;
    CHECK(stiffness >= k * (1 - 1e-9));
    CHECK(stiffness <= std::max(6.0, k) * (1 + 1e-6));
    if (k < 6.0 / 7) CHECK(stiffness == near(k / (1 - k), 1e-3));
    CHECK(answer.stiffness >= answer.force / (1e-9 * radius) * (1 - 1e-3));
  }
}

}  // namespace talus
