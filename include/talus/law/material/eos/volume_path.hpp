// What an equation of state is asked and what it answers.
#pragma once

#include <cmath>
#include <optional>

#include "talus/core/catalog.hpp"
#include "talus/core/types.hpp"

namespace talus {

/// A step of volume and heat. j = J - 1; energies are per reference volume.
struct VolumePath {
  Real bulk_modulus;        ///< of small strain [Pa]
  Real from_j, to_j;        ///< [-]
  Real from_heat, to_heat;  ///< heat in the material [J/m^3]
  Real from_energy;         ///< work of pressure up to the start of the step [J/m^3]
};

struct VolumeAnswer {
  Real stress;     ///< mean Kirchhoff stress -p J [Pa]
  Real energy;     ///< work of pressure up to the end of the step [J/m^3]
  Real stiffness;  ///< -J^2 dp/dJ without heat exchange: with 4G/3, rho_0 c^2 of compression waves [Pa]
};

}  // namespace talus
