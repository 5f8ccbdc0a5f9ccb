// Metal: Hencky's elasticity in the logarithmic strain, von Mises plasticity by an exponential radial return.
//   Psi = K/2 (ln J)^2 + G e:e,  tau = K ln J I + 2 G e,  e = dev ln(b_e)/2,   (material 11-15)
// Sources: Weber and Anand (1990); Simo (1992). Departure: no eigenvectors near the identity, (material 13).
#pragma once

#include <type_traits>

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
    const T log_j = log_one_plus(j);

    // 1. Elastic trial: all of the step's deformation is elastic.
    S e = T(0.5) * log_deviator(elastic_left_strain(H, state));
    const T norm2 = e.squared_norm(), trial2 = 6 * G * G * norm2;
    const auto strained = trial2 > std::numeric_limits<Real>::min();
    const T per_trial = inverse_sqrt(select(strained, trial2, T(1)));  // for a root one would wait, and then divide
    const T trial = select(strained, trial2 * per_trial, trial2);
    const auto known = sound && is_finite(trial);
    if (!anywhere(known)) return refusal<T>();

    // 2. Return along the radius, on which e keeps its direction.
    const PlasticStepOf<T> flow = returned<plain>(*this, select(known, trial, T(0)), T(3 * G), state, dt, supplied);
    const auto flows = flow.increment > 0;
    T stress = trial, energy = G * norm2;
    if (anywhere(flows)) {
      stress = select(flows, trial - 3 * G * flow.increment, trial);
      const T share = select(flows, stress * per_trial, T(1));
      e = share * e;
      energy *= share * share;
    }

    // 3. Stress and energy, and only then the state: a refused answer leaves it as it was.
    const auto elastic = [&] {
      return response_from<T>(S::identity(K * log_j) + (2 * G) * e, F, 0.5 * K * log_j * log_j + energy, stress);
    };
    ResponseOf<T> r;
    if constexpr (plain) {
      r = elastic();
    } else if (!eos) {
      r = elastic();
    } else {
      r = answer_of_eos<T>({(2 * G) * e, energy, flow.heat + supplied}, F, j, state);
    }
    r.valid = r.valid && sound;
    r.yield_stress = flow.yield_stress;
    r.yield_before = flow.yield_before;
    if (anywhere(r.valid && flows)) store_flow(state, F, log_j, exponential(T(2) * e), flow, r.valid && flows);
    if constexpr (!plain) {
      state.heat = select(r.valid, state.heat + supplied, state.heat);
      if (failure) judge_flow(flow.increment, dt, F, state, r);
    }
    return r;
  }
};

}  // namespace talus
