// The hysteretic law along given overlaps: branches, memory, energy, and the presets as one law.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "support/relative_error.hpp"
#include "talus/law/contact/normal/hysteretic_presets.hpp"

namespace talus {
namespace {

constexpr Real k1 = 100, k2_max = 500, k_c = 60, phi = 0.05, length = 0.5;  // delta_lim = 0.03125 m

Hysteretic capped(PlasticLimit limit, AdhesiveReload reload) {
  Hysteretic options;
  options.k1 = k1;
  options.unloading = Unloading::linear_cap;
  options.k2_max = k2_max;
  options.penetration_depth_max = phi;
  options.k_c = k_c;
  options.limit = limit;
  options.adhesive_reload = reload;
  return options;
}

/// Every policy with every switch.
std::vector<HystereticLaw> all_laws() {
  std::vector<HystereticLaw> laws;
  for (const AdhesiveReload reload : {AdhesiveReload::reversible, AdhesiveReload::reset}) {
    for (const PlasticLimit limit : {PlasticLimit::k1, PlasticLimit::elastic}) {
      laws.push_back(capped(limit, reload).law({}));
    }
    Hysteretic options;
    options.k1 = k1;
    options.k_c = k_c;
    options.adhesive_reload = reload;
    options.restitution = 0.5;
    laws.push_back(options.law({}));
    options.restitution.reset();
    options.unloading = Unloading::force;
    options.stiffening = 40;
    laws.push_back(options.law({}));
  }
  return laws;
}

/// A contact whose overlap is moved by hand, in steps so small that kinks do not count.
struct Hand {
  HystereticLaw law;
  HystereticLaw::History history{};
  Real overlap = 0, work = 0, loss = 0, adhesive = 0, stored = 0, force = 0;

  void step(Real to) {
    const NormalAnswer answer = law.evaluate(history, {.overlap = to, .overlap_before = overlap, .length = length});
    work += 0.5 * (force + answer.force) * (std::max(to, Real(0)) - overlap);
    loss += answer.plastic_loss + answer.adhesive_loss;
    adhesive += answer.adhesive_loss;
    stored = answer.stored;
    force = answer.force;
    overlap = std::max(to, Real(0));
  }
  void move(Real to, int steps = 4000) {
    const Real from = overlap;
    for (int n = 1; n <= steps; ++n) step(from + (to - from) * n / steps);
  }
  /// Force at another overlap without going there.
  [[nodiscard]] NormalAnswer peek(Real at) const {
    HystereticLaw::History copy = history;
    return law.evaluate(copy, {.overlap = at, .overlap_before = overlap, .length = length});
  }
};

}  // namespace

TEST_CASE("hysteretic: a loop costs 1/2 (k1 M + k_c delta_min) delta_0, whatever the policy") {
  for (const HystereticLaw& law : all_laws()) {
    for (const Real M : {0.01, 0.03, 0.08}) {
      if (law.elastic_limit && M > law.limit_overlap(length)) continue;
      Hand hand{law};
      hand.move(M);
      const Real k2 = law.unloading_stiffness(M, length);
      CHECK(relative_error(hand.stored, k1 * M * k1 * M / (2 * k2)) < 1e-12);
      hand.move(0);
      const Real delta_0 = (1 - k1 / k2) * M, delta_min = M * (k2 - k1) / (k2 + k_c);
      CHECK(relative_error(hand.loss, 0.5 * (k1 * M + k_c * delta_min) * delta_0) < 1e-6);
      CHECK(relative_error(hand.loss, hand.work) < 1e-12);
      CHECK(relative_error(hand.adhesive, 0.5 * k_c * delta_min * delta_0) < 1e-5);
      CHECK(hand.stored == 0);
    }
  }
}

TEST_CASE("hysteretic: branches through the strongest pull") {
  for (const HystereticLaw& law : all_laws()) {
    constexpr Real M = 0.02;
    Hand hand{law};
    hand.move(M, 1);
    const Real k2 = law.unloading_stiffness(M, length);
    const Real delta_0 = (1 - k1 / k2) * M, delta_min = M * (k2 - k1) / (k2 + k_c);
    CHECK(std::abs(hand.peek(delta_0).force) < 1e-12 * k1 * M);
    CHECK(relative_error(hand.peek(delta_min).force, -k_c * delta_min) < 1e-12);
    CHECK(relative_error(hand.peek(0.5 * (delta_0 + M)).force, k2 * 0.5 * (M - delta_0)) < 1e-12);
    for (const Real part : {0.2, 0.9, 1.05}) CHECK(hand.peek(part * delta_min).force >= -k_c * delta_min * (1 + 1e-14));
    CHECK(relative_error(hand.peek(0.3 * delta_min).force, -k_c * 0.3 * delta_min) < 1e-12);
    CHECK(hand.peek(0.3 * delta_min).load == 0);
    CHECK(relative_error(hand.force, k1 * M) < 1e-14);
  }
}

TEST_CASE("hysteretic: force is the slope of stored energy wherever M stays") {
  constexpr Real step = 1e-8;
  for (const HystereticLaw& law : all_laws()) {
    for (const Real M : {0.02, 0.05}) {
      Hand hand{law};
      hand.move(M, 1);
      const Real deepest = hand.history.largest, k2 = law.unloading_stiffness(deepest, length);
      const Real delta_min = deepest * (k2 - k1) / (k2 + k_c);
      // Unloading, and beyond an elastic limit; along the adhesive branch only while M stays.
      for (const Real part : {0.4, 0.8, 1.02, 1.2, 0.99 * M / delta_min}) {
        if (part < 1 && law.reset) continue;
        if (part * delta_min >= M) continue;
        const Real at = part * delta_min;
        const Real slope = (hand.peek(at + step).stored - hand.peek(at - step).stored) / (2 * step);
        CHECK(std::abs(hand.peek(at).force - slope) < 1e-6 * k1 * M);
      }
    }
  }
}

TEST_CASE("hysteretic: history is forgotten at delta <= 0 and nowhere else") {
  for (const HystereticLaw& law : all_laws()) {
    Hand hand{law};
    hand.move(0.03, 1);
    const Real largest = hand.history.largest;
    hand.step(0.01);
    if (!law.reset) CHECK(hand.history.largest == largest);
    hand.step(1e-12);
    CHECK(hand.history.largest > 0);
    if (!law.reset) CHECK(hand.history.largest == largest);
    // The force vanished long ago, and yet loading again follows the elastic line of M, not k1.
    const Real k2 = law.unloading_stiffness(largest, length);
    if (!law.reset) CHECK(relative_error(hand.peek(0.025).force, k1 * largest - k2 * 0.005) < 1e-12);
    hand.step(0);
    CHECK(hand.history.largest == 0);
    CHECK(hand.stored == 0);
    CHECK(relative_error(hand.peek(0.01).force, k1 * 0.01) < 1e-14);
  }
}

TEST_CASE("hysteretic: reload from the adhesive branch, reversible and reset") {
  const auto pulled = [](const HystereticLaw& law, Real M) {
    Hand hand{law};
    hand.move(M, 1000);
    const Real k2 = law.unloading_stiffness(M, length);
    hand.move(0.5 * M * (k2 - k1) / (k2 + k_c), 1000);
    return hand;
  };
  for (const HystereticLaw& law : all_laws()) {
    for (const Real M : {0.02, 0.03, 0.1}) {  // the last one falls from the cap to below the limit
      if (law.elastic_limit && M > law.limit_overlap(length)) continue;
      const Hand hand = pulled(law, M);
      const Real k2 = law.unloading_stiffness(hand.history.largest, length);
      const Real ahead = 1.1 * hand.overlap;
      if (law.reset) {
        CHECK(hand.history.largest < M);
        // The elastic line of the new M passes through where the contact is.
        CHECK(relative_error(k2 * (hand.overlap - (1 - k1 / k2) * hand.history.largest), -k_c * hand.overlap) < 1e-10);
        CHECK(relative_error(hand.peek(ahead).force - hand.force, k2 * (ahead - hand.overlap)) < 1e-9);
        CHECK(relative_error(hand.stored, hand.force * hand.force / (2 * k2)) < 1e-12);
      } else {
        CHECK(hand.history.largest == M);
        CHECK(relative_error(hand.peek(ahead).force, -k_c * ahead) < 1e-12);
      }
    }
  }
}

TEST_CASE("hysteretic: beyond delta_lim along k1, or elastic along k2_max") {
  for (const AdhesiveReload reload : {AdhesiveReload::reversible, AdhesiveReload::reset}) {
    const Real limit = 0.03125, deep = 0.05;
    Hand plastic{capped(PlasticLimit::k1, reload).law({})};
    CHECK(relative_error(plastic.law.limit_overlap(length), limit) < 1e-14);
    plastic.move(deep);
    CHECK(relative_error(plastic.force, k1 * deep) < 1e-13);
    CHECK(plastic.history.largest == deep);
    CHECK(plastic.law.unloading_stiffness(deep, length) == k2_max);

    Hand elastic{capped(PlasticLimit::elastic, reload).law({})};
    elastic.move(limit);
    const Real loss = elastic.loss;
    elastic.move(deep);
    CHECK(relative_error(elastic.force, k2_max * (deep - (1 - k1 / k2_max) * limit)) < 1e-13);
    CHECK(relative_error(elastic.history.largest, limit) < 1e-14);
    elastic.move(limit);
    CHECK(std::abs(elastic.loss - loss) < 1e-12 * loss);
    elastic.move(0);
    const Real delta_0 = (1 - k1 / k2_max) * limit, delta_min = limit * (k2_max - k1) / (k2_max + k_c);
    CHECK(relative_error(elastic.loss, 0.5 * (k1 * limit + k_c * delta_min) * delta_0) < 1e-6);
  }
}

TEST_CASE("hysteretic: along wandering paths the energy closes and every leg costs") {
  constexpr Real shallow = -0.01, deep = 0.06;
  for (const int steps : {300, 3000}) {
    // A step across a kink misses at most this; it falls with the square of the step.
    const Real kink = k2_max * (deep / steps) * (deep / steps);
    for (const HystereticLaw& law : all_laws()) {
      std::mt19937 random(4);
      std::uniform_real_distribution<Real> anywhere(shallow, deep);
      Hand hand{law};
      Real least = 0;
      for (int leg = 0; leg < 200; ++leg) {
        const Real before = hand.loss;
        hand.move(anywhere(random), steps);
        least = std::min(least, hand.loss - before);
        CHECK(std::abs(hand.work - hand.loss - hand.stored) <= 1e-11 * hand.work);
        CHECK(hand.stored >= -1e-15);
      }
      CHECK(least > -kink);
      hand.move(0, steps);
      CHECK(hand.work > 1e-3);  // loops on end: [J]
    }
  }
}

TEST_CASE("hysteretic: the stiffness of an answer is the steepest that the next step can meet") {
  const HystereticLaw law = capped(PlasticLimit::k1, AdhesiveReload::reset).law({});
  HystereticLaw::History history;
  const NormalAnswer answer = law.evaluate(history, {.overlap = 0.01, .closing = 2, .length = length, .dt = 1e-3});
  CHECK(relative_error(answer.stiffness, law.unloading_stiffness(0.012, length)) < 1e-14);
  CHECK(law.evaluate(history, {.overlap = 0.09, .closing = 2, .length = length, .dt = 1e-3}).stiffness == k2_max);
}

TEST_CASE("hysteretic: presets are the one law, answer by answer") {
  struct Couple {
    std::string name;
    HystereticLaw preset, master;
  };
  std::vector<Couple> couples;
  constexpr Real gamma = 0.7;
  Hysteretic open;
  open.k1 = k1;
  open.gamma = gamma;
  open.restitution = 0.6;
  WaltonBraun constant;
  constant.k1 = k1;
  constant.gamma = gamma;
  constant.restitution = 0.6;
  couples.push_back({"walton_braun", constant.law({}), open.law({})});

  open.restitution.reset();
  open.unloading = Unloading::force;
  open.stiffening = 30;
  WaltonBraunVariable variable;
  variable.k1 = k1;
  variable.gamma = gamma;
  variable.stiffening = 30;
  couples.push_back({"walton_braun_variable", variable.law({}), open.law({})});

  for (const PlasticLimit limit : {PlasticLimit::k1, PlasticLimit::elastic}) {
    for (const AdhesiveReload reload : {AdhesiveReload::reversible, AdhesiveReload::reset}) {
      Luding luding;
      luding.k1 = k1;
      luding.k2_max = k2_max;
      luding.k_c = k_c;
      luding.penetration_depth_max = phi;
      luding.limit = limit;
      luding.adhesive_reload = reload;
      couples.push_back({"luding", luding.law({}), capped(limit, reload).law({})});
    }
  }
  LinearPlasticViscoelastic mercury;
  mercury.k1 = k1;
  mercury.k2_max = k2_max;
  mercury.k_c = k_c;
  mercury.penetration_depth_max = phi;
  couples.push_back(
      {"linear_plastic_viscoelastic", mercury.law({}), capped(PlasticLimit::elastic, AdhesiveReload::reset).law({})});
  Luding defaults;
  defaults.k1 = k1;
  defaults.k2_max = k2_max;
  defaults.k_c = k_c;
  defaults.penetration_depth_max = phi;
  couples.push_back({"luding by default", defaults.law({}), mercury.law({})});
  defaults.length = ContactLength::reduced;
  defaults.penetration_depth_max = 2 * phi;
  couples.push_back({"luding with the reduced length", defaults.law({}), mercury.law({})});
  // Unloading by force is the linear cap below its limit: s = S k1.
  open.stiffening = (k2_max - k1) / 0.03125 / k1;
  open.gamma = 0;
  open.adhesive_reload = AdhesiveReload::reset;
  open.k_c = k_c;
  HystereticLaw uncapped = capped(PlasticLimit::k1, AdhesiveReload::reset).law({});
  uncapped.k2_max = HystereticLaw::unlimited;
  couples.push_back({"force is linear_cap without a cap", open.law({}), uncapped});

  std::mt19937 random(7);
  std::uniform_real_distribution<Real> overlap(-0.01, 0.06), closing(-1, 1);
  for (const Couple& couple : couples) {
    CAPTURE(couple.name);
    HystereticLaw::History one, two;
    Real worst = 0;
    for (int n = 0; n < 2000; ++n) {
      const ContactPoint point{.overlap = overlap(random), .closing = closing(random), .length = length, .dt = 1e-3};
      const NormalAnswer a = couple.preset.evaluate(one, point), b = couple.master.evaluate(two, point);
      worst = std::max({worst, std::abs(a.force - b.force), std::abs(a.load - b.load), std::abs(a.stored - b.stored),
                        std::abs(a.plastic_loss - b.plastic_loss), std::abs(a.adhesive_loss - b.adhesive_loss),
                        std::abs(a.viscous_power - b.viscous_power), std::abs(a.stiffness - b.stiffness)});
    }
    CHECK(worst < 1e-11);
  }
}

TEST_CASE("hysteretic: options that do not go together are refused by key") {
  Hysteretic options = capped(PlasticLimit::elastic, AdhesiveReload::reset);
  CHECK(options.contradiction().key.empty());
  options.k2_max = 50;
  CHECK(options.contradiction().key == "k2_max");
  options.k2_max.reset();
  CHECK(options.contradiction().key == "k2_max");
  options = capped(PlasticLimit::elastic, AdhesiveReload::reset);
  options.restitution = 0.5;
  CHECK(options.contradiction().key == "restitution");
  Hysteretic constant;
  constant.k1 = k1;
  CHECK(constant.contradiction().key == "restitution");
  constant.restitution = 0.5;
  CHECK(constant.contradiction().key.empty());
  constant.limit = PlasticLimit::elastic;
  CHECK(constant.contradiction().key == "limit");
  Luding luding;
  luding.k1 = 2;
  luding.k2_max = 1;
  CHECK(luding.contradiction().key == "k2_max");
}

}  // namespace talus
