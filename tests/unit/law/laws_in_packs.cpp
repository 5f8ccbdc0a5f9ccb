// Laws give every contact of a pack what they give it alone: normal laws, tangential laws, rolling and twisting, over
// contacts that meet, last, slip, part and stay apart side by side.
#include <doctest/doctest.h>

#include <array>

#include "support/draw.hpp"
#include "talus/law/contact/contact_span.hpp"
#include "talus/law/contact/lane_by_lane.hpp"
#include "talus/law/contact/tangential/grain_tangential.hpp"
#include "talus/law/contact/torque/torque_spring.hpp"

namespace talus {
namespace {

constexpr Real dt = 2e-6;
constexpr int steps = 60;

/// Where contact l is after a step: each swings in and out with a phase and a depth of its own.
ContactPoint point_at(int l, int step) {
  const Real depth = 2e-5 * (l - 1), phase = 0.2 * step + l;
  return {.overlap = depth + 4e-5 * std::sin(phase),
          .overlap_before = step > 0 ? std::max(Real(0), depth + 4e-5 * std::sin(phase - Real(0.2))) : 0,
          .closing = 4e-5 * 0.2 / dt * std::cos(phase),
          .length = 5e-3 + 1e-4 * l,
          .reduced_radius = 2.5e-3 + 5e-5 * l,
          .reduced_mass = 6e-4 * (1 + 0.1 * l),
          .reduced_young = 5e8,
          .reduced_shear = 1e8,
          .dt = dt};
}

/// The same of its sliding.
SlidingPoint sliding_at(int l, int step, Draw& draw, Real load, Real stiffness) {
  const Vec3 before = Vec3(0.1, 0.02 * l, 1).normalized(), normal = Vec3(0.1, 0.02 * l + 0.01, 1).normalized();
  const auto in_plane = [&](Real size) {
    const Vec3 v = draw.vector(3, size);
    return Vec3(v - v.dot(normal) * normal);
  };
  const Vec3 rate = in_plane(0.4) + Vec3(0, 0.1, 0).cross(normal);
  return {dt * rate, rate, {{before, normal}, 1e-3 * (l - step % 3)}, load, stiffness};
}

void check_same(const Vec3Of<Pack>& packs, const Vec3& one, int l, Real scale) {
  CHECK((Vec3(packs[0][l], packs[1][l], packs[2][l]) - one).norm() <= 1e-11 * scale);
}
void check_same(const Pack& packs, Real one, int l, Real scale) { CHECK(std::abs(packs[l] - one) <= 1e-11 * scale); }

/// `scale`: size of forces [N] times size of displacements where energies are meant.
template <class Law>
void check_normal(const Law& law) {
  typename Law::template HistoryOf<Pack> packs{};
  std::array<typename Law::History, lanes> alone{};
  Pack ahead_packs = 0;
  std::array<Real, lanes> ahead{};
  for (int step = 0; step < steps; ++step) {
    ContactPointOf<Pack> point;
    for (int l = 0; l < lanes; ++l) set_lane(point, l, point_at(l, step));
    ahead_packs = set_span(point, ahead_packs);
    const auto answers = evaluate_lanes<NormalAnswerOf, Pack>(law, packs, point);
    for (int l = 0; l < lanes; ++l) {
      CAPTURE(step);
      CAPTURE(l);
      ContactPoint one = point_at(l, step);
      ahead[l] = set_span(one, ahead[l]);
      const NormalAnswer answer = law.evaluate(alone[l], one);
      check_same(ahead_packs, ahead[l], l, 1);
      check_same(answers.force, answer.force, l, 10);
      check_same(answers.load, answer.load, l, 10);
      check_same(answers.stored, answer.stored, l, 1e-4);
      check_same(answers.plastic_loss, answer.plastic_loss, l, 1e-4);
      check_same(answers.adhesive_loss, answer.adhesive_loss, l, 1e-4);
      check_same(answers.viscous_power, answer.viscous_power, l, 1e2);
      check_same(answers.stiffness, answer.stiffness, l, 1e5);
    }
  }
}

TEST_CASE("laws in packs: every normal law gives each contact what it gets alone") {
  const ContactPoint pair = point_at(0, 0);
  for (const bool cut : {false, true}) {
    for (const bool at_rest : {false, true}) {
      CAPTURE(cut);
      check_normal(LinearSpringLaw{.k = 1e4, .gamma = at_rest ? 0 : 0.3, .zeta = 0.1, .tension_cut = cut});
      check_normal(HertzLaw{.beta = at_rest ? 0 : 0.4, .gamma = 0.01, .tension_cut = cut});
      for (const bool reset : {false, true}) {
        HystereticLaw law{
            .k1 = 1e4, .k2_start = 1e4, .k2_max = 5e4, .slope_by_length = 6.4e5, .k_c = 3e3, .gamma = 0.1};
        law.elastic_limit = at_rest;
        law.reset = reset;
        law.tension_cut = cut;
        check_normal(law);
        law.k_c = 0;
        check_normal(law);
      }
    }
  }
  check_normal(Burger{{.K_k = 2e4, .C_k = 6, .K_m = 2e4, .C_m = 60}}.law(pair));
}

/// step(history, sliding point, contact point) of a law for packs and for one.
template <template <class> class History, class Step>
void check_sliding(Step&& step_of) {
  History<Pack> packs{};
  std::array<History<Real>, lanes> alone{};
  Pack ahead = 0;
  Draw draw(11);
  for (int step = 0; step < steps; ++step) {
    ContactPointOf<Pack> points;
    SlidingPointOf<Pack> slidings;
    std::array<SlidingPoint, lanes> sliding;
    for (int l = 0; l < lanes; ++l) {
      const ContactPoint point = point_at(l, step);
      const Real load = std::max(Real(0), 1e4 * point.overlap) * (0.6 + 0.4 * draw.number());
      sliding[l] = sliding_at(l, step, draw, load, 1e4);
      set_lane(points, l, point);
      set_lane(slidings, l, sliding[l]);
    }
    ahead = set_span(points, ahead);
    const SlidingAnswerOf<Pack> answers = step_of(packs, slidings, points);
    for (int l = 0; l < lanes; ++l) {
      CAPTURE(step);
      CAPTURE(l);
      const SlidingAnswer answer = step_of(alone[l], sliding[l], lane(points, l));
      check_same(answers.force, answer.force, l, 10);
      check_same(answers.stored, answer.stored, l, 1e-4);
      check_same(answers.sliding_loss, answer.sliding_loss, l, 1e-4);
      check_same(answers.viscous_power, answer.viscous_power, l, 1e2);
    }
  }
}

TEST_CASE("laws in packs: every tangential law, rolling and twisting do the same") {
  SpringSenseOptions spring;
  spring.ratio = 0.4;
  spring.damping = 0.3;
  spring.mu_static = 0.5;
  spring.mu_dynamic = 0.4;
  for (const SlidingReset reset : {SlidingReset::elastic, SlidingReset::luding}) {
    spring.reset = reset;
    const auto check_law = [](const TangentialLaws::Variant& entry) {
      const GrainTangentialLaw law(entry);
      check_sliding<GrainTangentialHistoryOf>(
          [&](auto& history, const auto& sliding, const auto& point) { return law.evaluate(history, sliding, point); });
    };
    check_law(CoulombSpring{spring});
    for (const MindlinForm form : {MindlinForm::incremental, MindlinForm::secant}) {
      Mindlin mindlin{{.mu_static = 0.5, .mu_dynamic = 0.4}};
      mindlin.form = form;
      mindlin.damping = 0.2;
      check_law(mindlin);
    }
    check_law(Frictionless{});
    check_law(BurgerShear{{.K_k = 2e4, .C_k = 6, .K_m = 2e4, .C_m = 60}, {.mu = 0.4}});
    const GrainSenseLaw torque(TorqueSpring{spring});
    check_sliding<SlidingHistoryOf>(
        [&](auto& history, const auto& sliding, const auto& point) { return torque.roll(history, sliding, point); });
    check_sliding<SlidingHistoryOf>(
        [&](auto& history, const auto& sliding, const auto& point) { return torque.twist(history, sliding, point); });
  }
}

}  // namespace
}  // namespace talus
