// How a law grows damage and lets go of what has failed.
#pragma once

#include <optional>
#include <type_traits>

#include "talus/law/material/elastic_constants.hpp"
#include "talus/law/material/failure/catalog.hpp"
#include "talus/law/material/response.hpp"
#include "talus/numerics/tensor.hpp"

namespace talus {

template <class T>
[[nodiscard]] ConditionOf<T> has_failed(const MaterialStateOf<T>& state) {
  return state.damage >= 1;
}

/// Calls respond() for particles that have not failed before: the others have no stress and no energy, and stay as they
/// are.
template <class T, class Respond>
[[gnu::always_inline]] inline ResponseOf<T> unless_failed(MaterialStateOf<T>& state, Respond&& respond) {
  const auto failed = has_failed(state);
  if (!anywhere(failed)) return respond();
  const MaterialStateOf<T> before = state;
  ResponseOf<T> r;
  if (anywhere(!failed)) r = respond();
  state = select(failed, before, state);
  for (int c = 0; c < 9; ++c) r.P.data()[c] = select(failed, T(0), r.P.data()[c]);
  for (T* number : {&r.energy, &r.yield_stress, &r.equivalent_stress, &r.stiffness})
    *number = select(failed, T(0), *number);
  r.valid = r.valid || failed;
  r.failed = r.failed || failed;
  return r;
}

/// Grows the damage by a step that has just been answered with `r`, unless that was a refusal. The step in which it
/// reaches one still has its full stress and energy, so that the caller that takes the particle out knows what it lets
/// go. Kept out of line: inlined into every law it would slow down those without failure.
template <class Catalogue, class T>
[[gnu::noinline]] void judge(const Chosen<Catalogue>& failure, FailurePointOf<T> at, MaterialStateOf<T>& state,
                             ResponseOf<T>& r) {
  if (!anywhere(r.valid)) return;
  // tr(tau) = P : F
  const auto stressed = r.equivalent_stress > 0;
  at.triaxiality = select(stressed, contract<T>(r.P, at.F) / (3 * select(stressed, r.equivalent_stress, T(1))), T(0));
  state.damage = select(r.valid, damage_after(failure, state.damage, at), state.damage);
  r.failed = r.valid && has_failed(state);
}

/// What a material that does not flow has beside its law: constants, and when it fails. A `Law` adds answer(F), which
/// is its response while it is whole.
template <class Law>
struct BrittleLaw : ElasticConstants {
  static constexpr bool plastic = false;

  std::optional<Chosen<ElasticFailures>> failure{};  ///< or none

  static constexpr auto options() {
    return joined(elastic_options(),
                  OptionTable{optional("failure", &BrittleLaw::failure, "when the material is gone")});
  }

  template <class T>
  [[nodiscard]] ResponseOf<T> respond(const std::type_identity_t<Mat3Of<T>>& F, MaterialStateOf<T>& state,
                                      Real /*dt*/) const {
    return failure ? judged(F, state) : law().template answer<T>(F);
  }
  [[nodiscard]] bool is_plain() const { return !failure; }

 private:
  template <class T>
  [[nodiscard]] ResponseOf<T> judged(const Mat3Of<T>& F, MaterialStateOf<T>& state) const {
    return unless_failed(state, [&] {
      ResponseOf<T> r = law().answer(F);
      judge(*failure, FailurePointOf<T>{.F = F}, state, r);
      return r;
    });
  }
  [[nodiscard]] const Law& law() const { return static_cast<const Law&>(*this); }
};

}  // namespace talus
