// What the material of a group of particles says, and what it makes of their state.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "talus/law/material/response.hpp"
#include "talus/tlsph/particle_group.hpp"

namespace talus {

/// What a material says, and the plastic strain before and after.
template <class T>
struct AnswerOf {
  ResponseOf<T> response;
  T former_strain, strain;
};

namespace detail {

template <class Material>
Response answer_alone(const Material& material, const Mat3& F, MaterialState& state, Real dt, Real supplied) {
  if constexpr (requires { material.respond(F, state, dt, supplied); })
    return material.respond(F, state, dt, supplied);
  else
    return material.respond(F, state, dt);
}

/// Plastic strain of the particles of a group.
inline Real plastic_strain_of(const std::vector<MaterialState>& states, ParticleGroup<Real> at) {
  return states[at.first].plastic_strain;
}
inline Pack plastic_strain_of(const std::vector<MaterialState>& states, ParticleGroup<Pack> at) {
  return take_component<sizeof(MaterialState) / sizeof(Real)>(&states[at.first].plastic_strain, at, 0);
}

/// The answer of a material, with the heat that it gets from outside where it keeps heat.
template <class Material>
AnswerOf<Real> answer_of(const Material& material, const Mat3& F, std::vector<MaterialState>& states,
                         ParticleGroup<Real> at, Real dt, Real supplied) {
  MaterialState& state = states[at.first];
  const Real former = state.plastic_strain;
  const Response r = answer_alone(material, F, state, dt, supplied);
  return {r, former, state.plastic_strain};
}

/// Of one that answers for packs: C_p^-1, plastic strain and heat of its state, of which the last stays as it is.
template <class Material>
AnswerOf<Pack> answer_as_pack(const Material& material, const Mat3Of<Pack>& F, std::vector<MaterialState>& states,
                              ParticleGroup<Pack> at, Real dt) {
  constexpr int size = sizeof(MaterialState) / sizeof(Real), used = 8;
  static_assert(offsetof(MaterialState, plastic_strain) == 6 * sizeof(Real));
  MaterialStateOf<Pack> state;
  if constexpr (!Material::plastic) return {material.respond(F, state, dt), 0, 0};
  Real* first = states[at.first].cp_inverse.data();
  Pack number[used];
  take_components<size, used>(first, at, number);
  std::copy_n(number, 6, state.cp_inverse.begin());
  const Pack former = number[6];
  state.plastic_strain = former;
  const AnswerOf<Pack> answer{material.respond(F, state, dt), former, state.plastic_strain};
  if (anywhere(state.plastic_strain != former)) {
    std::ranges::copy(state.cp_inverse, number);
    number[6] = state.plastic_strain;
    put_components<size, used>(first, at, number);
  }
  return answer;
}

template <class Material>
AnswerOf<Pack> answer_of(const Material& material, const Mat3Of<Pack>& F, std::vector<MaterialState>& states,
                         ParticleGroup<Pack> at, Real dt, Pack supplied) {
  if (material.takes_packs()) return answer_as_pack(material, F, states, at, dt);
  AnswerOf<Pack> answer;
  answer.former_strain = plastic_strain_of(states, at);
  answer.response.P.setZero();
  for (int l = 0; l < at.count; ++l) {
    const Response r = answer_alone(material, lane(F, l), states[at[l]], dt, supplied[l]);
    set_lane(answer.response.P, l, r.P);
    answer.response.energy.set(l, r.energy);
    answer.response.yield_stress.set(l, r.yield_stress);
    answer.response.equivalent_stress.set(l, r.equivalent_stress);
    answer.response.stiffness.set(l, r.stiffness);
    answer.response.valid.set(l, r.valid);
  }
  answer.strain = plastic_strain_of(states, at);
  return answer;
}

}  // namespace detail
}  // namespace talus
