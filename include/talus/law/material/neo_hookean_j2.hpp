// Cheaper metal: neo-Hookean elasticity, von Mises plasticity by a closed radial return on dev(b_e).
//   tau = J U' I + G dev(b_e),   (material 7, 8, 16-18)
// Source: Simo (1988), box 1. Departure: b_e keeps determinant one by its mean, (material 10), so that plastic flow
// is exactly isochoric. The plastic work equals sigma_y d(eps_p) only up to the elastic strain (about 0.3 %).
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/hardening/radial_return.hpp"
#include "talus/law/material/kinematics.hpp"
#include "talus/law/material/unimodular.hpp"
#include "talus/law/material/volumetric.hpp"

namespace talus {

struct NeoHookeanJ2 : MetalConstants {
  static constexpr std::string_view name = "neo_hookean_j2";
  static constexpr std::string_view help = "metal, cheaper: neo-Hookean elasticity and von Mises plasticity";
  static constexpr bool plastic = true;

  static constexpr auto options() { return metal_options(); }

  /// `supplied` is heat that comes from elsewhere in this step [J/m^3].
  [[nodiscard]] Response respond(const Mat3& F, MaterialState& state, Real dt, Real supplied = 0) const {
    return is_plain() ? step<true>(F, state, dt, 0) : full_step(F, state, dt, supplied);
  }

 private:
  /// With everything that a metal can have, in a file of its own so that the plain path stays small and inlined.
  Response full_step(const Mat3& F, MaterialState& state, Real dt, Real supplied) const;

  template <bool plain>
  [[gnu::always_inline]] Response step(const Mat3& F, MaterialState& state, Real dt, Real supplied) const {
    const Mat3 H = F - Mat3::Identity();
    const Real j = volume_strain(H);
    if (!admissible(j)) return refusal();
    const Real G = shear_modulus(), K = ElasticConstants::bulk_modulus();

    // 1. Elastic trial.
    const Symmetric Y = isochoric(left_strain(H, Symmetric::from(state.cp_inverse)), log_one_plus(j));
    const Real mean = Y.trace() / 3;
    Symmetric d = Y.deviator();
    const Real trial = G * std::sqrt(1.5 * d.squared_norm());
    if (!std::isfinite(trial)) return refusal();

    // 2. Return; the radial stiffness carries the mean of b_e.
    const Real stiffness = 3 * G * (1 + mean);
    const PlasticStep flow = returned<plain>(*this, trial, stiffness, state, dt, supplied);
    if (flow.increment > 0) d = (1 - stiffness * flow.increment / trial) * d;
    const Real excess = unimodular_excess(d, mean);

    // 3. Stress and energy, and only then the state: a refused answer leaves it as it was.
    Response r;
    if (plain || !eos) {
      const Symmetric tau = Symmetric::identity(volumetric_stress(K, j)) + G * d;
      r = response_from(tau, F, 1.5 * G * excess + volumetric_energy(K, j));
    } else {
      r = answer_of_eos({G * d, 1.5 * G * excess, flow.heat + supplied}, F, j, state);
    }
    r.yield_stress = flow.yield_stress;
    if (r.valid && flow.increment > 0) store_flow(state, F, Symmetric::identity(1 + excess) + d, flow);
    if (!plain && r.valid) state.heat += supplied;
    if (!plain && failure) judge_flow(flow.increment, dt, F, state, r);
    return r;
  }
};

}  // namespace talus
