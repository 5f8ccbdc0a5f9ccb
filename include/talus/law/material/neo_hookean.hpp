// Compressible neo-Hookean law in split form: Psi = G/2 (tr(J^(-2/3) b) - 3) + U(J), (material 7, 8).
// Source: Simo and Hughes, Computational Inelasticity, section 9.2.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/failure/judgement.hpp"
#include "talus/law/material/kinematics.hpp"
#include "talus/law/material/unimodular.hpp"
#include "talus/law/material/volumetric.hpp"

namespace talus {

struct NeoHookean : BrittleConstants {
  static constexpr std::string_view name = "neo_hookean";
  static constexpr std::string_view help = "compressible neo-Hookean law with shape and volume apart: large strains";
  static constexpr bool plastic = false;

  static constexpr auto options() { return brittle_options(); }

  [[nodiscard]] Response respond(const Mat3& F, MaterialState& state, Real /*dt*/) const {
    if (failure && has_failed(state)) return nothing_left();
    const Mat3 H = F - Mat3::Identity();
    const Real j = volume_strain(H);
    if (!admissible(j)) return refusal();
    const Symmetric Y = isochoric(left_strain(H), log_one_plus(j));
    const Symmetric d = Y.deviator();
    const Real G = shear_modulus(), K = bulk_modulus();
    const Symmetric tau = Symmetric::identity(volumetric_stress(K, j)) + G * d;
    const Real energy = 1.5 * G * unimodular_excess(d, Y.trace() / 3) + volumetric_energy(K, j);
    Response r = response_from(tau, F, energy);
    if (failure) judge(*failure, {.F = F}, state, r);
    return r;
  }
};

}  // namespace talus
