// Packs that begin between two packs in memory.
#pragma once

#include <utility>

#include "talus/numerics/pack_lanes.hpp"

namespace talus {

namespace detail {
template <int n, std::size_t... l>
inline Pack lanes_from(Pack a, Pack b, std::index_sequence<l...> /*lanes*/) {
  return Pack::Lanes(__builtin_shufflevector(a.v, b.v, (n + static_cast<int>(l))...));
}
}  // namespace detail

/// Lanes n, n + 1, ... of a, and then those of b, which follows it.
template <int n>
inline Pack lanes_from(Pack a, Pack b) {
  return detail::lanes_from<n>(a, b, std::make_index_sequence<lanes>());
}

}  // namespace talus
