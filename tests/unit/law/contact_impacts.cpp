// Oblique impacts under normal and tangential laws together: closed forms, order, and the books of the energy.
#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <numbers>
#include <string>

#include "support/oblique_pair.hpp"
#include "support/relative_error.hpp"
#include "talus/law/contact/catalog.hpp"

namespace talus {
namespace {

constexpr Real pi = std::numbers::pi;

/// A ball that falls on a plane at y = 0, `angle` from the normal; they touch within a step.
template <class Normal>
ObliquePair<Normal> ball_on_plane(const Normal& law, const OneSphere& ball, Real speed, Real angle, Real dt,
                                  Real phase = 0.4) {
  ObliquePair<Normal> pair{.normal = law, .i = ball, .plane = true, .dt = dt};
  pair.i.v = {speed * std::sin(angle), -speed * std::cos(angle), 0};
  pair.i.x = {0, ball.radius + phase * dt * speed * std::cos(angle), 0};
  return pair;
}

GrainTangentialLaw law_of(const TangentialLaws::Variant& entry) { return GrainTangentialLaw(entry); }

/// Two unequal spheres that meet askew, spinning about all axes.
template <class Normal>
ObliquePair<Normal> askew(const Normal& law, const TangentialLaws::Variant& friction, const TorqueSpring& torque,
                          Real dt, Real phase) {
  ObliquePair<Normal> pair{.normal = law, .dt = dt};
  pair.tangential = law_of(friction);
  pair.rolling = pair.twisting = GrainSenseLaw(torque);
  const Vec3 n = Vec3(1, 2, -0.5).normalized();
  pair.i = {.radius = 0.012, .mass = 0.02, .x = 0.012 * n, .v = {-0.9, -1.1, 0.8}, .spin = {60, -40, 90}};
  pair.j = {.radius = 0.008, .mass = 0.007, .x = -0.008 * n, .v = {0.4, 0.2, -0.1}, .spin = {-30, 120, 20}};
  const Real closing = -(pair.i.v - pair.j.v).dot(n);
  pair.i.x += phase * dt * closing * n;
  return pair;
}

TorqueSpring resisting(Real k) {
  TorqueSpring torque;
  torque.k = k;
  torque.c = 0.02;
  torque.mu_static = 0.3;
  torque.mu_dynamic = 0.2;
  return torque;
}

CoulombSpring sticky_friction(Real k) {
  CoulombSpring friction;
  friction.k = k;
  friction.damping = 0.3;
  friction.mu_static = 0.6;
  friction.mu_dynamic = 0.4;
  return friction;
}

/// Energy that appears or is missing after a pair has collided, over what there was; by steps of `dt`.
template <class Normal>
Real imbalance(const Normal& law, const TangentialLaws::Variant& friction, Real k, Real dt, Real phase) {
  auto pair = askew(law, friction, resisting(0.3 * k), dt, phase);
  pair.mu = 0.6;
  const Real start = pair.energy();
  const Vec3 momentum = pair.i.mass * pair.i.v + pair.j.mass * pair.j.v, spin = pair.angular_momentum();
  REQUIRE(pair.collide(40 * pi * std::sqrt(0.005 / k)));
  CHECK((pair.i.mass * pair.i.v + pair.j.mass * pair.j.v - momentum).norm() < 1e-13 * momentum.norm());
  CHECK((pair.angular_momentum() - spin).norm() < 1e-12 * spin.norm());
  CHECK(pair.worst_bound < 1e-12 * k * pair.i.radius);
  CHECK(pair.stored == 0);
  CHECK(pair.lost.sliding > 1e-3 * start);
  CHECK(pair.lost.rolling > 0);
  CHECK(pair.lost.twisting > 0);
  return std::abs(pair.energy() - start) / start;
}

template <class Normal>
void check_books(const std::string& name, const Normal& law, const TangentialLaws::Variant& friction, Real k) {
  const auto worst = [&](int steps) {
    Real largest = 0;
    for (const Real phase : {0.05, 0.35, 0.6, 0.95}) {
      largest = std::max(largest, imbalance(law, friction, k, pi * std::sqrt(0.005 / k) / steps, phase));
    }
    return largest;
  };
  const Real coarse = worst(100), fine = worst(1600);
  MESSAGE(name, ": energy missing over energy, 100 and 1600 steps per contact: ", coarse, " ", fine);
  CHECK(coarse < 2e-3);
  CHECK(fine < coarse / 60);
}

}  // namespace

TEST_CASE("oblique impact: a linear contact that sticks turns the surface velocity as in closed form") {
  // No limit, no damping, arm R - delta/2 as good as R in a stiff contact: the surface swings at 3.5 k_t/m.
  const OneSphere ball{.radius = 0.01, .mass = 0.01};
  constexpr Real k = 1e8;
  for (const Real ratio : {2.0 / 7, 0.5, 0.8, 1.0}) {
    CoulombSpring options;
    options.ratio = ratio;
    options.mu = 1e9;
    LinearSpring spring;
    spring.k = k;
    spring.restitution = 1;
    const auto error = [&](int steps) {
      Real worst = 0;
      for (const Real phase : {0.03, 0.3, 0.5, 0.8, 0.97}) {
        const Real dt = pi * std::sqrt(ball.mass / k) / steps;
        auto pair = ball_on_plane(spring.law({}), ball, 0.1, pi / 6, dt, phase);
        pair.tangential = law_of(options);
        const Real u = pair.i.v.x();
        REQUIRE(pair.collide(1));
        const Real left = (pair.i.v.x() + ball.radius * pair.i.spin.z()) / u;
        worst = std::max(worst, std::abs(left - std::cos(pi * std::sqrt(3.5 * ratio))));
      }
      return worst;
    };
    MESSAGE("k_t/k_n ", ratio, ": error of the surface speed in 40, 400 steps: ", error(40), " ", error(400));
    CHECK(error(40) < 0.012);
    CHECK(error(400) < 2e-4);
  }
}

TEST_CASE("oblique impact: gross sliding of an aluminium oxide ball, Hertz with Mindlin and linear") {
  constexpr Real R = 2.5e-3, mu = 0.092, e = 0.98, speed = 3.9, young = 380e9, nu = 0.23;
  const OneSphere ball{.radius = R, .mass = 4000 * 4.0 / 3 * pi * R * R * R};
  Mindlin mindlin;
  mindlin.mu = mu;
  CoulombSpring coulomb;
  coulomb.ratio = 0.8;
  coulomb.mu = mu;
  Hertz hertz;
  hertz.damping.entry = TsujiDamping{e};
  LinearSpring linear;
  linear.k = 1e7;
  linear.restitution = e;
  const auto check = [&](const auto& law, const TangentialLaws::Variant& friction, Real dt) {
    for (const Real degrees : {40.0, 60.0, 80.0}) {
      CAPTURE(degrees);
      const Real angle = degrees * pi / 180;
      auto pair = ball_on_plane(law, ball, speed, angle, dt);
      pair.tangential = law_of(friction);
      pair.young = young / (1 - nu * nu);
      pair.shear = young / (2 * (1 + nu)) / (2 - nu);
      REQUIRE(pair.collide(1));
      CHECK(relative_error(pair.i.v.y() / (speed * std::cos(angle)), e) < 1e-4);
      CHECK(relative_error(pair.i.v.x() / (speed * std::sin(angle)), 1 - mu * (1 + e) / std::tan(angle)) < 1e-4);
      // A deep contact has a shorter arm; clockwise is negative.
      CHECK(relative_error(pair.i.spin.z(), -2.5 * mu * (1 + e) * speed * std::cos(angle) / R) < 3e-3);
    }
  };
  check(hertz.law({}), mindlin, 2e-8);
  check(linear.law({}), coulomb, 2e-8);
}

TEST_CASE("oblique impact: energy, momenta and Coulomb's bound with all senses at once, to second order") {
  constexpr Real k = 2e5;
  Luding adhesive;
  adhesive.k1 = k;
  adhesive.k2_max = 3 * k;
  adhesive.k_c = 0.3 * k;
  adhesive.penetration_depth_max = 0.3;
  adhesive.gamma = 0.6;
  check_books("luding", adhesive.law({}), sticky_friction(0.4 * k), k);

  LinearSpring linear;
  linear.k = k;
  linear.restitution = 0.7;
  check_books("linear", linear.law({}), sticky_friction(0.4 * k), k);
  linear.tension_cut = true;
  check_books("linear, cut", linear.law({}), sticky_friction(0.4 * k), k);

  Hertz hertz;
  hertz.damping.entry = TsujiDamping{0.8};
  Mindlin mindlin;
  mindlin.restitution = 0.8;
  mindlin.mu_static = 0.6;
  mindlin.mu_dynamic = 0.4;
  for (const MindlinForm form : {MindlinForm::incremental, MindlinForm::secant}) {
    mindlin.form = form;
    check_books("hertz, mindlin", hertz.law({}), mindlin, 1e6);
  }

  Burger burger;
  BurgerShear shear;
  burger.K_k = burger.K_m = k, burger.C_k = burger.C_m = 100;
  shear.K_k = shear.K_m = 0.5 * k, shear.C_k = shear.C_m = 100;
  shear.mu_static = 0.6;
  shear.mu_dynamic = 0.4;
  check_books("burger", burger.law({}), shear, k);
}

TEST_CASE("oblique impact: turning the whole scene turns what comes out of it") {
  constexpr Real k = 2e5;
  LinearSpring linear;
  linear.k = k;
  linear.restitution = 0.7;
  const Mat3 Q = Eigen::AngleAxisd(2.1, Vec3(1, -3, 2).normalized()).toRotationMatrix();
  auto still = askew(linear.law({}), sticky_friction(0.4 * k), resisting(0.3 * k), 1e-6, 0.4), turned = still;
  for (OneSphere* ball : {&turned.i, &turned.j}) {
    for (Vec3* v : {&ball->x, &ball->v, &ball->spin}) *v = Q * *v;
  }
  REQUIRE(still.collide(1));
  REQUIRE(turned.collide(1));
  CHECK((turned.i.v - Q * still.i.v).norm() < 1e-11 * still.i.v.norm());
  CHECK((turned.j.spin - Q * still.j.spin).norm() < 1e-11 * still.j.spin.norm());
  CHECK(relative_error(turned.lost.sum(), still.lost.sum()) < 1e-11);
}

}  // namespace talus
