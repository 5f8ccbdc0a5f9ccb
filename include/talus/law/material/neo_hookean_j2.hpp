// Cheaper metal: neo-Hookean elasticity, von Mises plasticity by a closed radial return on dev(b_e).
//   tau = J U' I + G dev(b_e),   (material 7, 8, 16-18)
// Source: Simo (1988), box 1. Departure: b_e keeps determinant one by its mean, (material 10), so that plastic flow
// is exactly isochoric. The plastic work equals sigma_y d(eps_p) only up to the elastic strain (about 0.3 %).
#pragma once

#include <type_traits>

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
  template <class T>
  [[nodiscard]] ResponseOf<T> respond(const std::type_identity_t<Mat3Of<T>>& F, MaterialStateOf<T>& state, Real dt,
                                      std::type_identity_t<T> supplied = 0) const {
    return is_plain() ? step<true>(F, state, dt, T(0)) : full_step(F, state, dt, supplied);
  }

 private:
  /// With everything that a metal can have, in a file of its own so that the plain path stays small and inlined.
  template <class T>
  ResponseOf<T> full_step(const Mat3Of<T>& F, MaterialStateOf<T>& state, Real dt, T supplied) const;

  template <bool plain, class T>
  [[gnu::always_inline]] ResponseOf<T> step(const Mat3Of<T>& F, MaterialStateOf<T>& state, Real dt, T supplied) const {
    using S = SymmetricOf<T>;
    const Mat3Of<T> H = F - Mat3Of<T>::Identity();
    const T volume = volume_strain(H);
    const auto sound = admissible(volume);
    if (!anywhere(sound)) return refusal<T>();
    const T j = select(sound, volume, T(0));
    const Real G = shear_modulus(), K = ElasticConstants::bulk_modulus();

    // 1. Elastic trial.
    const T log_j = log_one_plus(j);
    const S Y = isochoric(elastic_left_strain(H, state), log_j);
    const T mean = Y.trace() / 3;
    S d = Y.deviator();
    const T trial = G * sqrt(1.5 * d.squared_norm());
    const auto known = sound && is_finite(trial);
    if (!anywhere(known)) return refusal<T>();

    // 2. Return; the radial stiffness carries the mean of b_e.
    const T stiffness = 3 * G * (1 + mean);
    const PlasticStepOf<T> flow = returned<plain>(*this, select(known, trial, T(0)), stiffness, state, dt, supplied);
    d = select(flow.increment > 0, (1 - stiffness * flow.increment / trial) * d, d);
    const T excess = unimodular_excess(d, mean);

    // 3. Stress and energy, and only then the state: a refused answer leaves it as it was.
    const auto elastic = [&] {
      return response_from(S::identity(volumetric_stress(K, j)) + G * d, F, 1.5 * G * excess + volumetric_energy(K, j));
    };
    ResponseOf<T> r;
    if constexpr (plain) {
      r = elastic();
    } else if (!eos) {
      r = elastic();
    } else {
      r = answer_of_eos<T>({G * d, 1.5 * G * excess, flow.heat + supplied}, F, j, state);
    }
    r.valid = r.valid && sound;
    r.yield_stress = flow.yield_stress;
    r.yield_before = flow.yield_before;
    if (anywhere(r.valid && flow.increment > 0))
      store_flow(state, F, log_j, S::identity(1 + excess) + d, flow, r.valid && flow.increment > 0);
    if constexpr (!plain) {
      state.heat = select(r.valid, state.heat + supplied, state.heat);
      if (failure) judge_flow(flow.increment, dt, F, state, r);
    }
    return r;
  }
};

}  // namespace talus
