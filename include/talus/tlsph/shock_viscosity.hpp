// A viscous pressure in compression spreads a shock over a few particles (tlsph 27-29).
//   q = rho l |D| (a_1 c + a_2 l |D|)  for D = J'/J < 0, else 0;   P_q = -q J F^-T;   l = dx J^(1/d)
// Sources: von Neumann and Richtmyer, J. Appl. Phys. 21 (1950); Landshoff (1955) for the linear term. It is added to
// the stress of the particle, so momenta and the work ledger stay exact; c is the speed of compression waves at rest.
#pragma once

#include <algorithm>
#include <cmath>

#include "talus/core/option.hpp"

namespace talus {

/// A particle on its way through a step.
struct ShockPoint {
  Real density;     ///< rho_0 [kg/m^3]
  Real wave_speed;  ///< c [m/s]
  Real spacing;     ///< dx [m]
  int dimension;
  Real from_j, to_j;  ///< J - 1 [-]
  Real dt;            ///< [s]
};

struct ShockViscosity {
  Real linear = 0.2;     ///< a_1 [-]
  Real quadratic = 2.0;  ///< a_2 [-]

  static constexpr auto options() {
    return OptionTable{optional("linear", &ShockViscosity::linear, dim::none,
                                "a1 of q = rho l |D| (a1 c + a2 l |D|): calms what rings behind a shock", non_negative),
                       optional("quadratic", &ShockViscosity::quadratic, dim::none,
                                "a2: spreads a shock over as many particles whatever its strength", non_negative)};
  }

  struct Answer {
    Real pressure = 0;  ///< q [Pa]
    Real damping = 0;   ///< xi at the frequency 2 c/dx [-]
  };

  [[nodiscard]] Answer answer(const ShockPoint& at) const {
    const Real J = 1 + at.to_j;
    const Real rate = at.dt > 0 ? (at.from_j - at.to_j) / (at.dt * (1 + Real(0.5) * (at.from_j + at.to_j))) : 0;
    const Real length = at.spacing * (at.dimension == 2 ? std::sqrt(J) : std::cbrt(J));
    const Real speed = linear * at.wave_speed + quadratic * length * std::max(Real(0), rate);
    Answer r;
    if (rate > 0) r.pressure = at.density / J * length * rate * speed;
    r.damping = speed * length / (at.wave_speed * at.spacing);
    return r;
  }
};

/// Share of the stable step of an oscillator that is left when the velocity of half a step ago damps it by xi.
inline Real damped_share(Real xi) { return std::sqrt(1 + xi * xi) - xi; }

}  // namespace talus
