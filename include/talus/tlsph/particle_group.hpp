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
  if (at.is_full()) {
    for (int l = 0; l < lanes; ++l) first[l * size + c] = a[l];
  } else {
    for (int l = 0; l < at.count; ++l) first[l * size + c] = a[l];
  }
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
  for (int c = 0; c < rows * columns; ++c) a.data()[c] = detail::take_component<rows * columns>(first, at, c);
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
  for (int c = 0; c < rows * columns; ++c) detail::put_component<rows * columns>(first, at, c, a.data()[c]);
}

}  // namespace talus
