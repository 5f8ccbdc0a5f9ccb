// What every material law takes and gives, so that the solver's loop is one template.
//
// A material is an aggregate with
//   name, help, options()                      how a case names and sets it
//   Real density, bulk_modulus(), shear_modulus()
//   Response respond(const Mat3& F, MaterialState& state, Real dt) const
// Stress, stored energy and dissipation leave a law together.
#pragma once

#include <array>

#include "talus/core/types.hpp"

namespace talus {

/// What a particle remembers of its plastic flow, its heat and its damage. All of it starts at these values.
struct MaterialState {
  std::array<Real, 6> cp_inverse{1, 1, 1, 0, 0, 0};  ///< C_p^-1: xx yy zz xy yz xz [-]
  Real plastic_strain = 0;                           ///< equivalent plastic strain [-]
  Real heat = 0;                                     ///< received since the start, per reference volume [J/m^3]
  Real volume_strain = 0;  ///< J - 1 of the last answer, where an equation of state needs its path [-]
  Real volume_energy = 0;  ///< work of pressure along that path, per reference volume [J/m^3]
  Real damage = 0;         ///< 0 sound, 1 and above failed [-]
};

/// Answer of a material to a deformation gradient.
struct Response {
  Mat3 P;                      ///< first Piola-Kirchhoff stress [Pa]
  Real energy = 0;             ///< stored energy per reference volume; heat is not in it [J/m^3]
  Real yield_stress = 0;       ///< current flow stress (0 for an elastic law) [Pa]
  Real equivalent_stress = 0;  ///< von Mises stress of tau [Pa]
  Real stiffness = 0;   ///< rho c^2 of compression waves now, per reference density; 0: that of small strain [Pa]
  bool valid = true;    ///< false: J <= 0 or non-finite input; state is untouched
  bool failed = false;  ///< true from the step in which damage reaches one
};

}  // namespace talus
