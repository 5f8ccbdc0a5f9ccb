// Cheaper metal: neo-Hookean elasticity, von Mises plasticity by a closed radial return on dev(b_e).
//   tau = J U' I + G dev(b_e),   (material 7, 8, 16-18)
// Source: Simo (1988), box 1. Departure: b_e keeps determinant one by its mean, (material 10), so that plastic flow
// is exactly isochoric. The plastic work equals sigma_y d(eps_p) only up to the elastic strain (about 0.3 %).
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/elastic_constants.hpp"
#include "talus/law/material/hardening/radial_return.hpp"
#include "talus/law/material/kinematics.hpp"
#include "talus/law/material/unimodular.hpp"
#include "talus/law/material/volumetric.hpp"

namespace talus {

struct NeoHookeanJ2 : ElasticConstants {
  static constexpr std::string_view name = "neo_hookean_j2";
  static constexpr std::string_view help = "metal, cheaper: neo-Hookean elasticity and von Mises plasticity";
  static constexpr bool plastic = true;

  Chosen<Hardenings> hardening;  ///< flow stress

  static constexpr auto options() {
    return std::tuple_cat(elastic_options(), std::tuple{required("hardening", &NeoHookeanJ2::hardening,
                                                                 "flow stress over plastic strain")});
  }

  [[nodiscard]] Response respond(const Mat3& F, MaterialState& state, Real /*dt*/) const {
    const Mat3 H = F - Mat3::Identity();
    const Real j = volume_strain(H);
    if (!admissible(j)) return refusal();
    const Real G = shear_modulus(), K = bulk_modulus();

    // 1. Elastic trial.
    const Symmetric Y = isochoric(left_strain(H, Symmetric::from(state.cp_inverse)), log_one_plus(j));
    const Real mean = Y.trace() / 3;
    Symmetric d = Y.deviator();
    const Real trial = G * std::sqrt(1.5 * d.squared_norm());
    if (!std::isfinite(trial)) return refusal();

    // 2. Return; the radial stiffness carries the mean of b_e.
    const Real stiffness = 3 * G * (1 + mean);
    const PlasticStep step = radial_return(hardening, trial, stiffness, state.plastic_strain);
    if (step.increment > 0) d = (1 - stiffness * step.increment / trial) * d;
    const Real excess = unimodular_excess(d, mean);

    // 3. Stress and energy, and only then the state: a refused answer leaves it as it was.
    const Symmetric tau = Symmetric::identity(volumetric_stress(K, j)) + G * d;
    Response r = response_from(tau, F, 1.5 * G * excess + volumetric_energy(K, j));
    r.yield_stress = step.yield_stress;
    if (r.valid && step.increment > 0) store_flow(state, F, Symmetric::identity(1 + excess) + d, step.increment);
    return r;
  }
};

}  // namespace talus
