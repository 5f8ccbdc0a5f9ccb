// Metal: Hencky's elasticity in the logarithmic strain, von Mises plasticity by an exponential radial return.
//   Psi = K/2 (ln J)^2 + G e:e,  tau = K ln J I + 2 G e,  e = dev ln(b_e)/2,   (material 11-15)
// Sources: Weber and Anand (1990); Simo (1992). Departure: no eigenvectors near the identity, (material 13).
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/hardening/radial_return.hpp"
#include "talus/law/material/kinematics.hpp"
#include "talus/numerics/symmetric_function.hpp"

namespace talus {

struct HenckyJ2 : MetalConstants {
  static constexpr std::string_view name = "hencky_j2";
  static constexpr std::string_view help = "metal: logarithmic elasticity and von Mises plasticity, the default";
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
    const Real G = shear_modulus(), K = ElasticConstants::bulk_modulus(), log_j = log_one_plus(j);

    // 1. Elastic trial: all of the step's deformation is elastic.
    const Symmetric Y = isochoric(left_strain(H, Symmetric::from(state.cp_inverse)), log_j);
    Symmetric e = 0.5 * log_one_plus(Y).deviator();
    const Real trial = 2 * G * std::sqrt(1.5 * e.squared_norm());
    if (!std::isfinite(trial)) return refusal();

    // 2. Return along the radius, on which e keeps its direction.
    const PlasticStep flow = returned<plain>(*this, trial, 3 * G, state, dt, supplied);
    if (flow.increment > 0) e = (1 - 3 * G * flow.increment / trial) * e;

    // 3. Stress and energy, and only then the state: a refused answer leaves it as it was.
    Response r;
    if (plain || !eos) {
      const Symmetric tau = Symmetric::identity(K * log_j) + (2 * G) * e;
      r = response_from(tau, F, 0.5 * K * log_j * log_j + G * e.squared_norm());
    } else {
      r = answer_of_eos({(2 * G) * e, G * e.squared_norm(), flow.heat + supplied}, F, j, state);
    }
    r.yield_stress = flow.yield_stress;
    if (r.valid && flow.increment > 0) store_flow(state, F, exponential(2.0 * e), flow);
    if (!plain && r.valid) state.heat += supplied;
    if (!plain && failure) judge_flow(flow.increment, dt, F, state, r);
    return r;
  }
};

}  // namespace talus
