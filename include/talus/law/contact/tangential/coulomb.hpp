// The friction laws between solid particles.
//
// All of them act on a pair (i, j) with the normal pair force f [N] and give equal and opposite forces, so linear
// momentum is exact. They differ in what they take for the normal and in whether they remember. Options only: what they
// do is in SolidContact.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/contact/tangential/friction_coefficients.hpp"

namespace talus {

struct Frictionless {
  static constexpr std::string_view name = "frictionless";
  static constexpr std::string_view help = "no tangential force";
  static constexpr auto options() { return std::tuple{}; }
};

/// The paper's law (contact 4; Campbell et al., eq. 11): normal = line of centres, always sliding. Exact in 2-D; in 3-D
/// it over-estimates friction by the mean tilt of the pair vectors, and it creeps where it should stick.
struct CoulombPairwise : FrictionCoefficients {
  static constexpr std::string_view name = "coulomb_pairwise";
  static constexpr std::string_view help = "the paper's law: sliding across the line of centres, without memory";
  static constexpr auto options() { return friction_options<CoulombPairwise>(); }
};

/// Sliding friction in the plane of contact, found from the resultants of the normal forces (contact 5).
struct CoulombProjected : FrictionCoefficients {
  static constexpr std::string_view name = "coulomb_projected";
  static constexpr std::string_view help = "sliding in the plane of contact, without memory";
  static constexpr auto options() { return friction_options<CoulombProjected>(); }
};

/// Friction with an elastic range: sticks, lets go, slides (contact 6, 7). Its dashpots (contact 8, 9) end the bouncing
/// and rocking of bodies that stay in contact: along the normal in stick, across the path of the bodies in slip.
struct CoulombStickSlip : FrictionCoefficients {
  static constexpr std::string_view name = "coulomb_stick_slip";
  static constexpr std::string_view help =
      "sticks and slides: elastic predictor with Coulomb's limit, in the contact plane";

  Real elastic_slip = 5e-5;  ///< xi_c over the smaller spacing: elastic displacement at the limit [-]
  Real damping = 0.4;        ///< c / sqrt(k_t m_eff) [-]
  Real stick_damping = 2;    ///< z of the dashpot -2 z sqrt(k_n m_eff) on pairs that stick [-]
  Real slip_damping = 0.7;   ///< z of the same on pairs that slip [-]
  Real quiet_bounces = 1;    ///< periods of the bodies' bounce in contact before dashpots act [-]

  static constexpr auto options() {
    return std::tuple_cat(
        friction_options<CoulombStickSlip>(),
        std::tuple{optional("elastic_slip", &CoulombStickSlip::elastic_slip, dim::none,
                            "elastic displacement at the limit over the smaller spacing", positive),
                   optional("damping", &CoulombStickSlip::damping, dim::none, "tangential damping over sqrt(k_t m_eff)",
                            non_negative),
                   optional("stick_damping", &CoulombStickSlip::stick_damping, dim::none,
                            "normal damping ratio of pairs that stick", non_negative),
                   optional("slip_damping", &CoulombStickSlip::slip_damping, dim::none,
                            "damping ratio of pairs that slip, across the path of the bodies", non_negative),
                   optional("quiet_bounces", &CoulombStickSlip::quiet_bounces, dim::none,
                            "bounces in contact before dashpots act, so that impacts feel none", non_negative)});
  }
};

}  // namespace talus
