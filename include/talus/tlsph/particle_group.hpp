// One particle, or as many side by side in memory as a pack has lanes: what is stored for them, as a T.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "talus/numerics/pack_lanes.hpp"

namespace talus {

template <class T>
struct ParticleGroup {
  Index first = 0;
  int count = width<T>;  ///< fewer than lanes at the end of a body

  /// The particle in lane l; lanes beyond the last repeat it.
  Index operator[](int l) const { return first + (l < count ? l : count - 1); }
  [[nodiscard]] bool is_full() const { return count == width<T>; }
};

inline Real take(const std::vector<Real>& field, ParticleGroup<Real> at) { return field[at.first]; }
inline Pack take(const std::vector<Real>& field, ParticleGroup<Pack> at) {
  if (at.is_full()) return load(field.data() + at.first);
  Pack a;
  for (int l = 0; l < lanes; ++l) a.set(l, field[at[l]]);
  return a;
}
inline void put(std::vector<Real>& field, ParticleGroup<Real> at, Real a) { field[at.first] = a; }
inline void put(std::vector<Real>& field, ParticleGroup<Pack> at, Pack a) {
  if (at.is_full()) return store(field.data() + at.first, a);
  for (int l = 0; l < at.count; ++l) field[at.first + l] = a[l];
}

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

/// Lane l of row k becomes lane k of row l.
inline void transpose(Pack (&rows)[lanes]) { transpose_blocks<lanes / 2>(rows); }

/// Component c of structures of `size` numbers.
template <int size>
inline Pack take_component(const Real* first, ParticleGroup<Pack> at, int c) {
  if (at.is_full()) return load_strided(first + c, size, std::make_index_sequence<lanes>());
  Pack a;
  for (int l = 0; l < lanes; ++l) a.set(l, first[(at[l] - at.first) * size + c]);
  return a;
}
template <int size>
inline void put_component(Real* first, ParticleGroup<Pack> at, int c, Pack a) {
  for (int l = 0; l < at.count; ++l) first[l * size + c] = a[l];
}

/// The first `count` components: as many as there are lanes at a time as rows, which are loaded whole.
template <int size, int count>
inline void take_components(const Real* first, ParticleGroup<Pack> at, Pack* a) {
  int c = 0;
  for (; at.is_full() && c + lanes <= count; c += lanes) {
    Pack rows[lanes];
    for (int l = 0; l < lanes; ++l) rows[l] = load(first + l * size + c);
    transpose(rows);
    for (int l = 0; l < lanes; ++l) a[c + l] = rows[l];
  }
  for (; c < count; ++c) a[c] = take_component<size>(first, at, c);
}
template <int size, int count>
inline void put_components(Real* first, ParticleGroup<Pack> at, const Pack* a) {
  int c = 0;
  for (; at.is_full() && c + lanes <= count; c += lanes) {
    Pack rows[lanes];
    for (int l = 0; l < lanes; ++l) rows[l] = a[c + l];
    transpose(rows);
    for (int l = 0; l < lanes; ++l) store(first + l * size + c, rows[l]);
  }
  for (; c < count; ++c) put_component<size>(first, at, c, a[c]);
}

}  // namespace detail

template <int rows, int columns>
inline Eigen::Matrix<Real, rows, columns> take(const std::vector<Eigen::Matrix<Real, rows, columns>>& field,
                                               ParticleGroup<Real> at) {
  return field[at.first];
}
template <int rows, int columns>
inline Eigen::Matrix<Pack, rows, columns> take(const std::vector<Eigen::Matrix<Real, rows, columns>>& field,
                                               ParticleGroup<Pack> at) {
  Eigen::Matrix<Pack, rows, columns> a;
  const Real* first = field[at.first].data();
  detail::take_components<rows * columns, rows * columns>(first, at, a.data());
  return a;
}
template <int rows, int columns>
inline void put(std::vector<Eigen::Matrix<Real, rows, columns>>& field, ParticleGroup<Real> at,
                const Eigen::Matrix<Real, rows, columns>& a) {
  field[at.first] = a;
}
template <int rows, int columns>
inline void put(std::vector<Eigen::Matrix<Real, rows, columns>>& field, ParticleGroup<Pack> at,
                const Eigen::Matrix<Pack, rows, columns>& a) {
  Real* first = field[at.first].data();
  detail::put_components<rows * columns, rows * columns>(first, at, a.data());
}

}  // namespace talus
