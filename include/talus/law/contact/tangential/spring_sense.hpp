// A spring and a dashpot with Coulomb's limit, in any of the three senses: sliding, rolling, twisting (contact-law
// 1-7).
//   f = -k xi - c s',   |f| <= mu N,   k [N/m] in every sense: rolling and twisting have f as torque over a length.
// Gives the parameters of the routine in sliding_sense.hpp; a case gives k, or its ratio to the stiffness of first
// loading of the normal law, and c, or its ratio to sqrt(k m*), m* the reduced mass also of what turns.
#pragma once

#include <optional>
#include <utility>

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

  [[nodiscard]] Real stiffness(Real normal_stiffness) const { return k + ratio * normal_stiffness; }

  [[nodiscard]] SlidingParameters parameters(Real normal_stiffness, Real load, const ContactPoint& pair) const {
    const Real stiff = stiffness(normal_stiffness);
    const Real damper = damping > 0 ? c + damping * std::sqrt(stiff * pair.reduced_mass) : c;
    return {stiff, damper * touching_share(pair), mu_static * load, mu_dynamic * load, reset};
  }

  /// One step of a history that has been carried into the contact plane; forgets it where the surfaces are apart.
  [[nodiscard]] SlidingAnswer advance(SlidingHistory& history, const SlidingPoint& point,
                                      const ContactPoint& pair) const {
    const Real load = pair.overlap > 0 ? point.load : Real(0);
    // A spring that holds on is drawn until the surfaces part; what it holds then is lost.
    if (pair.overlap <= 0 && !history.slip) history.xi += left_share(pair) * point.ds;
    const Real limit = (history.slip ? mu_dynamic : mu_static) * load;
    const SlidingParameters p = parameters(point.normal_stiffness, load, pair);
    SlidingAnswer answer = slide(history, Vec3(entered_share(pair) * point.ds), point.rate, p);
    if (pair.overlap <= 0) {
      history = {};
    } else if (!history.slip && (pair.begins || touching_share(pair) != 1)) {
      weigh(answer, more_of_spring(history.xi, point.rate, pair, p.k), limit);
    }
    return answer;
  }

 private:
  /// What the force of a spring that sticks lacks of its mean over the time that the evaluation stands for, beyond half
  /// a step on either side [N]: to second order in the step where surfaces meet, xi from 0, and where they part, xi on
  /// to xi + s' t.
  [[nodiscard]] static Vec3 more_of_spring(const Vec3& xi, const Vec3& rate, const ContactPoint& pair, Real k) {
    constexpr Real half = 0.5;
    const Real behind = pair.begins ? half * pair.behind : pair.behind;
    const bool parts = pair.ahead != half;
    const Vec3 drawn = parts ? Vec3((half * pair.ahead * pair.ahead * pair.dt) * rate) : Vec3::Zero();
    return -k * ((behind + pair.ahead - 1) * xi + drawn);
  }

  /// Adds within the limit.
  static void weigh(SlidingAnswer& answer, const Vec3& more, Real limit) {
    const Real bound = std::max(limit, answer.force.norm());
    answer.force += more;
    const Real size = answer.force.norm();
    if (size > bound) answer.force *= bound / size;
  }
};

/// What a case gives; `Law` derives from it and adds its name.
struct SpringSenseOptions : FrictionCoefficients {
  std::optional<Real> k{};        ///< [N/m]
  std::optional<Real> ratio{};    ///< [-]
  std::optional<Real> c{};        ///< [N s/m]
  std::optional<Real> damping{};  ///< [-]
  SlidingReset reset = SlidingReset::elastic;

  /// The key whose value does not go with the others, and why; both empty when all is well.
  [[nodiscard]] std::pair<std::string_view, std::string_view> contradiction() const {
    if (k && ratio) return {"ratio", "k and ratio both set the stiffness: give one of them"};
    if (!k && !ratio) return {"k", "is missing: give k, or ratio to the loading stiffness of the normal law"};
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
  return std::tuple_cat(
      friction_options<Law>(),
      std::tuple{optional("k", &Law::k, dim::stiffness, "stiffness", positive),
                 optional("ratio", &Law::ratio, dim::none,
                          "stiffness over the loading stiffness of the normal law, in place of k", positive),
                 optional("c", &Law::c, dim::damping, "damping coefficient", non_negative),
                 optional("damping", &Law::damping, dim::none,
                          "damping over sqrt(k m*), in place of c; m* is the reduced mass", non_negative),
                 optional("reset", &Law::reset, "what the spring is set to in slip")});
}

}  // namespace talus
