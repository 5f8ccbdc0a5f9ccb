// Hertz's contact at a single point: known impacts, its dampers, and where the energy goes.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "support/relative_error.hpp"
#include "support/spring_impact.hpp"
#include "talus/core/read_options.hpp"
#include "talus/law/contact/contact_span.hpp"
#include "talus/law/contact/normal/hertz.hpp"

using namespace talus;

namespace {

struct Material {
  Real young, poisson, density;
};

/// Two equal spheres of radius R.
ContactPoint sphere_pair(Real R, const Material& m) {
  ContactPoint pair;
  pair.reduced_radius = R / 2;
  pair.reduced_mass = m.density * 2 / 3 * std::numbers::pi * R * R * R;
  pair.reduced_young = m.young / (2 * (1 - m.poisson * m.poisson));
  return pair;
}

/// One sphere and a rigid plane.
ContactPoint sphere_on_plane(Real R, const Material& m) {
  ContactPoint pair = sphere_pair(R, m);
  pair.reduced_radius *= 2;
  pair.reduced_mass *= 2;
  pair.reduced_young *= 2;
  return pair;
}

const ContactPoint glass = sphere_pair(0.01, {48e9, 0.20, 2800});

struct Impact {
  Real overlap = 0, force = 0, duration = 0;  ///< largest, largest, until the overlap is gone
  Real rebound = 0;                           ///< speed at that moment over the impact speed
  Real kinetic_loss = 0, law_loss = 0;        ///< [J]
  Real worst_balance = 0;                     ///< largest |kinetic + stored + lost - kinetic at first| [J]
  Real lowest_force = 0;
};

/// Velocity Verlet with a predicted speed for the damper: second order in dt. They touch after `phase` of a step.
Impact collide(const Hertz& options, ContactPoint point, Real speed, Real dt, Real phase = 0) {
  Impact impact;
  const HertzLaw law = options.law(point);
  HertzLaw::History history;
  point.dt = dt;
  point.closing = speed;
  point.overlap = -phase * speed * dt;
  const Real m = point.reduced_mass;
  Real f = law.evaluate(history, point).force, power = 0, ahead = 0;
  for (Real t = 0;; t += dt) {
    const Real v = point.closing, before = point.overlap;
    point.overlap += v * dt - 0.5 * f / m * dt * dt;
    point.closing = v - f / m * dt;
    ahead = set_span(point, ahead);
    const NormalAnswer answer = law.evaluate(history, point);
    point.closing = v - 0.5 * (f + answer.force) / m * dt;
    f = answer.force;
    impact.law_loss += 0.5 * dt * (power + answer.viscous_power);
    power = answer.viscous_power;
    const Real lost = 0.5 * m * (speed * speed - point.closing * point.closing) - answer.stored;
    impact.worst_balance = std::max(impact.worst_balance, std::abs(lost - impact.law_loss));
    impact.overlap = std::max(impact.overlap, point.overlap);
    impact.force = std::max(impact.force, f);
    impact.lowest_force = std::min(impact.lowest_force, f);
    if (point.overlap > 0) continue;
    impact.duration = t - phase * dt + dt * before / (before - point.overlap);
    impact.rebound = -point.closing / speed;
    impact.kinetic_loss = 0.5 * m * (speed * speed - point.closing * point.closing);
    return impact;
  }
}

Real fine_step(const ContactPoint& pair, Real speed, int steps = 20000) {
  const Real k_Hz = 4.0 / 3 * pair.reduced_young * std::sqrt(pair.reduced_radius);
  return 3 * std::pow(pair.reduced_mass * std::pow(speed, -0.5) / k_Hz, 0.4) / steps;
}

Hertz tsuji(Real restitution, bool cut = false) { return {{TsujiDamping{restitution}}, cut}; }
Hertz constant(Real gamma, bool cut = false) { return {{ConstantDamping{gamma}}, cut}; }

}  // namespace

TEST_CASE("a Hertzian contact that was about to part and is stopped feels its spring alone") {
  HertzLaw::History history;
  ContactPoint point = glass;
  point.dt = 1e-7;
  point.overlap = 1e-6;
  point.closing = 0;
  point.behind = 0.7;  // the evaluation before stood for 0.3 of this step
  const NormalAnswer answer = HertzLaw{.beta = 0.2, .gamma = 1}.evaluate(history, point);
  CHECK(answer.force == HertzLaw{}.evaluate(history, point).force);
  CHECK(answer.viscous_power == 0);
}

TEST_CASE("hertz: elastic impacts of Chung and Ooi, glass on glass and aluminium on a plane") {
  const struct {
    ContactPoint pair;
    Real speed, overlap, force, duration;
  } known[] = {{glass, 20, 274.113e-6, 10.6969e3, 40.339e-6},
               {sphere_on_plane(0.1, {70e9, 0.30, 2699}), 0.2, 49.717e-6, 11.370e3, 731.66e-6}};
  for (const auto& one : known) {
    const Impact impact = collide(tsuji(1), one.pair, one.speed, fine_step(one.pair, one.speed));
    MESSAGE("delta ", impact.overlap * 1e6, " um, F ", impact.force, " N, T ", impact.duration * 1e6, " us");
    CHECK(relative_error(impact.overlap, one.overlap) < 1e-5);
    CHECK(relative_error(impact.force, one.force) < 2e-5);
    CHECK(relative_error(impact.duration, one.duration) < 2e-5);
    CHECK(relative_error(impact.rebound, 1) < 1e-7);
  }
}

TEST_CASE("hertz: force is the slope of the stored energy, stiffness that of the force") {
  const HertzLaw law = tsuji(0.5).law(glass);
  const auto at = [&](Real overlap) {
    ContactPoint point = glass;
    point.overlap = overlap;
    HertzLaw::History history;
    return law.evaluate(history, point);
  };
  for (const Real delta : {1e-9, 1e-6, 1e-4}) {
    const Real h = 1e-5 * delta;
    CHECK(relative_error((at(delta + h).stored - at(delta - h).stored) / (2 * h), at(delta).force) < 1e-9);
    CHECK(relative_error((at(delta + h).force - at(delta - h).force) / (2 * h), at(delta).stiffness) < 1e-9);
    CHECK(at(delta).load == at(delta).force);
  }
  CHECK(at(0).force == 0);
  CHECK(at(-1e-6).stored == 0);
}

TEST_CASE("hertz: the stiffness covers where the next step leads") {
  ContactPoint point = glass;
  point.overlap = -1e-6;
  point.closing = 3;
  point.dt = 1e-6;
  HertzLaw::History history;
  CHECK(relative_error(HertzLaw{}.evaluate(history, point).stiffness, HertzLaw::tangent(glass, 2e-6)) < 1e-12);
}

TEST_CASE("hertz: tsuji's restitution is the nominal one at any speed") {
  for (const Real e : {0.2, 0.3, 0.5, 0.7, 0.9}) {
    for (const Real speed : {0.01, 1.0, 20.0}) {
      CAPTURE(e);
      CAPTURE(speed);
      CHECK(relative_error(collide(tsuji(e), glass, speed, fine_step(glass, speed)).rebound, e) < 1e-5);
    }
  }
  CHECK(TsujiDamping{1}.ratio() == 0);
  CHECK(TsujiDamping{0}.ratio() == 1);
}

TEST_CASE("hertz: without tension tsuji's restitution rises by a known amount, and nothing pulls") {
  for (const auto& [restitution, with_cut] : {std::pair{0.3, 0.39714}, {0.5, 0.55028}, {0.8, 0.80810}}) {
    const Real e = restitution;
    CAPTURE(e);
    CHECK(std::abs(restitution_with_cut(TsujiDamping{e}) - with_cut) < 5e-6);
    for (const Real speed : {0.1, 20.0}) {
      const Impact impact = collide(tsuji(e, true), glass, speed, fine_step(glass, speed));
      MESSAGE("e ", e, ": ", impact.rebound, ", closed form ", restitution_with_cut(TsujiDamping{e}));
      CHECK(relative_error(impact.rebound, restitution_with_cut(TsujiDamping{e})) < 1e-5);
      CHECK(impact.lowest_force == 0);
      CHECK(collide(tsuji(e), glass, speed, fine_step(glass, speed)).lowest_force < 0);
    }
  }
  CHECK(restitution_with_cut(TsujiDamping{1}) == 1);
  CHECK(relative_error(restitution_with_cut(TsujiDamping{0}), std::exp(-2.0)) < 1e-12);
  CHECK(relative_error(restitution_with_cut(TsujiDamping{1e-100}), std::exp(-2.0)) < 2e-4);
}

TEST_CASE("hertz: restitution at steps of use, wherever within a step the spheres meet") {
  const Real contact = 0.9 * fine_step(glass, 2, 1);  // about the duration of an elastic impact
  for (const auto& [steps, tolerance] : {std::pair{40, 1e-3}, {400, 3e-5}}) {
    for (const Hertz& law : {tsuji(0.2), tsuji(0.5), tsuji(0.9), tsuji(0.5, true)}) {
      const Real exact = law.tension_cut ? restitution_with_cut(TsujiDamping{0.5})
                                         : std::get<TsujiDamping>(law.damping.entry).restitution;
      Real worst = 0;
      for (Real phase = 0.025; phase < 1; phase += 0.05) {
        worst = std::max(worst, std::abs(collide(law, glass, 2, contact / steps, phase).rebound - exact));
      }
      MESSAGE(steps, " steps, e ", exact, ": worst error ", worst);
      CHECK(worst < tolerance);
    }
  }
}

TEST_CASE("hertz: friction sees the elastic force, and with the cut no more than the whole") {
  ContactPoint point = glass;
  point.overlap = 1e-5;
  for (const Real closing : {-1.0, 1.0}) {
    point.closing = closing;
    HertzLaw::History history;
    const NormalAnswer plain = tsuji(0.5).law(glass).evaluate(history, point);
    const NormalAnswer cut = tsuji(0.5, true).law(glass).evaluate(history, point);
    for (const NormalAnswer& answer : {plain, cut}) {
      CHECK(relative_error(answer.viscous_power, (answer.force - 2.5 * answer.stored / point.overlap) * closing) <
            1e-12);
    }
    CHECK(relative_error(plain.load, 2.5 * plain.stored / point.overlap) < 1e-12);
    CHECK(cut.load == std::min(plain.load, cut.force));
    CHECK((plain.force > plain.load) == (closing > 0));
  }
}

TEST_CASE("hertz: with constant damping restitution rises with the speed, in one number gamma^5/(m*^3 k_Hz^2 v)") {
  const Real gamma = 20;
  Real before = 0;
  for (const Real speed : {0.1, 1.0, 10.0, 100.0}) {
    const Real e = collide(constant(gamma), glass, speed, fine_step(glass, speed)).rebound;
    MESSAGE(speed, " m/s: e ", e);
    CHECK(e > before);
    before = e;
    const Real e_scaled = collide(constant(2 * gamma), glass, 32 * speed, fine_step(glass, 32 * speed)).rebound;
    CHECK(relative_error(e_scaled, e) < 1e-6);
  }
  CHECK(before > 0.9);
}

TEST_CASE("hertz: losses close the energy all through an impact, to second order in the step") {
  for (const Hertz& law : {tsuji(0.6), tsuji(0.6, true), constant(20), constant(20, true)}) {
    Real error[2];
    for (const int run : {0, 1}) {
      const Impact impact = collide(law, glass, 2, fine_step(glass, 2, 2000 << (3 * run)));
      CHECK(impact.law_loss > 0);
      CHECK(relative_error(impact.law_loss, impact.kinetic_loss) < 2e-5);
      error[run] = impact.worst_balance / impact.kinetic_loss;
    }
    MESSAGE(law.damping.name(), std::string(law.tension_cut ? ", cut: " : ": "), error[0], " ", error[1]);
    CHECK(error[0] < 2e-5);
    CHECK(error[1] < error[0] / 20);
  }
}

TEST_CASE("hertz: as a case writes it") {
  const auto read = [](const std::string& law, ErrorList& errors) {
    return read_options<Hertz>(compose_text(law, "case.json", {}, errors), errors);
  };
  ErrorList errors;
  const Hertz law = read(R"({"damping": "tsuji", "restitution": 0.9, "tension_cut": true})", errors);
  CHECK(std::get<TsujiDamping>(law.damping.entry).restitution == 0.9);
  CHECK(law.tension_cut);
  const Hertz slides = read(R"({"damping": "constant", "gamma": "5 N s/m"})", errors);
  CHECK(std::get<ConstantDamping>(slides.damping.entry).gamma == 5);
  CHECK(errors.empty());
  for (const char* wrong :
       {R"({"damping": "tsuji", "gamma": 5})", R"({"damping": "tsuji", "restitution": 1.2})",
        R"({"damping": "tsuji", "restitution": -0.1})", R"({"damping": "constant", "gamma": -1})"}) {
    CAPTURE(wrong);
    ErrorList refused;
    (void)read(wrong, refused);
    CHECK_FALSE(refused.empty());
  }
}
