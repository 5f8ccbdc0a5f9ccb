// Mindlin's friction: stiffness, what loading and unloading do to the force, and its books.
#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

#include "support/draw.hpp"
#include "support/relative_error.hpp"
#include "talus/law/contact/tangential/mindlin.hpp"

namespace talus {
namespace {

constexpr Real dt = 1e-5, shear = 8e9, radius = 2e-3;
const Vec3 normal = Vec3::UnitY(), along = Vec3::UnitX();

/// A contact far from meeting and parting.
ContactPoint at(Real overlap) {
  return {.overlap = overlap, .reduced_radius = radius, .reduced_mass = 0.02, .reduced_shear = shear, .dt = dt};
}
SlidingPoint sliding(const Vec3& ds, Real load = 1e9) { return {ds, Vec3::Zero(), {{normal, normal}, 0}, load, 0}; }

Real stiffness_at(Real overlap) { return 8 * shear * std::sqrt(radius * overlap); }

MindlinLaw law_of(MindlinForm form, Real mu = 0.5) {
  Mindlin options;
  options.form = form;
  options.mu = mu;
  return options.law();
}

/// Moves a contact by hand and keeps its books.
struct Hand {
  MindlinLaw law;
  GrainTangentialHistory history{};
  Vec3 force = Vec3::Zero();
  Real work = 0, lost = 0, least = 0, stored = 0;

  void step(Real overlap, const Vec3& ds, Real load = 1e9) {
    const SlidingAnswer answer = law.evaluate(history, sliding(ds, load), at(overlap));
    work -= 0.5 * (force + answer.force).dot(ds);
    lost += answer.sliding_loss;
    least = std::min(least, answer.sliding_loss);
    stored = answer.stored;
    force = answer.force;
  }
};

}  // namespace

TEST_CASE("mindlin: at constant overlap both forms are a spring 8 G* sqrt(R* delta) with Coulomb's limit") {
  constexpr Real delta = 3e-6;
  const Real k = stiffness_at(delta), load = 100, reach = 0.5 * load / k;
  for (const MindlinForm form : {MindlinForm::incremental, MindlinForm::secant}) {
    Hand hand{law_of(form)};
    hand.step(delta, Vec3::Zero(), load);
    hand.step(delta, 0.3 * reach * along, load);
    hand.step(delta, 0.3 * reach * along, load);
    CHECK(relative_error(-hand.force.x(), 0.6 * 0.5 * load) < 1e-13);
    CHECK(relative_error(hand.stored, 0.5 * k * 0.36 * reach * reach) < 1e-13);
    CHECK(std::abs(hand.lost) < 1e-15 * load * reach);
    hand.step(delta, 2.4 * reach * along, load);
    CHECK(relative_error(-hand.force.x(), 0.5 * load) < 1e-13);
    CHECK(hand.history.slip());
    CHECK(relative_error(hand.lost, hand.work - hand.stored) < 1e-13);
    CHECK(relative_error(hand.law.stiffest(at(delta), 0), k) < 1e-14);
  }
}

TEST_CASE("mindlin: pressed harder while sheared, secant gains 1/2 (k' - k) s^2 and incremental loses") {
  constexpr Real low = 1e-6, high = 4e-6, s = 1e-8;
  const Real k = stiffness_at(low), K = stiffness_at(high);  // twice k
  const auto cycle = [&](MindlinForm form) {
    Hand hand{law_of(form)};
    hand.step(low, Vec3::Zero());
    hand.step(low, s * along);
    hand.step(high, Vec3::Zero());
    return hand;
  };
  Hand secant = cycle(MindlinForm::secant), incremental = cycle(MindlinForm::incremental);
  CHECK(relative_error(-secant.force.x(), K * s) < 1e-13);
  CHECK(relative_error(-incremental.force.x(), k * s) < 1e-13);
  CHECK(relative_error(secant.lost, -0.5 * (K - k) * s * s) < 1e-12);
  CHECK(relative_error(incremental.lost, 0.5 * k * s * s * (1 - k / K)) < 1e-12);
  // Sheared back, the whole cycle gives work, or takes it.
  for (Hand* hand : {&secant, &incremental}) {
    hand->step(high, -s * along);
    CHECK(std::abs(hand->work - hand->stored - hand->lost) < 1e-13 * K * s * s);
  }
  CHECK(std::abs(secant.stored) < 1e-25);
  CHECK(relative_error(secant.work, -0.5 * (K - k) * s * s) < 1e-12);
  CHECK(relative_error(incremental.work, 0.5 * (K - k) * s * s) < 1e-12);
}

TEST_CASE("mindlin: unloaded while sheared, the force falls with the contact radius and the spring's energy is lost") {
  constexpr Real low = 1e-6, high = 4e-6, s = 1e-8;
  const Real k = stiffness_at(low), K = stiffness_at(high);
  for (const MindlinForm form : {MindlinForm::incremental, MindlinForm::secant}) {
    Hand hand{law_of(form)};
    hand.step(high, Vec3::Zero());
    hand.step(high, s * along);
    hand.step(low, Vec3::Zero());
    CHECK(relative_error(-hand.force.x(), k * s) < 1e-13);
    CHECK(relative_error(hand.lost, 0.5 * (K - k) * s * s) < 1e-12);
    hand.step(-low, Vec3::Zero());
    CHECK(hand.force.norm() == 0);
    CHECK(hand.stored == 0);
    CHECK(relative_error(hand.lost, 0.5 * K * s * s) < 1e-12);
    CHECK(hand.history.k == 0);
  }
}

TEST_CASE("mindlin: wandering, books close to round-off, and incremental never gains") {
  for (const MindlinForm form : {MindlinForm::incremental, MindlinForm::secant}) {
    for (const Real load : {1e9, 30.0}) {
      Hand hand{law_of(form)};
      Draw draw(12);
      Real overlap = 4e-6, scale = 0;
      for (int n = 0; n < 4000; ++n) {
        overlap = std::clamp(overlap * (1 + 0.05 * draw.number()), 1e-6, 2e-5);
        Vec3 ds = draw.vector(3, 2e-9);
        ds.y() = 0;
        hand.step(overlap, ds, load);
        scale = std::max({scale, hand.stored, std::abs(hand.lost)});
      }
      CHECK(std::abs(hand.work - hand.stored - hand.lost) < 1e-12 * scale);
      if (form == MindlinForm::incremental) {
        // Only where the force turns over within a step: 1/2 (k - k') xi.xi' >= -1/8 (k - k') ds^2.
        CHECK(hand.least > -0.125 * 0.05 * stiffness_at(2e-5) * 2 * 2e-9 * 2e-9);
        CHECK(hand.lost > 0.1 * scale);
      } else if (load > 1e3) {
        CHECK(hand.least < -1e-5 * scale);
      }
    }
  }
}

TEST_CASE("mindlin: a smooth path of load and shear is followed to second order") {
  const auto end_force = [](MindlinForm form, int steps) {
    Hand hand{law_of(form, 1e6)};
    const auto overlap = [](Real t) { return 4e-6 * (1 + 0.6 * std::sin(5 * t)); };
    const auto slid = [](Real t) { return Vec3(1e-8 * std::sin(3 * t), 0, 5e-9 * t * t); };
    hand.step(overlap(0), Vec3::Zero());
    for (int n = 1; n <= steps; ++n) {
      const Real t = Real(n) / steps, before = Real(n - 1) / steps;
      hand.step(overlap(t), slid(t) - slid(before));
    }
    return hand.force;
  };
  const Vec3 exact = end_force(MindlinForm::incremental, 64000);
  const Real coarse = (end_force(MindlinForm::incremental, 250) - exact).norm() / exact.norm();
  const Real fine = (end_force(MindlinForm::incremental, 4000) - exact).norm() / exact.norm();
  MESSAGE("force after a smooth path, error in 250 and 4000 steps: ", coarse, " ", fine);
  CHECK(coarse < 1e-4);
  CHECK(fine < coarse / 100);
  const Real k = stiffness_at(4e-6 * (1 + 0.6 * std::sin(5.0)));
  const Vec3 secant = end_force(MindlinForm::secant, 10);
  CHECK((secant + k * Vec3(1e-8 * std::sin(3.0), 0, 5e-9)).norm() < 1e-12 * secant.norm());
}

TEST_CASE("mindlin: dashpot by ratio or by Tsuji's restitution") {
  constexpr Real delta = 3e-6, mass = 0.02, e = 0.6;
  Mindlin options;
  options.mu = 1e6;
  options.restitution = e;
  const Real beta = -std::log(e) / std::sqrt(9.8696044010893586 + std::log(e) * std::log(e));
  const Real c = 2 * std::sqrt(5.0 / 6) * beta * std::sqrt(stiffness_at(delta) * mass);
  GrainTangentialHistory history;
  SlidingPoint point = sliding(Vec3::Zero());
  point.rate = Vec3(0.2, 0, 0.1);
  SlidingAnswer answer = options.law().evaluate(history, point, at(delta));
  CHECK((answer.force + c * point.rate).norm() < 1e-12 * answer.force.norm());
  CHECK(relative_error(answer.viscous_power, c * 0.05) < 1e-12);
  options.damping = 0.3;
  CHECK(options.contradiction().key == "restitution");
  options.restitution.reset();
  CHECK(options.contradiction().key.empty());
  history = {};
  answer = options.law().evaluate(history, point, at(delta));
  CHECK(relative_error(answer.viscous_power, 0.3 * std::sqrt(stiffness_at(delta) * mass) * 0.05) < 1e-12);
  options.mu.reset();
  CHECK(options.contradiction().key == "mu");
}

}  // namespace talus
