// A spring and a dashpot with Coulomb's limit, in any of the three senses: sliding, rolling, twisting (contact-law
// 1-7).
//   f = -k xi - c s',   |f| <= mu N,   k [N/m] in every sense: rolling and twisting have f as torque over a length.
// Gives the parameters of the routine in sliding_sense.hpp; a case gives k, or its ratio to the stiffness of first
// loading of the normal law, and c, or its ratio to sqrt(k m*), m* the reduced mass also of what turns.
#pragma once

#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/law/contact/normal/viscous_part.hpp"
#include "talus/law/contact/sliding_point.hpp"
#include "talus/law/contact/tangential/friction_coefficients.hpp"

namespace talus {

/// The law, ready to evaluate.
struct SpringSense {
  Real k = 0;           ///< stiffness [N/m]
  Real ratio = 0;       ///< stiffness over that of the normal law, in addition [-]
  Real c = 0;           ///< damping [N s/m]
  Real damping = 0;     ///< damping over sqrt(k m*), in addition [-]
  Real mu_static = 0;   ///< [-]
  Real mu_dynamic = 0;  ///< [-]
  SlidingReset reset = SlidingReset::elastic;

  template <class T>
  [[nodiscard]] T stiffness(const T& normal_stiffness) const {
    return k + ratio * normal_stiffness;
  }

  /// Coefficient of the dashpot [N s/m].
  template <class T>
  [[nodiscard]] T dashpot(const ContactPointOf<T>& pair, const std::type_identity_t<T>& normal_stiffness) const {
    return damping > 0 ? c + damping * sqrt(stiffness(normal_stiffness) * pair.reduced_mass) : T(c);
  }

  template <class T>
  [[nodiscard]] SlidingParametersOf<T> parameters(const T& normal_stiffness, const T& load,
                                                  const ContactPointOf<T>& pair) const {
    const T damper = dashpot(pair, normal_stiffness) * touching_share(pair);
    return {stiffness(normal_stiffness), damper, mu_static * load, mu_dynamic * load, reset, entered_share(pair)};
  }

  /// One step of a history whose displacement is `xi` when it has been carried to where the contact is now; forgets it
  /// where the surfaces are apart.
  template <class T, int n, class Point>
  [[nodiscard]] SlidingAnswerIn<T, n> advance(SlidingHistoryIn<T, n>& history, const VectorOf<T, n>& xi,
                                              const Point& point, const ContactPointOf<T>& pair) const {
    SlidingAnswerIn<T, n> answer;
    if (!anywhere(history.slip > 0) && sticks(history, xi, point, pair, answer)) return answer;
    history.xi = xi;
    return advance_any(history, point, pair);
  }

 private:
  /// The step of contacts that have all lasted and stick, spring and dashpot together within the limit: nothing is
  /// lost, and no root is waited for. Answers false, and has changed nothing of the history, where that does not hold
  /// somewhere.
  template <class T, int n, class Point>
  [[nodiscard]] bool sticks(SlidingHistoryIn<T, n>& history, const VectorOf<T, n>& xi, const Point& point,
                            const ContactPointOf<T>& pair, SlidingAnswerIn<T, n>& answer) const {
    const auto touches = pair.overlap > 0;
    const T stiff = stiffness(point.normal_stiffness);
    const T damper = select(touches, dashpot(pair, point.normal_stiffness), 0);
    const T limit = select(touches, mu_static * point.load, 0);
    const VectorOf<T, n> trial = xi + select(touches, 1, 0) * point.ds;
    const T trial2 = trial.squaredNorm();
    answer.force = -stiff * trial;
    answer.force -= damper * point.rate;
    const auto beyond = stiff * stiff * trial2 > limit * limit || answer.force.squaredNorm() > limit * limit;
    if (anywhere(beyond || pair.begins > 0 || touching_share(pair) != 1)) return false;
    answer.stored = Real(0.5) * stiff * trial2;
    answer.viscous_power = damper * point.rate.squaredNorm();
    history.xi = trial;
    return true;
  }

  /// The step of contacts of any kind.
  template <class T, int n, class Point>
  [[nodiscard]] SlidingAnswerIn<T, n> advance_any(SlidingHistoryIn<T, n>& history, const Point& point,
                                                  const ContactPointOf<T>& pair) const {
    using Vector = VectorOf<T, n>;
    const auto touches = pair.overlap > 0;
    const T load = select(touches, point.load, 0);
    // A spring that holds on is drawn until the surfaces part; what it holds then is lost.
    const T left = left_share(pair);
    if (anywhere(left > 0)) history.xi += select(history.slip > 0, 0, left) * point.ds;
    const T limit = select(history.slip > 0, mu_dynamic, mu_static) * load;
    const SlidingParametersOf<T> p = parameters(point.normal_stiffness, load, pair);
    SlidingAnswerIn<T, n> answer = slide(history, point.ds, point.rate, p);
    const auto taut = touches && history.slip <= 0 && (pair.begins > 0 || touching_share(pair) != 1);
    if (anywhere(taut)) {
      const Vector more = select(taut, 1, 0) * more_of_spring(history.xi, point.rate, pair, p.k);
      weigh(answer, more, limit);
    }
    history.slip = select(touches, history.slip, 0);  // xi is zero where there is no load
    return answer;
  }

  /// What the force of a spring that sticks lacks of its mean over the time that the evaluation stands for, beyond half
  /// a step on either side [N]: to second order in the step where surfaces meet, xi from 0, and where they part, xi on
  /// to xi + s' t.
  template <class T, int n>
  [[nodiscard]] static VectorOf<T, n> more_of_spring(const VectorOf<T, n>& xi, const VectorOf<T, n>& rate,
                                                     const ContactPointOf<T>& pair, const T& k) {
    constexpr Real half = 0.5;
    const T behind = select(pair.begins > 0, half * pair.behind, pair.behind);
    const T drawn = select(pair.ahead != half, half * pair.ahead * pair.ahead * pair.dt, 0);
    return -k * ((behind + pair.ahead - 1) * xi + drawn * rate);
  }

  /// Adds within the limit.
  template <class T, int n>
  static void weigh(SlidingAnswerIn<T, n>& answer, const VectorOf<T, n>& more, const T& limit) {
    const T bound = max(limit, answer.force.norm());
    answer.force += more;
    const T size = answer.force.norm();
    answer.force *= select(size > bound, bound / size, 1);
  }
};

/// What a case gives; `Law` derives from it and adds its name.
struct SpringSenseOptions : FrictionCoefficients {
  std::optional<Real> k{};        ///< [N/m]
  std::optional<Real> ratio{};    ///< [-]
  std::optional<Real> c{};        ///< [N s/m]
  std::optional<Real> damping{};  ///< [-]
  SlidingReset reset = SlidingReset::elastic;

  [[nodiscard]] Contradiction contradiction() const {
    if (k && ratio) return {"ratio", "k and ratio both set the stiffness: give one of them"};
    if (!k && !ratio) {
      return {"k", "is missing: give k, or ratio to the normal law's loading stiffness (hertz has none)"};
    }
    if (c && damping) return {"damping", "c and damping both set the dashpot: give one of them"};
    return friction_contradiction(*this);
  }

  [[nodiscard]] SpringSense spring() const {
    return {.k = k.value_or(0),
            .ratio = ratio.value_or(0),
            .c = c.value_or(0),
            .damping = damping.value_or(0),
            .mu_static = static_limit(),
            .mu_dynamic = dynamic_limit(),
            .reset = reset};
  }
};

template <class Law>
constexpr auto spring_sense_options() {
  return joined(friction_options<Law>(),
                OptionTable{optional("k", &Law::k, dim::stiffness, "stiffness", positive),
                            optional("ratio", &Law::ratio, dim::none,
                                     "stiffness over the loading stiffness of the normal law, in place of k", positive),
                            optional("c", &Law::c, dim::damping, "damping coefficient", non_negative),
                            optional("damping", &Law::damping, dim::none,
                                     "damping over sqrt(k m*), in place of c; m* is the reduced mass", non_negative),
                            optional("reset", &Law::reset, "what the spring is set to in slip")});
}

}  // namespace talus
