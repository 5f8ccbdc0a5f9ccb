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

/// With the heat that it gets from outside where it keeps heat.
template <class Material, class T>
ResponseOf<T> respond_to(const Material& material, const Mat3Of<T>& F, MaterialStateOf<T>& state, Real dt, T supplied) {
  if constexpr (requires { material.respond(F, state, dt, supplied); })
    return material.respond(F, state, dt, supplied);
  else
    return material.respond(F, state, dt);
}

/// What a plain material reads of states: C_p^-1 and the plastic strain of particles that have flowed, of others the
/// plastic strain alone.
inline constexpr int first_of_plain = 6, end_of_plain = 7;
static_assert(offsetof(MaterialState, plastic_strain) == first_of_plain * sizeof(Real));

/// How many numbers of a state, from the first on, a material reads or changes.
template <class Material>
int state_numbers(const Material& material) {
  if (!material.is_plain()) return PackedRows<MaterialState>::count;
  return Material::plastic ? end_of_plain : 0;
}

/// Asks for what a material reads of states.
template <class Material>
[[gnu::always_inline]] inline void call_state(const PackedRows<MaterialState>& states, const Material& material,
                                              Index first, bool has_flowed) {
  if (!material.is_plain())
    states.call_ahead(first);
  else if (Material::plastic)
    states.call_ahead(first, has_flowed ? 0 : first_of_plain, end_of_plain);
}

/// The answer of a plain material to a pack.
template <class Material>
AnswerOf<Pack> plain_answer_of(const Material& material, const Mat3Of<Pack>& F, PackedRows<MaterialState>& states,
                               ParticleGroup<Pack> at, Real dt) {
  MaterialStateOf<Pack> state;
  if constexpr (!Material::plastic) return {material.respond(F, state, dt), 0, 0};
  const Pack former = states.load(at.first, first_of_plain);
  state.plastic_strain = former;
  if (anywhere(former > 0)) {  // else it is I
    for (int c = 0; c < first_of_plain; ++c) state.cp_inverse[c] = states.load(at.first, c);
  }
  const AnswerOf<Pack> answer{material.respond(F, state, dt), former, state.plastic_strain};
  if (anywhere(state.plastic_strain != former)) {
    for (int c = 0; c < first_of_plain; ++c) states.store(at.first, c, state.cp_inverse[c]);
    states.store(at.first, first_of_plain, state.plastic_strain);
  }
  return answer;
}

/// The same of any.
template <class Material>
AnswerOf<Pack> answer_of(const Material& material, const Mat3Of<Pack>& F, PackedRows<MaterialState>& states,
                         ParticleGroup<Pack> at, Real dt, Pack supplied) {
  if (material.is_plain()) return plain_answer_of(material, F, states, at, dt);
  MaterialStateOf<Pack> state = states.load_rows<MaterialStateOf<Pack>>(at.first);
  const Pack former = state.plastic_strain;
  const ResponseOf<Pack> r = respond_to<Material, Pack>(material, F, state, dt, supplied);
  states.store_rows(at.first, state);
  return {r, former, state.plastic_strain};
}

}  // namespace detail
}  // namespace talus
