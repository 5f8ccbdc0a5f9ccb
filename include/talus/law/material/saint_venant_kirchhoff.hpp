// Saint Venant-Kirchhoff: Hooke's law between Green's strain E = (F^T F - I)/2 and S, P = F S, (material 6).
// Exact under rotation. Softens under strong compression (uniaxially it turns over at a stretch of 0.58).
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/failure/judgement.hpp"
#include "talus/law/material/kinematics.hpp"

namespace talus {

struct SaintVenantKirchhoff : BrittleConstants {
  static constexpr std::string_view name = "saint_venant_kirchhoff";
  static constexpr std::string_view help = "Hooke's law in Green's strain: large rotations, small strains";
  static constexpr bool plastic = false;

  static constexpr auto options() { return brittle_options(); }

  [[nodiscard]] Response respond(const Mat3& F, MaterialState& state, Real /*dt*/) const {
    if (failure && has_failed(state)) return nothing_left();
    const Mat3 H = F - Mat3::Identity();
    if (!admissible(volume_strain(H))) return refusal();
    const Symmetric strain = 0.5 * left_strain(H.transpose());
    const Symmetric S = hooke(strain);
    Response r;
    r.P.noalias() = F * S.matrix();
    r.energy = stored_energy(strain);
    r.equivalent_stress = von_mises(congruence(F, S));
    r.valid = std::isfinite(r.energy) && std::isfinite(r.equivalent_stress);
    if (failure) judge(*failure, {.F = F}, state, r);
    return r;
  }
};

}  // namespace talus
