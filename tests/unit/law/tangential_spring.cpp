// Friction between grains by spring and dashpot: parameters, books, limits, ends of a contact, and Luding's rule.
#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <numbers>

#include "support/draw.hpp"
#include "support/oblique_pair.hpp"
#include "support/relative_error.hpp"
#include "talus/law/contact/tangential/coulomb_spring.hpp"

namespace talus {
namespace {

constexpr Real dt = 1e-4;
const Vec3 normal = Vec3::UnitY();

/// A contact far from meeting and parting.
ContactPoint lasting() { return {.overlap = 1e-3, .reduced_mass = 0.04, .dt = dt}; }

SlidingPoint sliding(const Vec3& ds, const Vec3& rate, Real load) {
  return {ds, rate, {{normal, normal}, 0}, load, 5e4};
}

Vec3 in_plane(Draw& draw, Real size) {
  const Vec3 v = draw.vector(3, size);
  return v - v.dot(normal) * normal;
}

CoulombSpring spring_of(Real k, Real mu_static, Real mu_dynamic) {
  CoulombSpring options;
  options.k = k;
  options.mu_static = mu_static;
  options.mu_dynamic = mu_dynamic;
  return options;
}

}  // namespace

TEST_CASE("coulomb_spring: stiffness and dashpot, absolute or as ratios") {
  constexpr Real k = 2e4, c = 3;
  CoulombSpring absolute = spring_of(k, 0.5, 0.5), ratios = absolute;
  absolute.c = c;
  ratios.k.reset();
  ratios.ratio = 0.4;
  ratios.damping = c / std::sqrt(k * 0.04);
  const Vec3 ds(1e-5, 0, -2e-5), rate(0.3, 0, 0.1);
  for (const CoulombSpring& options : {absolute, ratios}) {
    GrainTangentialHistory history;
    const SlidingAnswer answer = options.law().evaluate(history, sliding(ds, rate, 1e3), lasting());
    CHECK((answer.force + k * ds + c * rate).norm() < 1e-13 * answer.force.norm());
    CHECK(relative_error(answer.stored, 0.5 * k * ds.squaredNorm()) < 1e-13);
    CHECK(relative_error(answer.viscous_power, c * rate.squaredNorm()) < 1e-13);
    CHECK(answer.sliding_loss == 0);
    CHECK(relative_error(options.law().stiffest(lasting(), 5e4), k) < 1e-14);
  }
  CHECK(ratios.needs_loading_stiffness());
  CHECK(!absolute.needs_loading_stiffness());
}

TEST_CASE("coulomb_spring: work of the spring = stored + lost along any path, and no loss is negative") {
  const CoulombSpringLaw law = spring_of(2e4, 0.5, 0.5).law();
  GrainTangentialHistory history;
  Draw draw(3);
  Vec3 force = Vec3::Zero();
  Real work = 0, lost = 0, stored = 0, least = 0;
  for (int n = 0; n < 3000; ++n) {
    const Vec3 ds = in_plane(draw, 3e-4);
    const SlidingAnswer answer = law.evaluate(history, sliding(ds, Vec3::Zero(), 10), lasting());
    work -= 0.5 * (force + answer.force).dot(ds);
    lost += answer.sliding_loss;
    least = std::min(least, answer.sliding_loss);
    stored = answer.stored;
    force = answer.force;
  }
  CHECK(lost > 0.1 * work);
  CHECK(least > -1e-18);
  CHECK(std::abs(work - stored - lost) < 1e-13 * work);
}

TEST_CASE("coulomb_spring: the dashpot gets all that is left below the limit, and no more") {
  constexpr Real k = 2e4, c = 20, mu_static = 0.5, mu_dynamic = 0.3;
  CoulombSpring options = spring_of(k, mu_static, mu_dynamic);
  options.c = c;
  const CoulombSpringLaw law = options.law();
  Draw draw(12);
  int whole = 0, partly = 0, nothing = 0, turned_back = 0;
  for (int n = 0; n < 20000; ++n) {
    GrainTangentialHistory history;
    const Real load = 10 + 8 * draw.number();
    history.sliding.xi = in_plane(draw, 2e-4);
    history.sliding.slip = draw.number() > 0 ? 1 : 0;
    const Real limit = (history.slip() ? mu_dynamic : mu_static) * load;
    const Vec3 ds = in_plane(draw, 1e-4), rate = in_plane(draw, 0.3);
    const bool at_limit = k * (history.sliding.xi + ds).norm() > limit;
    const SlidingAnswer answer = law.evaluate(history, sliding(ds, rate, load), lasting());
    const Vec3 spring = -k * history.sliding.xi, drag = answer.force - spring;
    const Real share = -drag.dot(rate) / (c * rate.squaredNorm()), bound = at_limit ? mu_dynamic * load : limit;
    REQUIRE((drag + share * c * rate).norm() < 1e-12 * bound);
    REQUIRE(share > -1e-12);
    REQUIRE(share < 1 + 1e-12);
    REQUIRE(answer.force.norm() < bound * (1 + 1e-12));
    REQUIRE((share > 1 - 1e-9 || relative_error(answer.force.norm(), bound) < 1e-9));
    REQUIRE(std::abs(answer.viscous_power - share * c * rate.squaredNorm()) < 1e-12 * bound);
    whole += share > 1 - 1e-9;
    nothing += share < 1e-9;
    partly += share > 1e-3 && share < 1 - 1e-3;
    turned_back += at_limit && share > 1e-3;
  }
  for (const int cases : {whole, partly, nothing, turned_back}) CHECK(cases > 1000);
}

TEST_CASE("coulomb_spring: Coulomb's bound with any load, dashpot, rule and share of a step") {
  for (const SlidingReset reset : {SlidingReset::elastic, SlidingReset::luding}) {
    CoulombSpring options = spring_of(2e4, 0.5, 0.3);
    options.c = 20;
    options.reset = reset;
    GrainTangentialHistory history;
    Draw draw(4);
    Real ahead = 0;
    int slipped = 0;
    for (int n = 0; n < 5000; ++n) {
      const Real load = std::max(0.0, 10 + 8 * draw.number());
      ContactPoint pair = lasting();
      pair.closing = 20 * draw.number();  // meets or parts within a step now and then
      ahead = set_span(pair, n % 3 == 0 ? 0 : ahead);
      const SlidingAnswer answer =
          options.law().evaluate(history, sliding(in_plane(draw, 1e-4), in_plane(draw, 0.3), load), pair);
      REQUIRE(answer.force.norm() <= 0.5 * load * (1 + 1e-12));
      REQUIRE(answer.viscous_power >= 0);
      slipped += history.slip();
    }
    CHECK(slipped > 500);
    CHECK(slipped < 4900);
  }
}

TEST_CASE(
    "coulomb_spring: only the part of a step that the surfaces touched counts, and a taut spring lets go in time") {
  constexpr Real k = 2e4;
  const CoulombSpringLaw law = spring_of(k, 1e6, 1e6).law();
  const Vec3 ds(1e-5, 0, 0), rate = ds / dt;
  GrainTangentialHistory history;
  ContactPoint met = lasting();
  met.behind = 0.4;
  met.begins = true;
  const SlidingAnswer first = law.evaluate(history, sliding(ds, rate, 1), met);
  CHECK(relative_error(history.sliding.xi.x(), 0.4e-5) < 1e-12);
  // The mean force since they met is half of what it is now.
  CHECK(relative_error(-first.force.x(), (0.2 + 0.5) * k * 0.4e-5) < 1e-12);
  ContactPoint parting = lasting();
  parting.closing = -25;  // travels 2.5e-3: 0.4 of the next step
  parting.ahead = 0.4;
  const SlidingAnswer last = law.evaluate(history, sliding(ds, rate, 1), parting);
  CHECK(relative_error(history.sliding.xi.x(), 1.4e-5) < 1e-12);
  CHECK(relative_error(-last.force.x(), k * (0.9 * 1.4e-5 + 0.5 * 0.4 * 0.4 * 1e-5)) < 1e-12);
  ContactPoint apart = parting;
  apart.overlap = -1.5e-3;
  const SlidingAnswer gone = law.evaluate(history, sliding(ds, rate, 0), apart);
  CHECK(gone.force.norm() == 0);
  CHECK(gone.stored == 0);
  CHECK(relative_error(gone.sliding_loss, 0.5 * k * 1.8e-5 * 1.8e-5) < 1e-12);
  CHECK(history.sliding.xi.norm() == 0);
  CHECK(!history.slip());
}

TEST_CASE("history: turns with the normal and with the mean spin about it") {
  Draw draw(6);
  for (int n = 0; n < 100; ++n) {
    const Vec3 before = draw.vector(3).normalized(), after = (before + draw.vector(3, 0.4)).normalized();
    const Vec3 raw = draw.vector(3);
    const Vec3 xi = raw - before.dot(raw) * before;
    const Real angle = 0.02 * draw.number();
    const Vec3 axis = before.cross(after).normalized();
    const Mat3 swing = Eigen::AngleAxisd(std::acos(before.dot(after)), axis).toRotationMatrix();
    const Vec3 expected = Eigen::AngleAxisd(angle, after) * (swing * xi);
    const Vec3 turned = carried(xi, {{before, after}, angle});
    REQUIRE((turned - expected).norm() < 1e-6 * xi.norm());  // angle^3/12
    REQUIRE(relative_error(turned.norm(), xi.norm()) < 1e-13);
    REQUIRE(std::abs(turned.dot(after)) < 1e-13);
    REQUIRE((carried_along_normal(0.3 * before, {{before, after}, angle}) - 0.3 * after).norm() < 1e-14);
  }
  // A spring that turns with its contact keeps its energy and its force its place in the frame.
  const CoulombSpringLaw law = spring_of(2e4, 1, 1).law();
  TangentialSpringHistory history{{Vec3(1e-5, 0, 0), false}, 0};
  const SlidingAnswer answer =
      law.evaluate(history, {Vec3::Zero(), Vec3::Zero(), {{normal, Vec3::UnitX()}, 1e-3}, 10, 0}, lasting());
  CHECK(relative_error(answer.stored, 0.5 * 2e4 * 1e-10) < 1e-12);
  CHECK(relative_error(answer.force.y(), 2e4 * 1e-5) < 1e-6);
  CHECK(relative_error(answer.force.z(), 2e4 * 1e-5 * 1e-3) < 1e-6);
  TangentialSpringHistory other = history;
  other.swap_partners();
  CHECK(other.sliding.xi == -history.sliding.xi);
}

TEST_CASE("coulomb_spring: Luding's rule keeps the dashpot in the spring") {
  constexpr Real k = 2e4, c = 4, mu = 0.5, load = 10, speed = 0.6;  // c s' = 2.4 N below mu N = 5 N
  for (const SlidingReset reset : {SlidingReset::elastic, SlidingReset::luding}) {
    CoulombSpring options = spring_of(k, mu, mu);
    options.c = c;
    options.reset = reset;
    const CoulombSpringLaw law = options.law();
    GrainTangentialHistory history;
    SlidingAnswer answer;
    for (int n = 0; n < 50; ++n) {
      answer = law.evaluate(history, sliding({speed * dt, 0, 0}, {speed, 0, 0}, load), lasting());
    }
    CHECK(history.slip());
    CHECK(relative_error(-answer.force.x(), mu * load) < 1e-13);
    const Real in_spring = reset == SlidingReset::luding ? mu * load - c * speed : mu * load;
    CHECK(relative_error(k * history.sliding.xi.x(), in_spring) < 1e-12);
    // All in all both lose mu N s' in a step.
    CHECK(relative_error(answer.sliding_loss + dt * answer.viscous_power, mu * load * speed * dt) < 1e-12);
    // Brought to a stop, the force is what the spring was left with.
    answer = law.evaluate(history, sliding(Vec3::Zero(), Vec3::Zero(), load), lasting());
    CHECK(relative_error(-answer.force.x(), in_spring) < 1e-12);
    CHECK(!history.slip());
  }
}

TEST_CASE("coulomb_spring: Luding's rule changes the tangential rebound, at any step") {
  LinearSpring linear;
  linear.k = 1e5;
  linear.restitution = 0.9;
  const auto rebound = [&](SlidingReset reset, int steps) {
    CoulombSpring options = spring_of(0.4e5, 0.4, 0.4);
    options.c = 8;
    options.reset = reset;
    ObliquePair<LinearSpringLaw> pair{.normal = linear.law({}), .plane = true};
    pair.tangential = GrainTangentialLaw(options);
    pair.dt = std::numbers::pi * std::sqrt(pair.i.mass / 1e5) / steps;
    pair.i.v = {0.7, -1, 0};
    pair.i.x = {0, pair.i.radius + 0.4 * pair.dt, 0};
    REQUIRE(pair.collide(1));
    return (pair.i.v.x() + pair.i.radius * pair.i.spin.z()) / 0.7;
  };
  const Real elastic = rebound(SlidingReset::elastic, 1600), luding = rebound(SlidingReset::luding, 1600);
  MESSAGE("surface speed after impact: ", elastic, ", by Luding's rule ", luding);
  CHECK(std::abs(elastic - luding) > 0.03);
  CHECK(std::abs(rebound(SlidingReset::elastic, 100) - elastic) < 1e-4);
  CHECK(std::abs(rebound(SlidingReset::luding, 800) - luding) < 1e-3);  // his rule is of first order
}

TEST_CASE("coulomb_spring: options that do not go together are refused by key") {
  CoulombSpring options = spring_of(1, 0.5, 0.5);
  CHECK(options.contradiction().key.empty());
  options.ratio = 0.5;
  CHECK(options.contradiction().key == "ratio");
  options.k.reset();
  CHECK(options.contradiction().key.empty());
  options.ratio.reset();
  CHECK(options.contradiction().key == "k");
  options.k = 1;
  options.c = options.damping = 1;
  CHECK(options.contradiction().key == "damping");
  options.c.reset();
  options.mu_static.reset();
  CHECK(options.contradiction().key.empty());
  CHECK(options.static_limit() == 0.5);
  options.mu_dynamic.reset();
  CHECK(options.contradiction().key == "mu");
  options.mu_dynamic = 0.5;
  options.mu = 0;
  CHECK(options.contradiction().key == "mu_dynamic");
  options.mu_dynamic.reset();
  CHECK(options.contradiction().key.empty());
}

}  // namespace talus
