// Sums over the lanes of several packs at once, which is quicker than one by one: each step halves the number of packs,
// not the part of a pack that counts.
#pragma once

#include <array>

#include "talus/numerics/transpose.hpp"

namespace talus {

namespace detail {

/// Lane l is the sum of all lanes of row l, in the order of lane_sum().
template <int half>
inline Pack sum_rows(Pack (&rows)[lanes]) {
  for (int i = 0; i < half; ++i) {
    swap_blocks<half>(rows[i], rows[i + half], std::make_integer_sequence<int, lanes>());
    rows[i] += rows[i + half];
  }
  if constexpr (half > 1)
    return sum_rows<half / 2>(rows);
  else
    return rows[0];
}

}  // namespace detail

/// lane_sum() of each, to the bit.
template <std::size_t n>
std::array<Real, n> lane_sums(const std::array<Real, n>& a) {
  return a;
}
template <std::size_t n>
std::array<Real, n> lane_sums(const std::array<Pack, n>& a) {
  std::array<Real, n> sums;
  std::size_t k = 0;
  for (; k + lanes / 2 < n; k += lanes) {  // for fewer it does not pay
    Pack rows[lanes];
    for (std::size_t l = 0; l < lanes; ++l) rows[l] = k + l < n ? a[k + l] : Pack(0);
    const Pack all = detail::sum_rows<lanes / 2>(rows);
    for (std::size_t l = 0; l < lanes && k + l < n; ++l) sums[k + l] = all[static_cast<int>(l)];
  }
  for (; k < n; ++k) sums[k] = lane_sum(a[k]);
  return sums;
}

}  // namespace talus
