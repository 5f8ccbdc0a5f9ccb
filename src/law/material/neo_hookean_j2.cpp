#include "talus/law/material/neo_hookean_j2.hpp"

namespace talus {

template <class T>
ResponseOf<T> NeoHookeanJ2::full_step(const Mat3Of<T>& F, MaterialStateOf<T>& state, Real dt, T supplied) const {
  return unless_failed(state, [&] { return step<false>(F, state, dt, supplied); });
}

template Response NeoHookeanJ2::full_step(const Mat3&, MaterialState&, Real, Real) const;
template ResponseOf<Pack> NeoHookeanJ2::full_step(const Mat3Of<Pack>&, MaterialStateOf<Pack>&, Real, Pack) const;

}  // namespace talus
