// What every material law takes and gives, so that the solver's loop is one template.
//
// A material is an aggregate with
//   name, help, options()                      how a case names and sets it
//   Real density, bulk_modulus(), shear_modulus()
//   Response respond(const Mat3& F, MaterialState& state, Real dt) const
// Stress, stored energy and dissipation leave a law together.
#pragma once

#include "talus/core/types.hpp"

#include <array>

namespace talus {

/// What a particle remembers of its plastic flow.
struct MaterialState {
  std::array<Real, 6> cp_inverse{1, 1, 1, 0, 0, 0};  ///< C_p^-1: xx yy zz xy yz xz [-]
  Real plastic_strain = 0;                           ///< equivalent plastic strain [-]
};

/// Answer of a material to a deformation gradient.
struct Response {
  Mat3 P;                ///< first Piola-Kirchhoff stress [Pa]
  Real energy = 0;       ///< stored energy per reference volume [J/m^3]
  Real yield_stress = 0; ///< current flow stress (0 for an elastic law) [Pa]
  Real equivalent_stress = 0;  ///< von Mises stress of tau [Pa]
  bool valid = true;     ///< false: J <= 0 or non-finite input; state is untouched
};

}  // namespace talus
