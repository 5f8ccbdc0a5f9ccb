// Saint Venant-Kirchhoff: Hooke's law between Green's strain E = (F^T F - I)/2 and S, P = F S, (material 6).
// Exact under rotation. Softens under strong compression (uniaxially it turns over at a stretch of 0.58).
#pragma once

#include <numbers>

#include "talus/core/catalog.hpp"
#include "talus/law/material/failure/judgement.hpp"
#include "talus/law/material/kinematics.hpp"

namespace talus {

struct SaintVenantKirchhoff : BrittleLaw<SaintVenantKirchhoff> {
  static constexpr std::string_view name = "saint_venant_kirchhoff";
  static constexpr std::string_view help = "Hooke's law in Green's strain: large rotations, small strains";
  /// Uniaxially dP/dlambda = 0 at lambda = 1/sqrt(3): a body that is squeezed further pushes back less and less [-].
  static constexpr Real softens_below = 1 / std::numbers::sqrt3;

  template <class T>
  [[nodiscard]] ResponseOf<T> answer(const Mat3Of<T>& F) const {
    const Mat3Of<T> H = F - Mat3Of<T>::Identity();
    const auto sound = admissible(volume_strain(H));
    if (!anywhere(sound)) return refusal<T>();
    const SymmetricOf<T> strain = T(0.5) * left_strain(H.transpose());
    const SymmetricOf<T> S = hooke(strain);
    ResponseOf<T> r;
    r.P.noalias() = F * S.matrix();
    r.energy = stored_energy(strain);
    r.equivalent_stress = von_mises(congruence(F, S));
    r.valid = sound && is_finite(r.energy) && is_finite(r.equivalent_stress);
    return r;
  }
};

}  // namespace talus
