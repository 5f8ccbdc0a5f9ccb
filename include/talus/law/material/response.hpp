// What every material law takes and gives, so that the solver's loop is one template.
//
// A material is an aggregate with
//   name, help, options()                      how a case names and sets it
//   Real density, bulk_modulus(), shear_modulus()
//   ResponseOf<T> respond(const Mat3Of<T>& F, MaterialStateOf<T>& state, Real dt) const
//                                              for T a number or a pack, which follows from `state`
//   bool is_plain() const                      of a state it looks at C_p and the plastic strain alone, and its flow
//                                              stress follows from them, with the options that the case has given;
//                                              solvers do less for such a material
// Metals take a last argument, `supplied`: heat that comes from elsewhere in the step [J/m^3].
// Stress, stored energy and dissipation leave a law together.
#pragma once

#include <array>

#include "talus/numerics/pack_lanes.hpp"

namespace talus {

/// What a particle remembers of its plastic flow, its heat and its damage. All of it starts at these values.
template <class T>
struct MaterialStateOf {
  std::array<T, 6> cp_inverse{1, 1, 1, 0, 0, 0};  ///< C_p^-1: xx yy zz xy yz xz [-]
  T plastic_strain = 0;                           ///< equivalent plastic strain [-]
  T heat = 0;                                     ///< received since the start, per reference volume [J/m^3]
  T volume_strain = 0;  ///< J - 1 of the last answer, where an equation of state needs its path [-]
  T volume_energy = 0;  ///< work of pressure along that path, per reference volume [J/m^3]
  T damage = 0;         ///< 0 sound, 1 and above failed [-]
};
using MaterialState = MaterialStateOf<Real>;

template <class Condition, class T>
MaterialStateOf<T> select(Condition condition, const MaterialStateOf<T>& yes, const MaterialStateOf<T>& no) {
  MaterialStateOf<T> s;
  for (int c = 0; c < 6; ++c) s.cp_inverse[c] = select(condition, yes.cp_inverse[c], no.cp_inverse[c]);
  for (auto number :
       {&MaterialStateOf<T>::plastic_strain, &MaterialStateOf<T>::heat, &MaterialStateOf<T>::volume_strain,
        &MaterialStateOf<T>::volume_energy, &MaterialStateOf<T>::damage})
    s.*number = select(condition, yes.*number, no.*number);
  return s;
}

/// Answer of a material to a deformation gradient.
template <class T>
struct ResponseOf {
  Mat3Of<T> P;              ///< first Piola-Kirchhoff stress [Pa]
  T energy = 0;             ///< stored energy per reference volume; heat is not in it [J/m^3]
  T yield_stress = 0;       ///< current flow stress (0 for an elastic law) [Pa]
  T yield_before = 0;       ///< that before the step, of a plain law [Pa]
  T equivalent_stress = 0;  ///< von Mises stress of tau [Pa]
  T stiffness = 0;          ///< rho c^2 of compression waves now, per reference density; 0: that of small strain [Pa]
  ConditionOf<T> valid = T(0) < T(1);   ///< false: J <= 0 or non-finite input; state is untouched
  ConditionOf<T> failed = T(0) > T(1);  ///< true from the step in which damage reaches one
};
using Response = ResponseOf<Real>;

}  // namespace talus
