// Compressible neo-Hookean law in split form: Psi = G/2 (tr(J^(-2/3) b) - 3) + U(J), (material 7, 8).
// Source: Simo and Hughes, Computational Inelasticity, section 9.2.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/failure/judgement.hpp"
#include "talus/law/material/kinematics.hpp"
#include "talus/law/material/unimodular.hpp"
#include "talus/law/material/volumetric.hpp"

namespace talus {

struct NeoHookean : BrittleLaw<NeoHookean> {
  static constexpr std::string_view name = "neo_hookean";
  static constexpr std::string_view help = "compressible neo-Hookean law with shape and volume apart: large strains";

  template <class T>
  [[nodiscard]] ResponseOf<T> answer(const Mat3Of<T>& F) const {
    const Mat3Of<T> H = F - Mat3Of<T>::Identity();
    const T volume = volume_strain(H);
    const auto sound = admissible(volume);
    if (!anywhere(sound)) return refusal<T>();
    const T j = select(sound, volume, T(0));
    const SymmetricOf<T> Y = isochoric(left_strain(H), log_one_plus(j));
    const SymmetricOf<T> d = Y.deviator();
    const Real G = shear_modulus(), K = bulk_modulus();
    const SymmetricOf<T> tau = SymmetricOf<T>::identity(volumetric_stress(K, j)) + G * d;
    const T energy = 1.5 * G * unimodular_excess(d, Y.trace() / 3) + volumetric_energy(K, j);
    ResponseOf<T> r = response_from(tau, F, energy);
    r.valid = r.valid && sound;
    return r;
  }
};

}  // namespace talus
