// What the material of a group of particles says, and what it makes of their state.
#pragma once

#include <cstddef>

#include "talus/law/material/response.hpp"
#include "talus/tlsph/particle_group.hpp"

namespace talus {

/// What a material says, and the plastic strain before and after.
template <class T>
struct AnswerOf {
  ResponseOf<T> response;
  T former_strain, strain;
};

/// The elastic part of the hourglass control never falls below this share of its own (tlsph 6).
inline constexpr Real smallest_secant = 0.01;

/// Secant modulus of yielded material over the elastic one (tlsph 6).
template <class T>
T secant_ratio(T equivalent_stress, Real shear_modulus, T plastic_strain) {
  const auto yielded = plastic_strain > 0;
  if (!anywhere(yielded)) return 1;
  const T stiffer = equivalent_stress + 3 * shear_modulus * plastic_strain;
  return select(yielded, max(T(smallest_secant), equivalent_stress / select(yielded, stiffer, T(1))), T(1));
}

namespace detail {

template <class Material>
Response answer_alone(const Material& material, const Mat3& F, MaterialState& state, Real dt, Real supplied) {
  if constexpr (requires { material.respond(F, state, dt, supplied); })
    return material.respond(F, state, dt, supplied);
  else
    return material.respond(F, state, dt);
}

/// Asks for what a material reads of states: packs take the plastic strain and, where it is not zero, C_p^-1.
template <class Material>
[[gnu::always_inline]] inline void call_state(const PackedRows<MaterialState>& states, const Material& material,
                                              Index first, bool has_flowed) {
  static_assert(offsetof(MaterialState, plastic_strain) == 6 * sizeof(Real));
  if (!material.takes_packs())
    states.call_ahead(first);
  else if (Material::plastic)
    states.call_ahead(first, has_flowed ? 0 : 6, 7);
}

/// The answer of a material, with the heat that it gets from outside where it keeps heat.
template <class Material>
AnswerOf<Real> answer_of(const Material& material, const Mat3& F, PackedRows<MaterialState>& states,
                         ParticleGroup<Real> at, Real dt, Real supplied) {
  MaterialState state = states[at.first];
  const Real former = state.plastic_strain;
  const Response r = answer_alone(material, F, state, dt, supplied);
  states.set(at.first, state);
  return {r, former, state.plastic_strain};
}

/// Of one that answers for packs.
template <class Material>
AnswerOf<Pack> answer_as_pack(const Material& material, const Mat3Of<Pack>& F, PackedRows<MaterialState>& states,
                              ParticleGroup<Pack> at, Real dt) {
  MaterialStateOf<Pack> state;
  if constexpr (!Material::plastic) return {material.respond(F, state, dt), 0, 0};
  const Pack former = states.load(at.first, 6);
  state.plastic_strain = former;
  if (anywhere(former > 0)) {  // else it is I
    for (int c = 0; c < 6; ++c) state.cp_inverse[c] = states.load(at.first, c);
  }
  const AnswerOf<Pack> answer{material.respond(F, state, dt), former, state.plastic_strain};
  if (anywhere(state.plastic_strain != former)) {
    for (int c = 0; c < 6; ++c) states.store(at.first, c, state.cp_inverse[c]);
    states.store(at.first, 6, state.plastic_strain);
  }
  return answer;
}

template <class Material>
AnswerOf<Pack> answer_of(const Material& material, const Mat3Of<Pack>& F, PackedRows<MaterialState>& states,
                         ParticleGroup<Pack> at, Real dt, Pack supplied) {
  if (material.takes_packs()) return answer_as_pack(material, F, states, at, dt);
  AnswerOf<Pack> answer;
  answer.former_strain = states.load(at.first, 6);
  answer.response.P.setZero();
  for (int l = 0; l < at.count; ++l) {
    MaterialState state = states[at[l]];
    const Response r = answer_alone(material, lane(F, l), state, dt, supplied[l]);
    states.set(at[l], state);
    set_lane(answer.response.P, l, r.P);
    answer.response.energy.set(l, r.energy);
    answer.response.yield_stress.set(l, r.yield_stress);
    answer.response.equivalent_stress.set(l, r.equivalent_stress);
    answer.response.stiffness.set(l, r.stiffness);
    answer.response.valid.set(l, r.valid);
  }
  answer.strain = states.load(at.first, 6);
  return answer;
}

}  // namespace detail
}  // namespace talus
