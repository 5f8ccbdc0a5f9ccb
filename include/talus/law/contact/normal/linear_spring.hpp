// Linear spring and dashpot (Cundall & Strack 1979): the cheapest contact of grains that has a constant restitution.
//   f_n = k delta + gamma d(delta)/dt,   U = k delta^2/2                                             (contact-law 14)
// For the reduced mass m*, eta = gamma/(2 m*), omega = sqrt(k/m* - eta^2):
//   duration t_c = pi/omega,   restitution e = exp(-eta t_c),   depth about v sqrt(m*/k).
// A case gives (k, gamma), (k, restitution) or (contact_time, restitution); then, with L = -ln e,
//   gamma = 2 zeta sqrt(k m*), zeta = L/sqrt(pi^2 + L^2)   and   k = m* (pi^2 + L^2)/t_c^2.
// In place of k, `stiffness` takes it from Hertz's contact of one pair of the grains and holds it for all of them;
// there "duration" means that t_c is Hertz's.
// With `tension_cut` contact ends where f_n = 0, after t = (pi - 2 atan(eta/omega))/omega, at the speed
//   e_cut v,   e_cut = exp(-2 (eta/omega) atan(omega/eta)) > e   (0.5 becomes 0.550).
// Valid while delta is small against the radius; k is as large as the deepest impact allows, not Young's modulus.
#pragma once

#include <numbers>
#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/core/option.hpp"
#include "talus/law/contact/normal/viscous_part.hpp"
#include "talus/law/contact/stiffness_advisor.hpp"

namespace talus {

/// The law, ready to evaluate: constants that hold for every mass.
struct LinearSpringLaw {
  template <class T>
  struct HistoryOf {};  ///< it remembers nothing
  using History = HistoryOf<Real>;

  Real k = 0;           ///< stiffness [N/m]
  Real k_per_mass = 0;  ///< stiffness for each kilogram of reduced mass, in addition [N/(m kg)]
  Real gamma = 0;       ///< damping [N s/m]
  Real zeta = 0;        ///< damping over 2 sqrt(k m*), in addition [-]
  bool tension_cut = false;

  template <class T>
  [[nodiscard]] T stiffness(const T& mass) const {
    return k + k_per_mass * mass;
  }
  template <class T>
  [[nodiscard]] T damping(const T& mass) const {
    return gamma + 2 * zeta * sqrt(stiffness(mass) * mass);
  }

  template <class T>
  [[nodiscard]] NormalAnswerOf<T> evaluate(HistoryOf<T>& /*history*/, const ContactPointOf<T>& point) const {
    NormalAnswerOf<T> answer;
    answer.stiffness = answer.loading_stiffness = stiffness(point.reduced_mass);
    const auto touches = point.overlap > 0;
    const T elastic = select(touches, answer.stiffness * point.overlap, 0);
    const T gamma_here = select(touches, damping(point.reduced_mass), 0);
    const ViscousPart viscous = viscous_part(gamma_here, tension_cut, elastic, point);
    answer.force = elastic + viscous.force;
    answer.load = repulsion_for_friction(tension_cut, elastic, viscous);
    answer.stored = Real(0.5) * elastic * point.overlap;
    answer.viscous_power = viscous.power;
    return answer;
  }

  /// The same at any speed [N/m].
  [[nodiscard]] Real stiffest(const ContactPoint& pair, Real /*impact_speed*/) const {
    return stiffness(pair.reduced_mass);
  }
};

struct LinearSpring {
  static constexpr std::string_view name = "linear_spring";
  static constexpr std::string_view help = "grains: linear spring and dashpot, constant restitution";

  static constexpr bool for_solids = true, for_grains = true;
  static constexpr bool has_loading_stiffness = true;

  std::optional<Real> k{};                        ///< [N/m]
  std::optional<StiffnessFromHertz> stiffness{};  ///< in place of k
  std::optional<Real> gamma{};                    ///< [N s/m]
  std::optional<Real> restitution{};              ///< e without the cut [-]
  std::optional<Real> contact_time{};             ///< t_c without the cut [s]
  bool tension_cut = false;

  static constexpr auto options() {
    using L = LinearSpring;
    return OptionTable{optional("k", &L::k, dim::stiffness, "stiffness", positive),
                       optional("stiffness", &L::stiffness, "k from Hertz's contact of the material, in place of k"),
                       optional("gamma", &L::gamma, dim::damping, "damping coefficient, with k", non_negative),
                       optional("restitution", &L::restitution, dim::none,
                                "rebound over impact speed, with k, stiffness or contact_time", between(0, 1)),
                       optional("contact_time", &L::contact_time, dim::time,
                                "duration of an impact, in place of k: the same for light and heavy grains", positive),
                       optional("tension_cut", &L::tension_cut, "the dashpot may not pull; raises the restitution")};
  }

  [[nodiscard]] Contradiction contradiction() const {
    if (k && contact_time) return {"contact_time", "k and contact_time both set the stiffness: give one of them"};
    if (stiffness && (k || contact_time)) {
      return {"stiffness", "stands in place of k and contact_time: give one of the three"};
    }
    if (!k && !stiffness && !contact_time) {
      return {"k", "is missing: give k, stiffness from Hertz's contact, or contact_time with restitution"};
    }
    if (gamma && restitution) return {"gamma", "gamma and restitution both set the damping: give one of them"};
    if (!gamma && !restitution) return {"restitution", "is missing: give restitution, or gamma with k"};
    if (gamma && !k) return {"gamma", "goes with k; with contact_time or stiffness give restitution"};
    if (!k && *restitution == 0) return {"restitution", "must be above 0 where the stiffness follows from a duration"};
    return {};
  }

  /// `pair`: two grains of mean size, or one and the wall; of use where `stiffness` is given.
  [[nodiscard]] LinearSpringLaw law(const ContactPoint& pair) const {
    LinearSpringLaw made{.k = k.value_or(0), .gamma = gamma.value_or(0), .tension_cut = tension_cut};
    if (!restitution) return made;
    const Real loss = -std::log(*restitution);  // infinite for e = 0: critical damping
    const Real turn = std::hypot(std::numbers::pi, loss);
    made.zeta = *restitution > 0 ? loss / turn : 1;
    if (contact_time) made.k_per_mass = turn * turn / (*contact_time * *contact_time);
    if (stiffness) made.k = from_hertz(pair, turn);
    return made;
  }

 private:
  /// k [N/m], with `turn` = sqrt(pi^2 + L^2).
  [[nodiscard]] Real from_hertz(const ContactPoint& pair, Real turn) const {
    if (stiffness->from_hertz != HertzMatch::duration) return stiffness->stiffness(pair, *restitution);
    const Real per_time = turn / hertz_impact(pair, stiffness->impact_speed).duration;
    return pair.reduced_mass * per_time * per_time;
  }
};

}  // namespace talus
