// Simo's volumetric energy U = K/2 ((J^2 - 1)/2 - ln J): unbounded as J goes to 0 and to infinity, (material 8).
#pragma once

#include "talus/numerics/scalar_function.hpp"

namespace talus {

/// U per reference volume [J/m^3] for the volume strain j = J - 1.
template <class T>
inline T volumetric_energy(Real bulk_modulus, T j) {
  return 0.5 * bulk_modulus * (0.5 * j * j + excess_over_log(j));
}

/// J U' = K/2 (J^2 - 1): the mean Kirchhoff stress [Pa].
template <class T>
inline T volumetric_stress(Real bulk_modulus, T j) {
  return bulk_modulus * j * (1 + 0.5 * j);
}

}  // namespace talus
