// Dashpots of normal contact between solids: they end the bouncing and rocking of bodies that stay in contact. They act
// with `coulomb_stick_slip`: along the normal in stick, across their path in slip (contact 8, 9, 21).
#pragma once

#include "talus/core/option.hpp"

namespace talus {

struct Dashpots {
  Real stick_damping;  ///< z of -2 z sqrt(k_n m_eff) where particles stick [-]
  Real slip_damping;   ///< z where they slip [-]
  Real quiet_bounces;  ///< periods of the bodies' bounce in contact before dashpots act [-]
};

/// The rows that every law with such dashpots shares.
template <class Law>
constexpr auto dashpot_options() {
  return OptionTable{optional("stick_damping", &Law::stick_damping, dim::none,
                              "damping ratio where particles stick, along the normal", non_negative),
                     optional("slip_damping", &Law::slip_damping, dim::none,
                              "damping ratio where particles slip, across the path of the bodies", non_negative),
                     optional("quiet_bounces", &Law::quiet_bounces, dim::none,
                              "bounces in contact before dashpots act, so that impacts feel none", non_negative)};
}

}  // namespace talus
