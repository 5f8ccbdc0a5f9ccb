// Linear spring and dashpot: two bodies that meet, against closed forms, with and without the cut.
#include <doctest/doctest.h>

#include <cmath>

#include "support/normal_pair.hpp"
#include "support/relative_error.hpp"
#include "support/spring_impact.hpp"
#include "talus/law/contact/normal/linear_spring.hpp"

namespace talus {
namespace {

constexpr Real stiffness = 3e4;                                      // [N/m]
constexpr Impact unequal{.speed = 2, .mass_a = 0.7, .mass_b = 2.1};  // m* = 0.525 kg

LinearSpring spring(Real restitution, bool tension_cut) {
  LinearSpring options;
  options.k = stiffness;
  options.restitution = restitution;
  options.tension_cut = tension_cut;
  return options;
}

/// A spring without loss takes this long [s].
Real free_time(Real mass) { return std::numbers::pi * std::sqrt(mass / stiffness); }

Impact with_steps(int steps, Real phase) {
  Impact impact = unequal;
  impact.dt = free_time(impact.reduced_mass()) / steps;
  impact.patience = 100 * free_time(impact.reduced_mass());
  impact.phase = phase;
  return impact;
}

/// Largest error over where in a step the bodies touch [-].
template <class Error>
Real worst_phase(int steps, const Error& error) {
  Real worst = 0;
  for (const Real phase : {0.01, 0.2, 0.37, 0.5, 0.71, 0.99}) {
    worst = std::max(worst, error(with_steps(steps, phase)));
  }
  return worst;
}

}  // namespace

TEST_CASE("linear spring: the three ways to give it are one law") {
  constexpr Real mass = 0.525, e = 0.6;
  const LinearSpringLaw by_restitution = spring(e, false).law({});
  LinearSpring options;
  options.k = stiffness;
  options.gamma = by_restitution.damping(mass);
  const LinearSpringLaw by_damping = options.law({});
  options = {};
  options.contact_time = contact_time_of(by_restitution, mass);
  options.restitution = e;
  const LinearSpringLaw by_time = options.law({});

  const Real eta = by_restitution.damping(mass) / (2 * mass);
  const Real time = std::numbers::pi / std::sqrt(stiffness / mass - eta * eta);
  CHECK(relative_error(contact_time_of(by_restitution, mass), time) < 1e-14);
  CHECK(relative_error(std::exp(-eta * time), e) < 1e-14);
  for (const LinearSpringLaw& law : {by_restitution, by_damping, by_time}) {
    CHECK(relative_error(law.stiffness(mass), stiffness) < 1e-13);
    CHECK(relative_error(law.damping(mass), by_restitution.damping(mass)) < 1e-13);
    CHECK(relative_error(restitution_of(law, mass), e) < 1e-13);
  }
  CHECK(relative_error(contact_time_of(by_time, 7 * mass), time) < 1e-13);  // the same for heavy grains
}

TEST_CASE("linear spring: restitution as given, 400 steps per contact, within 1e-4") {
  for (int tenth = 2; tenth <= 9; ++tenth) {
    const Real e = Real(0.1) * tenth;
    const LinearSpringLaw law = spring(e, false).law({});
    const Real error =
        worst_phase(400, [&](const Impact& impact) { return std::abs(collide(law, impact).restitution - e); });
    const Rebound one = collide(law, with_steps(400, 0.3));
    MESSAGE("e ", e, ": rebound ", one.restitution, ", worst error ", error);
    CHECK(error < 1e-4);
    CHECK(relative_error(one.parted_after, contact_time_of(law, 0.525)) < 1e-4);
    CHECK(one.strongest_pull > 0);  // without the cut the dashpot pulls before they part
  }
}

TEST_CASE("linear spring: with the cut the restitution is higher, as integrated exactly") {
  const struct {
    Real nominal, effective;  // computed elsewhere to five places
  } known[] = {{0.3, 0.39714}, {0.5, 0.55028}, {0.8, 0.80810}};
  for (const auto& one : known) {
    const LinearSpringLaw law = spring(one.nominal, true).law({});
    CHECK(std::abs(restitution_of(law, 0.525) - one.effective) < 5e-6);
    const Real error = worst_phase(400, [&](const Impact& impact) {
      const Rebound rebound = collide(law, impact);
      CHECK(rebound.strongest_pull == 0);
      return std::abs(rebound.restitution - restitution_of(law, 0.525));
    });
    MESSAGE("e ", one.nominal, " with cut: ", collide(law, with_steps(400, 0.3)).restitution, ", formula ",
            restitution_of(law, 0.525), ", worst error ", error);
    CHECK(error < 1e-4);
  }
}

TEST_CASE("linear spring: at critical damping and beyond grains part only with the cut") {
  for (const Real ratio : {1.0, 1 + 1e-10, 1.5}) {
    CAPTURE(ratio);
    LinearSpring options;
    options.k = stiffness;
    options.gamma = ratio * 2 * std::sqrt(stiffness * 0.525);
    CHECK(restitution_of(options.law({}), 0.525) == 0);
    Impact creeping = with_steps(400, 0.3);
    creeping.patience = 5 * free_time(0.525);  // later, round-off decides on which side of zero they are
    CHECK(!collide(options.law({}), creeping).parted);
    options.tension_cut = true;
    const Real e = restitution_of(options.law({}), 0.525);
    CHECK(std::abs(collide(options.law({}), with_steps(2000, 0.3)).restitution - e) < 1e-4);
    if (ratio == 1) CHECK(relative_error(e, std::exp(-2.0)) < 1e-14);
  }
  LinearSpring dead = spring(0, false);
  CHECK(relative_error(damping_ratio_of(dead.law({}), 0.525), 1) < 1e-14);
  CHECK(restitution_of(spring(1, true).law({}), 0.525) == 1);
}

TEST_CASE("linear spring: restitution and losses are of second order in the step") {
  for (const bool cut : {false, true}) {
    CAPTURE(cut);
    const LinearSpringLaw law = spring(0.5, cut).law({});
    const Real expected = restitution_of(law, 0.525);
    const auto rebound_error = [&](int steps) {
      return worst_phase(steps, [&](const Impact& i) { return std::abs(collide(law, i).restitution - expected); });
    };
    const auto energy_error = [&](int steps) {
      return worst_phase(steps, [&](const Impact& impact) {
        const Rebound rebound = collide(law, impact);
        CHECK(rebound.least_viscous >= 0);
        CHECK(rebound.plastic_loss == 0);
        const Real kept = rebound.restitution * rebound.restitution;
        return std::abs(rebound.viscous_loss / impact.energy() - (1 - kept));
      });
    };
    MESSAGE("steps 40, 80, 400, 1600: e ", rebound_error(40), " ", rebound_error(80), " ", rebound_error(400), " ",
            rebound_error(1600), "; loss ", energy_error(40), " ", energy_error(80), " ", energy_error(400), " ",
            energy_error(1600));
    CHECK(rebound_error(40) < 5e-3);
    CHECK(rebound_error(1600) < rebound_error(400) / 12);
    CHECK(energy_error(1600) < energy_error(400) / 12);
  }
}

TEST_CASE("linear spring: force is the slope of the stored energy; what friction sees") {
  const LinearSpringLaw law = spring(0.5, true).law({});
  LinearSpringLaw::History none;
  constexpr Real depth = 1e-3, step = 1e-6, mass = 0.525;
  const auto at = [&](Real overlap, Real closing) {
    return law.evaluate(none, {.overlap = overlap, .closing = closing, .reduced_mass = mass});
  };
  CHECK(relative_error(at(depth, 0).force, (at(depth + step, 0).stored - at(depth - step, 0).stored) / (2 * step)) <
        1e-9);
  const Real strong = 2 * stiffness * depth / law.damping(mass);  // the dashpot has twice the force of the spring
  CHECK(relative_error(at(depth, strong).force, 3 * stiffness * depth) < 1e-14);
  CHECK(relative_error(at(depth, strong).load, stiffness * depth) < 1e-14);
  CHECK(at(depth, -strong).force == 0);
  CHECK(at(depth, -strong).load == 0);
  CHECK(at(0, -strong).force == 0);
  CHECK(at(-depth, strong).stored == 0);
}

TEST_CASE("linear spring: options that do not go together are refused by key") {
  const auto refused = [](auto k, auto gamma, auto e, auto time) {
    LinearSpring options;
    options.k = k;
    options.gamma = gamma;
    options.restitution = e;
    options.contact_time = time;
    return options.contradiction().key;
  };
  constexpr auto none = std::nullopt;
  CHECK(refused(1e4, 3.0, none, none).empty());
  CHECK(refused(1e4, none, 0.0, none).empty());
  CHECK(refused(none, none, 0.5, 1e-3).empty());
  CHECK(refused(none, none, none, none) == "k");
  CHECK(refused(1e4, none, none, none) == "restitution");
  CHECK(refused(1e4, 3.0, 0.5, none) == "gamma");
  CHECK(refused(1e4, none, 0.5, 1e-3) == "contact_time");
  CHECK(refused(none, 3.0, none, 1e-3) == "gamma");
  CHECK(refused(none, none, 0.0, 1e-3) == "restitution");
}

}  // namespace talus
