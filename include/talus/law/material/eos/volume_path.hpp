// What an equation of state is asked and what it answers.
#pragma once

#include <optional>

#include "talus/core/catalog.hpp"
#include "talus/numerics/pack_lanes.hpp"

namespace talus {

/// A step of volume and heat. j = J - 1; energies are per reference volume.
template <class T>
struct VolumePathOf {
  Real bulk_modulus;     ///< of small strain [Pa]
  T from_j, to_j;        ///< [-]
  T from_heat, to_heat;  ///< heat in the material [J/m^3]
  T from_energy;         ///< work of pressure up to the start of the step [J/m^3]
};

template <class T>
struct VolumeAnswerOf {
  T stress;     ///< mean Kirchhoff stress -p J [Pa]
  T energy;     ///< work of pressure up to the end of the step [J/m^3]
  T stiffness;  ///< -J^2 dp/dJ without heat exchange: with 4G/3, rho_0 c^2 of compression waves [Pa]
};

}  // namespace talus
