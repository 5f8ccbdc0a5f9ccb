// Rows of numbers turned into packs of each of them, and back, as many rows as a pack has lanes: whole rows are loaded
// and stored, which is quicker than to collect every number on its own.
#pragma once

#include <utility>

#include "talus/numerics/pack_lanes.hpp"

namespace talus {

namespace detail {

/// Of a and b, `half` lanes apart in what is transposed: the blocks of so many lanes beside the diagonal change places.
template <int half, int... l>
inline void swap_blocks(Pack& a, Pack& b, std::integer_sequence<int, l...> /*lanes*/) {
  const Pack::Lanes low = __builtin_shufflevector(a.v, b.v, ((l & half) != 0 ? lanes + l - half : l)...);
  b.v = __builtin_shufflevector(a.v, b.v, ((l & half) != 0 ? lanes + l : l + half)...);
  a.v = low;
}

template <int half>
inline void transpose_blocks(Pack (&rows)[lanes]) {
  for (int i = 0; i < lanes; ++i) {
    if ((i & half) == 0) swap_blocks<half>(rows[i], rows[i + half], std::make_integer_sequence<int, lanes>());
  }
  if constexpr (half > 1) transpose_blocks<half / 2>(rows);
}

/// Calls block(c) for as many columns from c on as there are lanes, until all `count` have had their turn: some twice
/// where they do not come out even.
template <int count, class Block>
inline void for_blocks_of_columns(Block&& block) {
  static_assert(count >= lanes);
  for (int c = 0; c + lanes <= count; c += lanes) block(c);
  if constexpr (count % lanes != 0) block(count - lanes);
}

/// Component c of vectors that stand one after the other: that of lane l is number 3 l + c of the three packs.
template <int c, int... l>
inline Pack component_of(const Eigen::Array<Pack, 3, 1>& p, std::integer_sequence<int, l...> /*lanes*/) {
  const Pack::Lanes of_two = __builtin_shufflevector(p[0].v, p[1].v, (3 * l + c < 2 * lanes ? 3 * l + c : 0)...);
  return Pack::Lanes(__builtin_shufflevector(of_two, p[2].v, (3 * l + c < 2 * lanes ? l : 3 * l + c - lanes)...));
}
/// The other way round: pack k of the three.
template <int k, int... l>
inline Pack pack_of(const Vec3Of<Pack>& v, std::integer_sequence<int, l...> /*lanes*/) {
  constexpr int first = k * lanes;
  const Pack::Lanes of_two =
      __builtin_shufflevector(v[0].v, v[1].v, ((first + l) % 3 == 1 ? lanes + (first + l) / 3 : (first + l) / 3)...);
  return Pack::Lanes(__builtin_shufflevector(of_two, v[2].v, ((first + l) % 3 == 2 ? lanes + (first + l) / 3 : l)...));
}
/// Pack k of three, which have every lane of a three times.
template <int k, int... l>
inline Pack thrice(Pack a, std::integer_sequence<int, l...> /*lanes*/) {
  return Pack::Lanes(__builtin_shufflevector(a.v, a.v, ((k * lanes + l) / 3)...));
}

}  // namespace detail

/// Lane l of row k becomes lane k of row l.
inline void transpose(Pack (&rows)[lanes]) { detail::transpose_blocks<lanes / 2>(rows); }

/// Number c of the rows at row(0), row(1), ... as columns[c], of `count` numbers.
template <int count, class RowOf>
inline void load_columns(RowOf&& row, Pack* columns) {
  detail::for_blocks_of_columns<count>([&](int c) {
    Pack rows[lanes];
    for (int l = 0; l < lanes; ++l) rows[l] = load(row(l) + c);
    transpose(rows);
    for (int k = 0; k < lanes; ++k) columns[c + k] = rows[k];
  });
}

/// The other way round.
template <int count, class RowOf>
inline void store_columns(const Pack* columns, RowOf&& row) {
  detail::for_blocks_of_columns<count>([&](int c) {
    Pack rows[lanes];
    for (int k = 0; k < lanes; ++k) rows[k] = columns[c + k];
    transpose(rows);
    for (int l = 0; l < lanes; ++l) store(row(l) + c, rows[l]);
  });
}

/// The numbers of a vector, or of as many as a pack has lanes in the order in which they stand one after the other in
/// memory: in sums over all of them, and in what treats all components alike, nobody asks which is x.
template <class T>
using NumbersOf = Eigen::Array<T, 3, 1>;

inline NumbersOf<Pack> load_numbers(const Real* from) {
  return {load(from), load(from + lanes), load(from + 2 * lanes)};
}
inline void store_numbers(const NumbersOf<Pack>& p, Real* to) {
  for (int k = 0; k < 3; ++k) store(to + k * lanes, p[k]);
}
/// Lane l of a is for all three numbers of vector l.
inline NumbersOf<Pack> for_each_number(Pack a) {
  constexpr std::make_integer_sequence<int, lanes> each;
  return {detail::thrice<0>(a, each), detail::thrice<1>(a, each), detail::thrice<2>(a, each)};
}
/// The vectors as packs of their components.
inline Vec3Of<Pack> vectors_of(const NumbersOf<Pack>& p) {
  constexpr std::make_integer_sequence<int, lanes> each;
  return {detail::component_of<0>(p, each), detail::component_of<1>(p, each), detail::component_of<2>(p, each)};
}

/// As many vectors as a pack has lanes, one after the other in memory, as packs of their components.
inline Vec3Of<Pack> load_vectors(const Real* from) { return vectors_of(load_numbers(from)); }
/// The other way round.
inline void store_vectors(const Vec3Of<Pack>& v, Real* to) {
  constexpr std::make_integer_sequence<int, lanes> each;
  store(to, detail::pack_of<0>(v, each));
  store(to + lanes, detail::pack_of<1>(v, each));
  store(to + 2 * lanes, detail::pack_of<2>(v, each));
}

}  // namespace talus
