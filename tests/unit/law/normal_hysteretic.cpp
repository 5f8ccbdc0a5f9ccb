// The hysteretic law: two bodies that meet, against the closed forms of Walton & Braun and of Luding.
#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <numbers>

#include "support/normal_pair.hpp"
#include "support/relative_error.hpp"
#include "talus/law/contact/normal/hysteretic_presets.hpp"

namespace talus {
namespace {

/// Two glass beads of 3.18 mm diameter, 2500 kg/m^3, that close at 1 m/s.
Impact beads(Real k1, int steps) {
  constexpr Real radius = 1.59e-3, density = 2500;
  const Real mass = density * 4 / 3 * std::numbers::pi * radius * radius * radius;
  Impact impact{.speed = 1, .mass_a = mass, .mass_b = mass, .radius = radius};
  const Real time = std::numbers::pi * std::sqrt(impact.reduced_mass() / k1);
  impact.dt = time / steps;
  impact.patience = 20 * time;
  return impact;
}

/// Luding's pair: R 0.5 m, m 1 kg, k1 100, k2 500, k_c 100 N/m, phi 0.05, hence delta_lim 0.03125 m.
Luding sticky() {
  Luding options;
  options.k1 = 100;
  options.k2_max = 500;
  options.k_c = 100;
  options.penetration_depth_max = 0.05;
  return options;
}

/// Its impact that would reach chi delta_lim along k1.
Impact sticky_impact(Real chi, int steps) {
  Impact impact{.speed = chi * 0.03125 * std::sqrt(200.0)};
  const Real time = std::numbers::pi * std::sqrt(impact.reduced_mass() / 100);
  impact.dt = time / steps;
  impact.patience = 40 * time;
  return impact;
}

}  // namespace

TEST_CASE("walton_braun: glass beads") {
  constexpr Real k1 = 2.2291e6, e = 0.97;  // k1 with Hertz's duration
  WaltonBraun options;
  options.k1 = k1;
  options.restitution = e;
  const Impact impact = beads(k1, 2000);
  CHECK(relative_error(impact.energy(), 10.52e-6) < 5e-4);

  const Rebound rebound = collide(options.law({}), impact);
  const Real depth = impact.speed * std::sqrt(impact.reduced_mass() / k1);
  const Real time = std::numbers::pi / 2 * (1 + e) * std::sqrt(impact.reduced_mass() / k1);
  const Real left = (1 - e * e) * depth;  // delta_res
  MESSAGE("e ", rebound.restitution, ", T ", rebound.forceless_after * 1e6, " us (", time * 1e6, "), depth ",
          rebound.depth, " (", depth, ")");
  CHECK(relative_error(rebound.restitution, e) < 1e-6);
  CHECK(relative_error(rebound.forceless_after, 9.509e-6) < 1e-4);
  CHECK(relative_error(rebound.forceless_after, time) < 1e-5);
  CHECK(relative_error(rebound.depth, depth) < 1e-5);
  CHECK(relative_error(rebound.largest_force, k1 * depth) < 1e-5);
  CHECK(relative_error(rebound.parted_after, time + left / (e * impact.speed)) < 1e-4);
  CHECK(relative_error(rebound.plastic_loss, (1 - e * e) * impact.energy()) < 1e-4);
  CHECK(rebound.strongest_pull == 0);
}

TEST_CASE("walton_braun: restitution is the same at every speed") {
  WaltonBraun options;
  constexpr Real k1 = 2.2291e6;
  options.k1 = k1;
  for (const Real e : {0.3, 0.6, 1.0}) {
    options.restitution = e;
    for (const Real speed : {0.01, 1.0, 3.0}) {
      Impact impact = beads(k1, 400);
      impact.speed = speed;
      CHECK(relative_error(collide(options.law({}), impact).restitution, e) < 1e-4);
    }
  }
}

TEST_CASE("walton_braun_variable: restitution falls with speed as in closed form") {
  WaltonBraunVariable options;
  constexpr Real k1 = 2.23e6;
  options.k1 = k1;
  options.stiffening = 2.04e4;
  for (const Real speed : {0.1, 1.0, 10.0, 100.0}) {
    Impact impact = beads(k1, 1000);
    impact.speed = speed;
    const Real swing = speed * std::sqrt(impact.reduced_mass() / k1);
    const Real e = 1 / std::sqrt(1 + options.stiffening * swing);
    const Rebound rebound = collide(options.law({}), impact);
    MESSAGE("v ", speed, ": e ", rebound.restitution, " (", e, ")");
    CHECK(relative_error(rebound.restitution, e) < 1e-5);
    if (speed == 1) CHECK(std::abs(rebound.restitution - 0.970064) < 1e-6);
  }
}

TEST_CASE("luding: the pair rebounds, sticks, and rebounds again beyond the limit") {
  const HystereticLaw law = sticky().law({});
  CHECK(relative_error(law.limit_overlap(0.5), 0.03125) < 1e-14);
  const auto rebound = [&](Real chi) { return collide(law, sticky_impact(chi, 2000)); };
  for (const Real chi : {0.1, 2.0}) {
    const Rebound one = rebound(chi);
    MESSAGE("chi ", chi, ": e ", one.restitution);
    CHECK(std::abs(one.restitution - 0.81650) < 1e-5);
  }
  MESSAGE("chi 0.499: e ", rebound(0.499).restitution, ", chi 0.52 parted ", rebound(0.52).parted);
  CHECK(rebound(0.499).parted);
  CHECK(!rebound(0.501).parted);
  CHECK(!rebound(0.52).parted);
  // Closed form of what it keeps at 0.499, a small difference.
  const Real k2 = law.unloading_stiffness(0.499 * 0.03125, 0.5);
  const Real kept = 100 / k2 - (k2 - 100) * (k2 - 100) / (k2 * (k2 + 100));
  CHECK(std::abs(std::pow(rebound(0.499).restitution, 2) - kept) < 1e-5);
}

TEST_CASE("luding: closed forms of depth, strongest pull, restitution and loop loss below the limit") {
  for (const AdhesiveReload reload : {AdhesiveReload::reset, AdhesiveReload::reversible}) {
    Luding options = sticky();
    options.adhesive_reload = reload;
    const Impact impact = sticky_impact(0.3, 2000);
    const Real M = 0.3 * 0.03125, k1 = 100, k_c = 100;
    const Real k2 = options.law({}).unloading_stiffness(M, 0.5);
    CHECK(relative_error(k2, 220) < 1e-14);
    const Real delta_0 = (1 - k1 / k2) * M, delta_min = M * (k2 - k1) / (k2 + k_c);
    const Real loss = 0.5 * (k1 * M + k_c * delta_min) * delta_0;

    const Rebound rebound = collide(options.law({}), impact);
    MESSAGE("loss ", rebound.plastic_loss, " (", loss, "), pull ", rebound.strongest_pull, " (", k_c * delta_min, ")");
    CHECK(relative_error(rebound.depth, M) < 1e-5);
    CHECK(relative_error(rebound.strongest_pull, k_c * delta_min) < 2e-3);  // a sharp tip between two samples
    CHECK(relative_error(rebound.plastic_loss + rebound.adhesive_loss, loss) < 1e-5);
    const Real kept = k1 / k2 - k_c * (k2 - k1) * (k2 - k1) / (k1 * k2 * (k2 + k_c));
    CHECK(relative_error(rebound.restitution, std::sqrt(kept)) < 1e-5);
    // Apart from the step that ends on the adhesive branch first, all that is lost before is plastic.
    const Real plastic = 0.5 * k1 * M * delta_0;
    MESSAGE("plastic ", rebound.plastic_loss, " (", plastic, ")");
    CHECK(relative_error(rebound.plastic_loss, plastic) < 1e-5);
    CHECK(relative_error(rebound.adhesive_loss, 0.5 * k_c * delta_min * delta_0) < 1e-4);
    CHECK(relative_error(rebound.plastic_loss + rebound.adhesive_loss, (1 - kept) * impact.energy()) < 1e-5);
  }
}

TEST_CASE("hysteretic: rebound and losses are of second order in the step") {
  Luding options = sticky();
  options.gamma = 1.5;
  const auto imbalance = [&](int steps) {
    Real worst = 0;
    for (const Real phase : {0.01, 0.2, 0.37, 0.5, 0.71, 0.99}) {
      Impact impact = sticky_impact(0.2, steps);
      impact.phase = phase;
      const Rebound rebound = collide(options.law({}), impact);
      const Real kept = rebound.restitution * rebound.restitution;
      const Real lost = (rebound.plastic_loss + rebound.adhesive_loss + rebound.viscous_loss) / impact.energy();
      CHECK(rebound.viscous_loss > 0.01 * impact.energy());
      CHECK(rebound.least_viscous >= 0);
      worst = std::max(worst, std::abs(lost - (1 - kept)));
    }
    return worst;
  };
  const auto rebound_error = [&](int steps) {
    const int of_loading = static_cast<int>(std::sqrt(5.0) * steps);  // `steps` for the stiffest branch, k2_max
    return std::abs(collide(sticky().law({}), sticky_impact(0.1, of_loading)).restitution - std::sqrt(2.0 / 3));
  };
  MESSAGE("steps 40, 400, 1600: imbalance ", imbalance(40), " ", imbalance(400), " ", imbalance(1600), "; e ",
          rebound_error(40), " ", rebound_error(400), " ", rebound_error(1600));
  CHECK(imbalance(1600) < imbalance(400) / 12);
  CHECK(rebound_error(40) < 1e-3);
  CHECK(rebound_error(400) < 1e-4);
}

TEST_CASE("hysteretic: with the cut a dashpot never adds to adhesion") {
  Luding options = sticky();
  options.gamma = 8;
  const Rebound pulled = collide(options.law({}), sticky_impact(0.2, 1000));
  options.tension_cut = true;
  const HystereticLaw law = options.law({});
  const Rebound cut = collide(law, sticky_impact(0.2, 1000));
  CHECK(cut.restitution > pulled.restitution);
  CHECK(cut.strongest_pull < pulled.strongest_pull);
  HystereticLaw::History history;
  const ContactPoint deep{.overlap = 0.01, .closing = -1e3, .length = 0.5};
  CHECK(law.evaluate(history, deep).force == 0);
  CHECK(relative_error(law.evaluate(history, deep).load, 100 * 0.01) < 1e-14);  // k_c delta alone
  const ContactPoint pulling{.overlap = 1e-3, .closing = -1e3, .length = 0.5};
  CHECK(relative_error(law.evaluate(history, pulling).force, -100 * 1e-3) < 1e-14);
}

}  // namespace talus
