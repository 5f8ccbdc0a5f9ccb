// What every normal law between grains keeps, over the catalogue, and what single impacts say of its options.
#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <string>

#include "support/normal_pair.hpp"
#include "support/relative_error.hpp"
#include "support/spring_impact.hpp"
#include "talus/law/contact/normal/impact.hpp"
#include "talus/law/contact/tangential/grain_tangential.hpp"

namespace talus {
namespace {

/// Facts of two grains of 5 mm radius.
const ContactPoint grains{
    .length = 5e-3, .reduced_radius = 2.5e-3, .reduced_mass = 6e-4, .reduced_young = 5e8, .reduced_shear = 1e8};

/// Options that make sense for those grains.
template <class Law>
Law sample() {
  Law law;
  if constexpr (requires { law.k1; }) law.k1 = 1e4;
  if constexpr (requires { law.k2_max; }) law.k2_max = 5e4;
  if constexpr (requires { law.penetration_depth_max; }) law.penetration_depth_max = 0.05;
  if constexpr (requires { law.k_c; }) law.k_c = 3e3;
  if constexpr (requires { law.unloading; }) law.unloading = Unloading::linear_cap;
  if constexpr (
      requires { law.stiffening; } && !requires { law.unloading; })
    law.stiffening = 2e3;
  if constexpr (
      requires { law.restitution; } && !requires { law.unloading; })
    law.restitution = 0.7;
  if constexpr (requires {
                  law.gamma;
                  law.k1;
                })
    law.gamma = 0.4;
  if constexpr (requires { law.k; }) law.k = 1e4;
  if constexpr (requires { law.damping; }) law.damping.entry = TsujiDamping{0.7};
  if constexpr (requires { law.K_m; }) law.K_k = 2e4, law.C_k = 6, law.K_m = 2e4, law.C_m = 60;
  return law;
}

/// Calls f.template operator()<Entry>() for every normal law between grains.
template <class F>
void for_every_grain_law(F&& f) {
  NormalLaws::for_each([&]<class Law>() {
    if constexpr (Law::for_grains && !std::is_same_v<Law, NoContact>) {
      CAPTURE(Law::name);
      f.template operator()<Law>();
    }
  });
}

/// One impact at `speed` by hand, with the books of every step.
template <class Law>
struct Books {
  Real worst = 0;        ///< largest |work - stored - lost| while they touch, over the energy [-]
  Real least_power = 0;  ///< [W]
  Real stiffest = 0;     ///< largest that an answer said [N/m]
  bool fresh = false;    ///< after parting the law answers as at the first time

  Books(const Law& law, Real speed, Real phase, Real dt) {
    typename Law::History history{};
    ContactPoint point = grains;
    point.dt = dt;
    point.overlap = -phase * speed * dt;
    const Real m = grains.reduced_mass, energy = 0.5 * m * speed * speed;
    Real v = speed, f = 0, power = 0, work = 0, lost = 0;
    for (bool met = false; !met || point.overlap > 0;) {
      v -= 0.5 * dt * f / m;
      const Real du = dt * v;
      point.overlap_before = std::max(Real(0), point.overlap);
      point.overlap += du;
      point.closing = v - 0.5 * dt * f / m;
      const NormalAnswer answer = law.evaluate(history, point);
      v -= 0.5 * dt * answer.force / m;
      work += 0.5 * (f + answer.force) * du;
      lost += 0.5 * dt * (power + answer.viscous_power) + answer.plastic_loss + answer.adhesive_loss;
      worst = std::max(worst, std::abs(work - answer.stored - lost) / energy);
      least_power = std::min(least_power, answer.viscous_power);
      stiffest = std::max(stiffest, answer.stiffness);
      f = answer.force;
      power = answer.viscous_power;
      met = met || point.overlap > 0;
    }
    typename Law::History again{};
    point.overlap = 1e-5;
    fresh = law.evaluate(history, point).force == law.evaluate(again, point).force;
  }
};

}  // namespace

TEST_CASE("grain laws: apart nothing acts, and an overlap without a past is answered at once") {
  for_every_grain_law([]<class Options>() {
    CHECK(Options::for_solids);
    CHECK(Options::for_grains);
    const auto law = sample<Options>().law(grains);
    typename std::decay_t<decltype(law)>::History history{};
    ContactPoint point = grains;
    for (const Real overlap : {0.0, -1e-4}) {
      point.overlap = overlap;
      point.closing = 1;
      const NormalAnswer answer = law.evaluate(history, point);
      CHECK(answer.force == 0);
      CHECK(answer.load == 0);
      CHECK(answer.stored == 0);
      CHECK(answer.viscous_power == 0);
      CHECK(answer.plastic_loss == 0);
      CHECK(answer.adhesive_loss == 0);
    }
    point.overlap = 1e-5;
    point.closing = 0;
    const NormalAnswer answer = law.evaluate(history, point);
    CHECK(answer.force > 0);
    CHECK(answer.load >= answer.force);
    CHECK(answer.stored > 0);
    CHECK((answer.loading_stiffness > 0) == Options::has_loading_stiffness);
    CHECK(std::isfinite(answer.force + answer.stored));
  });
}

TEST_CASE("grain laws: the books of an impact close to second order, and dashpots only take") {
  for_every_grain_law([]<class Options>() {
    const auto law = sample<Options>().law(grains);
    const Real time = 3.14 * std::sqrt(grains.reduced_mass / law.stiffest(grains, 0.5));
    const auto worst = [&](int steps) {
      Real largest = 0;
      for (const Real phase : {0.03, 0.3, 0.6, 0.95}) {
        const Books books(law, 0.5, phase, time / steps);
        largest = std::max(largest, books.worst);
        CHECK(books.least_power >= 0);
        CHECK(books.fresh);
        CHECK(books.stiffest <= law.stiffest(grains, 0.5) * (1 + 1e-2));
      }
      return largest;
    };
    const Real coarse = worst(50), fine = worst(800);
    MESSAGE(std::string(Options::name), ": missing in 50, 800 steps: ", coarse, " ", fine);
    CHECK(coarse < 1e-2);
    CHECK(fine < coarse / 100);
  });
}

TEST_CASE("try_impact: what the closed forms say") {
  LinearSpring linear;
  linear.k = 3e4;
  linear.restitution = 0.5;
  for (const bool cut : {false, true}) {
    linear.tension_cut = cut;
    const LinearSpringLaw law = linear.law(grains);
    const ImpactOutcome outcome = try_impact(law, grains, 2);
    CHECK(outcome.parted);
    CHECK(std::abs(outcome.restitution - restitution_of(law, grains.reduced_mass)) < 2e-5);
    if (!cut) CHECK(relative_error(outcome.duration, contact_time_of(law, grains.reduced_mass)) < 3e-3);
  }
  CHECK(std::abs(try_impact(linear.law(grains), grains, 2).restitution - 0.55028) < 2e-5);
  MESSAGE(impact_facts(linear.law(grains), grains, 2));
  CHECK(impact_facts(linear.law(grains), grains, 2).find("restitution 0.5503") != std::string::npos);
  CHECK(impact_facts(linear.law(grains), grains, 2).starts_with("k 3e+04 N/m; an impact at 2 m/s"));
  // v sqrt(m/k) without damping, of the radius of either sphere, and of the one that meets a wall.
  linear.restitution = 1;
  ContactPoint met{.reduced_radius = 2e-3, .reduced_ratio = 0.5, .reduced_mass = 3e-4};
  CHECK(impact_facts(linear.law(met), met, 2).find("goes 5 % of the radius deep") != std::string::npos);
  met.reduced_ratio = 1;
  CHECK(impact_facts(linear.law(met), met, 2).find("goes 10 % of the radius deep") != std::string::npos);
  linear.gamma = 2.5 * std::sqrt(3e4 * grains.reduced_mass);
  linear.restitution.reset();
  linear.tension_cut = false;
  CHECK(!try_impact(linear.law(grains), grains, 2).parted);

  Hertz hertz;
  hertz.damping.entry = TsujiDamping{1};
  const HertzImpact known = hertz_impact(grains, 1);
  const ImpactOutcome elastic = try_impact(hertz.law(grains), grains, 1);
  CHECK(relative_error(elastic.overlap, known.overlap) < 1e-5);
  CHECK(relative_error(elastic.duration, known.duration) < 2e-3);
  CHECK(relative_error(elastic.restitution, 1) < 1e-6);
  hertz.damping.entry = TsujiDamping{0.8};
  CHECK(std::abs(try_impact(hertz.law(grains), grains, 1).restitution - 0.8) < 1e-4);
  hertz.tension_cut = true;
  CHECK(std::abs(try_impact(hertz.law(grains), grains, 1).restitution - 0.80810) < 1e-4);

  // Luding's pair: sticks beyond half of its limit, rebounds far beyond it.
  Luding luding;
  luding.k1 = 100;
  luding.k2_max = 500;
  luding.k_c = 100;
  luding.penetration_depth_max = 0.05;
  const ContactPoint pair{.length = 0.5, .reduced_radius = 0.25, .reduced_mass = 0.5};
  const auto at = [&](Real chi) { return try_impact(luding.law(pair), pair, chi * 0.03125 * std::sqrt(200.0)); };
  CHECK(std::abs(at(0.1).restitution - 0.81650) < 2e-5);
  CHECK(at(0.499).parted);
  CHECK(!at(0.52).parted);
  CHECK(at(0.52).restitution == 0);
  CHECK(std::abs(at(2.0).restitution - 0.81650) < 2e-5);
  MESSAGE(impact_facts(luding.law(pair), pair, 0.52 * 0.03125 * std::sqrt(200.0)));
  CHECK(impact_facts(luding.law(pair), pair, 0.52 * 0.03125 * std::sqrt(200.0)).find("sticks") != std::string::npos);
}

TEST_CASE("stiffness from Hertz: the impact of the law is that of the material, as asked") {
  constexpr Real speed = 1.5;
  const HertzImpact known = hertz_impact(grains, speed);
  const auto asked = [](HertzMatch match) { return StiffnessFromHertz{match, speed}; };
  LinearSpring linear;
  linear.restitution = 1;
  linear.stiffness = asked(HertzMatch::overlap);
  CHECK(linear.contradiction().key.empty());
  CHECK(relative_error(try_impact(linear.law(grains), grains, speed).overlap, known.overlap) < 1e-5);
  for (const Real e : {0.5, 0.9}) {
    linear.restitution = e;
    linear.stiffness = asked(HertzMatch::duration);
    CHECK(relative_error(contact_time_of(linear.law(grains), grains.reduced_mass), known.duration) < 1e-12);
    CHECK(relative_error(restitution_of(linear.law(grains), grains.reduced_mass), e) < 1e-12);
  }
  WaltonBraun constant;
  constant.restitution = 0.6;
  WaltonBraunVariable variable;
  variable.stiffening = 4e3;
  LinearPlasticViscoelastic capped;
  capped.k2_max = 2e6;
  capped.penetration_depth_max = 0.05;
  const auto check = [&](auto options) {
    options.stiffness = asked(HertzMatch::overlap);
    CHECK(options.contradiction().key.empty());
    CHECK(relative_error(try_impact(options.law(grains), grains, speed).overlap, known.overlap) < 1e-4);
    options.stiffness = asked(HertzMatch::duration);
    const ImpactOutcome outcome = try_impact(options.law(grains), grains, speed);
    CHECK(outcome.restitution < 0.95);
    CHECK(relative_error(outcome.duration, known.duration) < 3e-3);
  };
  check(constant);
  check(variable);
  check(capped);
  capped.stiffness = asked(HertzMatch::overlap);
  CHECK(capped.contradiction(grains).key.empty());
  capped.k2_max = 0.5 * capped.law(grains).k1;
  CHECK(capped.contradiction().key.empty());
  CHECK(capped.contradiction(grains).key == "k2_max");
  capped.k1 = 1e4;
  CHECK(capped.contradiction().key == "stiffness");
  capped.k1.reset();
  capped.stiffness.reset();
  CHECK(capped.contradiction().key == "k1");
}

TEST_CASE("catalogue: what serves solids, what grains, and who has a loading stiffness") {
  int solids = 0, grain_laws = 0;
  TangentialLaws::for_each([&]<class Law>() {
    solids += Law::for_solids;
    grain_laws += Law::for_grains;
    if constexpr (Law::for_grains) CHECK(!Law{}.needs_loading_stiffness());
  });
  CHECK(solids == 4);
  CHECK(grain_laws == 4);
  for (const auto& entry : {TangentialLaws::Variant(CoulombPairwise{}), TangentialLaws::Variant(CoulombProjected{})}) {
    CHECK_THROWS(GrainTangentialLaw(entry));
  }
  CHECK(!GrainTangentialLaw(TangentialLaws::Variant(Frictionless{})).acts());
  CHECK(GrainTangentialLaw(TangentialLaws::Variant(Mindlin{})).acts());
}

}  // namespace talus
