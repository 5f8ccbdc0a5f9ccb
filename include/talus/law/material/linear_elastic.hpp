// Hooke's law of infinitesimal strain, eps = sym(F - I), P = sigma, (material 4, 5).
// Not frame-invariant: for small strains and small rotations, and for comparison with linear theory.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/failure/judgement.hpp"
#include "talus/law/material/kinematics.hpp"

namespace talus {

struct LinearElastic : BrittleConstants {
  static constexpr std::string_view name = "linear_elastic";
  static constexpr std::string_view help = "Hooke's law, small strains and small rotations only";
  static constexpr bool plastic = false;

  static constexpr auto options() { return brittle_options(); }

  [[nodiscard]] Response respond(const Mat3& F, MaterialState& state, Real /*dt*/) const {
    if (failure && has_failed(state)) return nothing_left();
    const Mat3 H = F - Mat3::Identity();
    if (!admissible(volume_strain(H))) return refusal();
    const Symmetric strain = Symmetric::part_of(H);
    const Symmetric stress = hooke(strain);
    Response r;
    r.P = stress.matrix();
    r.energy = stored_energy(strain);
    r.equivalent_stress = von_mises(stress);
    r.valid = std::isfinite(r.energy);
    if (failure) judge(*failure, {.F = F}, state, r);
    return r;
  }
};

}  // namespace talus
