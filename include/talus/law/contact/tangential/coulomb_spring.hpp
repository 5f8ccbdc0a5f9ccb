// Friction between grains: a tangential spring and dashpot with Coulomb's limit (contact-law 1-7; Cundall & Strack
// 1979, with static and dynamic limits and the slip flag of Luding 2008).
//   f_t = -k xi - c v_t,   |f_t| <= mu_s N,   mu_d N while it slips
// Goes with any normal law that has a stiffness of first loading, or with all where k is given.
#pragma once

#include "talus/law/contact/tangential/spring_sense.hpp"

namespace talus {

/// The law, ready to evaluate.
struct CoulombSpringLaw : SpringSense {
  template <class T>
  [[nodiscard]] SlidingAnswerOf<T> evaluate(TangentialSpringHistoryOf<T>& history, const SlidingPointOf<T>& point,
                                            const ContactPointOf<T>& pair) const {
    return advance(history.sliding, carried(history.sliding.xi, point.turn), point, pair);
  }

  /// [N/m], for the time step
  template <class T>
  [[nodiscard]] T stiffest(const ContactPointOf<T>& /*deepest*/,
                           const std::type_identity_t<T>& normal_stiffness) const {
    return stiffness(normal_stiffness);
  }
};

struct CoulombSpring : SpringSenseOptions {
  static constexpr std::string_view name = "coulomb_spring";
  static constexpr std::string_view help = "grains: spring and dashpot that stick and slide, with Coulomb's limit";
  static constexpr bool for_solids = false, for_grains = true;
  static constexpr auto options() { return spring_sense_options<CoulombSpring>(); }

  [[nodiscard]] bool needs_loading_stiffness() const { return ratio.has_value(); }
  [[nodiscard]] CoulombSpringLaw law() const { return {spring()}; }
};

}  // namespace talus
