// Hertz's contact of elastic spheres with a viscous part (contact-law 19, 20; Hertz 1882; Johnson, Contact Mechanics,
// ch. 4 and 11).
//
//   f = 4/3 E* sqrt(R* delta) delta + gamma delta',   U = 8/15 E* sqrt(R* delta) delta^2,   S = 2 E* sqrt(R* delta)
//   tsuji     gamma = 2 sqrt(5/6) beta sqrt(S m*),   beta = -ln e/sqrt(pi^2 + ln^2 e)
//             (Tsuji, Tanaka & Ishida 1992 in the form of Antypov & Elliott 2011): e at any speed
//   constant  gamma given: e rises with the impact speed, whereas that of real grains falls
//
// delta overlap [m], delta' closing speed [m/s], f force [N], U stored energy [J], S = df/d delta [N/m], gamma damping
// [N s/m], E*, R*, m* reduced Young's modulus [Pa], radius [m], mass [kg], e restitution [-]. Valid for delta << R*.
//
// In y = delta^(5/4) the speed of the tsuji contact follows that of the linear oscillator: hence its closed forms.
//
// gamma delta' sets in steeply where surfaces meet, somewhere within a step. An evaluation stands for half a step on
// either side, the first and the last one for all that overlaps as far as there: their force is the mean over that
// stretch. Taken at the point itself it would spoil restitution in proportion to the step.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>
#include <variant>

#include "talus/core/catalog.hpp"
#include "talus/law/contact/contact_point.hpp"
#include "talus/law/contact/stiffness_advisor.hpp"

namespace talus {

/// Damping that follows the contact stiffness.
struct TsujiDamping {
  static constexpr std::string_view name = "tsuji";
  static constexpr std::string_view help = "the same restitution at any speed";

  Real restitution = 1;  ///< e, as far as the damper may pull [-]

  static constexpr auto options() {
    return OptionTable{
        required("restitution", &TsujiDamping::restitution, dim::none, "rebound over impact speed", between(0, 1))};
  }

  /// beta [-]: 0 for e = 1, 1 for e = 0.
  [[nodiscard]] Real ratio() const {
    if (restitution >= 1) return 0;
    if (restitution <= 0) return 1;
    const Real decay = std::numbers::pi / std::log(restitution);
    return 1 / std::sqrt(1 + decay * decay);
  }
};

/// A damper beside the Hertzian spring (Ristow 1992, Poeschel 1993 and others).
struct ConstantDamping {
  static constexpr std::string_view name = "constant";
  static constexpr std::string_view help = "a damper of fixed strength: restitution rises with the speed";

  Real gamma = 0;  ///< [N s/m]

  static constexpr auto options() {
    return OptionTable{
        required("gamma", &ConstantDamping::gamma, dim::damping, "force per closing speed", non_negative)};
  }
};

/// The case names one under "damping", beside the options of the law.
struct HertzDampings : Catalog<TsujiDamping, ConstantDamping> {
  static constexpr std::string_view family = "damping of Hertz's contact";
  static constexpr std::string_view key = "damping";
};

/// The law, ready to evaluate.
struct HertzLaw {
  template <class T>
  struct HistoryOf {};  ///< it remembers nothing
  using History = HistoryOf<Real>;

  Real beta = 0;   ///< of tsuji's damper, 0 where there is none [-]
  Real gamma = 0;  ///< of a constant damper, 0 where there is none [N s/m]
  bool tension_cut = false;

  /// S = 2 E* sqrt(R* delta) [N/m] at any overlap [m].
  template <class T>
  [[nodiscard]] static T tangent(const ContactPointOf<T>& point, const std::type_identity_t<T>& overlap) {
    return 2 * point.reduced_young * sqrt(point.reduced_radius * max(T(0), overlap));
  }

  /// At the depth of an elastic impact: with a damper it stays above that [N/m].
  [[nodiscard]] Real stiffest(const ContactPoint& pair, Real impact_speed) const {
    return tangent(pair, hertz_impact(pair, impact_speed).overlap);
  }

  /// gamma of both dampers where the tangent stiffness is `tangent` [N s/m].
  template <class T>
  [[nodiscard]] T damping(const T& tangent, const T& reduced_mass) const {
    return gamma + 2 * beta * sqrt(Real(5) / 6 * tangent * reduced_mass);
  }

  template <class T>
  [[nodiscard]] NormalAnswerOf<T> evaluate(HistoryOf<T>& /*history*/, const ContactPointOf<T>& point) const {
    NormalAnswerOf<T> answer;
    answer.stiffness = tangent(point, point.overlap + max(T(0), point.closing) * point.dt);
    const T elastic = Real(2) / 3 * tangent(point, point.overlap) * point.overlap;
    const T whole = elastic + select(point.overlap > 0, viscous_force(point), 0);
    answer.force = tension_cut ? max(T(0), whole) : whole;
    answer.load = tension_cut ? min(elastic, answer.force) : elastic;
    answer.stored = Real(2) / 5 * elastic * point.overlap;
    answer.viscous_power = (answer.force - elastic) * point.closing;
    return answer;
  }

 private:
  /// Mean of tsuji's gamma from touching to an overlap, over gamma there: it goes with delta^(1/4) [-].
  static constexpr Real mean_share = 0.8;

  /// What the dampers do at a point that touches [N].
  template <class T>
  [[nodiscard]] T viscous_force(const ContactPointOf<T>& point) const {
    const T lasting = damping(tangent(point, point.overlap), point.reduced_mass) * point.closing;
    const auto lasts = point.behind == T(0.5) && point.ahead == T(0.5);
    if (!anywhere(!lasts)) return lasting;
    const T travel = point.closing * point.dt;  // negative where they part
    const T back = -point.behind * travel, on = point.ahead * travel;
    const T deep = point.overlap + max(back, on), shallow = point.overlap + min(back, on);
    // What was about to part and has been stopped does not move at all.
    const T path = max(T(std::numeric_limits<Real>::min()), abs(travel));
    const T mean = (impulse(point, deep) - impulse(point, shallow)) / path * point.closing;
    return select(lasts, lasting, mean);
  }

  /// Of the dampers, from touching to an overlap [N s].
  template <class T>
  [[nodiscard]] T impulse(const ContactPointOf<T>& point, const T& overlap) const {
    const T reached = max(T(0), overlap);
    return (gamma + mean_share * (damping(tangent(point, reached), point.reduced_mass) - gamma)) * reached;
  }
};

struct Hertz {
  static constexpr std::string_view name = "hertz";
  static constexpr std::string_view help = "grains: elastic spheres, f = 4/3 E* sqrt(R*) delta^(3/2), with a damper";

  static constexpr bool for_solids = true, for_grains = true;
  static constexpr bool has_loading_stiffness = false;

  Chosen<HertzDampings> damping{};
  bool tension_cut = false;  ///< the damper may cancel repulsion but not pull

  static constexpr auto options() {
    return OptionTable{optional("", &Hertz::damping, "what dissipates"),
                       optional("tension_cut", &Hertz::tension_cut,
                                "no attraction on rebound; restitution rises above its nominal value")};
  }

  [[nodiscard]] HertzLaw law(const ContactPoint& /*pair*/) const {
    HertzLaw made{.tension_cut = tension_cut};
    if (const auto* tsuji = std::get_if<TsujiDamping>(&damping.entry)) made.beta = tsuji->ratio();
    if (const auto* constant = std::get_if<ConstantDamping>(&damping.entry)) made.gamma = constant->gamma;
    return made;
  }
};

}  // namespace talus
