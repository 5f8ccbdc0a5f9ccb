// Laws written for one contact at a time, evaluated for a pack of them: lane by lane. All that goes in and out of a law
// is made of numbers T only, so that a lane of it lies where the layout of the single one says.
#pragma once

#include "talus/numerics/pack.hpp"

namespace talus {

/// What stands in one lane of an aggregate of packs, as the same of numbers.
template <class One, class Packs>
[[nodiscard]] One lane_as(const Packs& packs, int l) {
  static_assert(sizeof packs == lanes * sizeof(One));
  One one;
  const auto* from = reinterpret_cast<const Real*>(&packs) + l;
  auto* to = reinterpret_cast<Real*>(&one);
  for (std::size_t k = 0; k < sizeof one / sizeof(Real); ++k) to[k] = from[k * lanes];
  return one;
}

template <template <class> class Of>
[[nodiscard]] Of<Real> lane(const Of<Pack>& packs, int l) {
  return lane_as<Of<Real>>(packs, l);
}

template <class One, class Packs>
void set_lane(Packs& packs, int l, const One& one) {
  static_assert(sizeof packs == lanes * sizeof one);
  auto* to = reinterpret_cast<Real*>(&packs) + l;
  const auto* from = reinterpret_cast<const Real*>(&one);
  for (std::size_t k = 0; k < sizeof one / sizeof(Real); ++k) to[k * lanes] = from[k];
}

/// law.evaluate(history, seen...) of a law that knows single contacts only. It gets copies of what it sees: packs that
/// are taken apart lie in memory, and the caller's would have to lie there, too, whichever law it calls.
template <template <class> class Answer, class Law, class History, class... Seen>
[[gnu::noinline]] Answer<Pack> evaluate_one_by_one(const Law& law, History& history, Seen... seen) {
  Answer<Pack> answers;
  for (int l = 0; l < lanes; ++l) {
    auto memory = lane(history, l);
    set_lane(answers, l, law.evaluate(memory, lane(seen, l)...));
    set_lane(history, l, memory);
  }
  return answers;
}

/// law.evaluate(history, seen...), of a law for any T or of one that knows single contacts only.
template <template <class> class Answer, class T, class Law, class History, class... Seen>
Answer<T> evaluate_lanes(const Law& law, History& history, const Seen&... seen) {
  if constexpr (requires { law.evaluate(history, seen...); })
    return law.evaluate(history, seen...);
  else
    return evaluate_one_by_one<Answer>(law, history, seen...);
}

}  // namespace talus
