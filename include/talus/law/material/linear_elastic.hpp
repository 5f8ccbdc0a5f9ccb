// Hooke's law of infinitesimal strain, eps = sym(F - I), P = sigma, (material 4, 5).
// Not frame-invariant: for small strains and small rotations, and for comparison with linear theory.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/failure/judgement.hpp"
#include "talus/law/material/kinematics.hpp"

namespace talus {

struct LinearElastic : BrittleLaw<LinearElastic> {
  static constexpr std::string_view name = "linear_elastic";
  static constexpr std::string_view help = "Hooke's law, small strains and small rotations only";

  template <class T>
  [[nodiscard]] ResponseOf<T> answer(const Mat3Of<T>& F) const {
    const Mat3Of<T> H = F - Mat3Of<T>::Identity();
    const auto sound = admissible(volume_strain(H));
    if (!anywhere(sound)) return refusal<T>();
    const SymmetricOf<T> strain = SymmetricOf<T>::part_of(H);
    const SymmetricOf<T> stress = hooke(strain);
    ResponseOf<T> r;
    r.P = stress.matrix();
    r.energy = stored_energy(strain);
    r.equivalent_stress = von_mises(stress);
    r.valid = sound && is_finite(r.energy);
    return r;
  }
};

}  // namespace talus
