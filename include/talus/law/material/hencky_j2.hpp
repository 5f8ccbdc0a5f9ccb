// Metal: Hencky's elasticity in the logarithmic strain, von Mises plasticity by an exponential radial return.
//   Psi = K/2 (ln J)^2 + G e:e,  tau = K ln J I + 2 G e,  e = dev ln(b_e)/2,   (material 11-15)
// Sources: Weber and Anand (1990); Simo (1992). Departure: no eigenvectors near the identity, (material 13).
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/elastic_constants.hpp"
#include "talus/law/material/hardening/radial_return.hpp"
#include "talus/law/material/kinematics.hpp"
#include "talus/numerics/symmetric_function.hpp"

namespace talus {

struct HenckyJ2 : ElasticConstants {
  static constexpr std::string_view name = "hencky_j2";
  static constexpr std::string_view help = "metal: logarithmic elasticity and von Mises plasticity, the default";
  static constexpr bool plastic = true;

  Chosen<Hardenings> hardening;  ///< flow stress

  static constexpr auto options() {
    return std::tuple_cat(elastic_options(),
                          std::tuple{required("hardening", &HenckyJ2::hardening, "flow stress over plastic strain")});
  }

  [[nodiscard]] Response respond(const Mat3& F, MaterialState& state, Real /*dt*/) const {
    const Mat3 H = F - Mat3::Identity();
    const Real j = volume_strain(H);
    if (!admissible(j)) return refusal();
    const Real G = shear_modulus(), K = bulk_modulus(), log_j = log_one_plus(j);

    // 1. Elastic trial: all of the step's deformation is elastic.
    const Symmetric Y = isochoric(left_strain(H, Symmetric::from(state.cp_inverse)), log_j);
    Symmetric e = 0.5 * log_one_plus(Y).deviator();
    const Real trial = 2 * G * std::sqrt(1.5 * e.squared_norm());
    if (!std::isfinite(trial)) return refusal();

    // 2. Return along the radius, on which e keeps its direction.
    const PlasticStep step = radial_return(hardening, trial, 3 * G, state.plastic_strain);
    if (step.increment > 0) e = (1 - 3 * G * step.increment / trial) * e;

    // 3. Stress and energy, and only then the state: a refused answer leaves it as it was.
    const Symmetric tau = Symmetric::identity(K * log_j) + (2 * G) * e;
    Response r = response_from(tau, F, 0.5 * K * log_j * log_j + G * e.squared_norm());
    r.yield_stress = step.yield_stress;
    if (r.valid && step.increment > 0) store_flow(state, F, exponential(2.0 * e), step.increment);
    return r;
  }
};

}  // namespace talus
