// A viscous pressure in compression spreads a shock over a few particles (tlsph 27-29).
//   q = rho l |D| (a_1 c + a_2 l |D|)  for D = J'/J < 0, else 0;   P_q = -q J F^-T;   l = dx J^(1/d)
// Sources: von Neumann and Richtmyer, J. Appl. Phys. 21 (1950); Landshoff (1955) for the linear term. It is added to
// the stress of the particle, so momenta and the work ledger stay exact; c is the speed of compression waves at rest.
#pragma once

#include "talus/core/option.hpp"
#include "talus/numerics/scalar_function.hpp"

namespace talus {

/// A particle on its way through a step, or many side by side.
template <class T>
struct ShockPointOf {
  Real density;     ///< rho_0 [kg/m^3]
  Real wave_speed;  ///< c [m/s]
  Real spacing;     ///< dx [m]
  int dimension;
  T from_j, to_j;  ///< J - 1 [-]
  Real dt;         ///< [s]
};

using ShockPoint = ShockPointOf<Real>;

struct ShockViscosity {
  Real linear = 0.2;     ///< a_1 [-]
  Real quadratic = 2.0;  ///< a_2 [-]

  static constexpr auto options() {
    return OptionTable{optional("linear", &ShockViscosity::linear, dim::none,
                                "a1 of q = rho l |D| (a1 c + a2 l |D|): calms what rings behind a shock", non_negative),
                       optional("quadratic", &ShockViscosity::quadratic, dim::none,
                                "a2: spreads a shock over as many particles whatever its strength", non_negative)};
  }

  template <class T>
  struct Answer {
    T pressure = 0;  ///< q [Pa]
    T damping = 0;   ///< xi at the frequency 2 c/dx [-]
  };

  template <class T>
  [[nodiscard]] Answer<T> answer(const ShockPointOf<T>& at) const {
    const T J = 1 + at.to_j;
    const T rate =
        at.dt > 0 ? max(T(0), (at.from_j - at.to_j) / (at.dt * (1 + Real(0.5) * (at.from_j + at.to_j)))) : T(0);
    const T length = at.spacing * (at.dimension == 2 ? sqrt(J) : cube_root(J));
    const T speed = linear * at.wave_speed + quadratic * length * rate;
    Answer<T> r;
    r.pressure = at.density / J * length * rate * speed;
    r.damping = speed * length / (at.wave_speed * at.spacing);
    return r;
  }
};

/// Share of the stable step of an oscillator that is left when the velocity of half a step ago damps it by xi.
template <class T>
inline T damped_share(T xi) {
  return sqrt(1 + xi * xi) - xi;
}

}  // namespace talus
