// The friction laws between solid particles.
//
// They act on a pair of particles or at a contact point of a field, under its load [N], with equal and opposite
// forces, so linear momentum is exact. They differ in what they take for the normal and in whether they remember.
// Options only: what they do is in PairContact and FieldSide, on walls in StickSlipLaw.
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/core/option.hpp"
#include "talus/law/contact/tangential/friction_coefficients.hpp"
#include "talus/law/contact/tangential/stick_slip_law.hpp"

namespace talus {

/// The paper's law (contact 4; Campbell et al., eq. 11): normal = line of centres, always sliding. Exact in 2-D; in 3-D
/// it over-estimates friction by the mean tilt of the pair vectors, and it creeps where it should stick.
struct CoulombPairwise : FrictionCoefficients {
  static constexpr std::string_view name = "coulomb_pairwise";
  static constexpr std::string_view help = "the paper's law: sliding across the line of centres, without memory";
  static constexpr bool for_solids = true, for_grains = false;
  static constexpr auto options() { return friction_options<CoulombPairwise>(); }

  [[nodiscard]] Contradiction contradiction() const { return friction_contradiction(*this); }
};

/// Sliding friction in the plane of contact, found from the resultants of normal forces (contact 5) or the field (18).
struct CoulombProjected : FrictionCoefficients {
  static constexpr std::string_view name = "coulomb_projected";
  static constexpr std::string_view help = "sliding in the plane of contact, without memory";
  static constexpr bool for_solids = true, for_grains = false;
  static constexpr auto options() { return friction_options<CoulombProjected>(); }

  [[nodiscard]] Contradiction contradiction() const { return friction_contradiction(*this); }
};

/// Friction with an elastic range: sticks, lets go, slides (contact 6, 7), (contact 19).
struct CoulombStickSlip : FrictionCoefficients {
  static constexpr std::string_view name = "coulomb_stick_slip";
  static constexpr std::string_view help =
      "sticks and slides: elastic predictor with Coulomb's limit, in the contact plane";

  static constexpr bool for_solids = true, for_grains = false;

  Real elastic_slip = 5e-5;  ///< xi_c over the smaller spacing: elastic displacement at the limit [-]
  Real damping = 0.4;        ///< c / sqrt(k_t m_eff), where c is below 0.1 m_eff/dt [-]

  static constexpr auto options() {
    return joined(friction_options<CoulombStickSlip>(),
                  OptionTable{optional("elastic_slip", &CoulombStickSlip::elastic_slip, dim::none,
                                       "elastic displacement at the limit over the smaller spacing", positive),
                              optional("damping", &CoulombStickSlip::damping, dim::none,
                                       "tangential damping over sqrt(k_t m_eff); what exceeds 0.1 m_eff/dt is left out",
                                       non_negative)});
  }

  [[nodiscard]] Contradiction contradiction() const { return friction_contradiction(*this); }
  [[nodiscard]] bool needs_loading_stiffness() const { return false; }
  /// Of the particles of a solid on a wall.
  [[nodiscard]] StickSlipLaw law() const { return {elastic_slip, damping, static_limit(), dynamic_limit()}; }
};

}  // namespace talus
