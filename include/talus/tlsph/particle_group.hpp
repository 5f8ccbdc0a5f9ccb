// One particle, or as many side by side in memory as a pack has lanes: what is stored for them, as a T.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "talus/numerics/packed_rows.hpp"
#include "talus/numerics/transpose.hpp"

namespace talus {

template <class T>
struct ParticleGroup {
  Index first = 0;
  int count = width<T>;  ///< fewer than lanes at the end of a body

  /// The particle in lane l; lanes beyond the last repeat it.
  Index operator[](int l) const { return first + (l < count ? l : count - 1); }
  [[nodiscard]] bool is_full() const { return count == width<T>; }
};

/// Calls use(group) for particles [first, last): for as many at a time as a pack has lanes, for the rest one by one.
template <class Use>
void for_groups(Index first, Index last, Use&& use) {
  Index i = first;
  for (; i + lanes <= last; i += lanes) use(ParticleGroup<Pack>{i});
  for (; i < last; ++i) use(ParticleGroup<Real>{i});
}

inline Real take(const std::vector<Real>& field, ParticleGroup<Real> at) { return field[at.first]; }
inline Pack take(const std::vector<Real>& field, ParticleGroup<Pack> at) {
  if (at.is_full()) return load(field.data() + at.first);
  Pack a;
  for (int l = 0; l < lanes; ++l) a.set(l, field[at[l]]);
  return a;
}
inline void put(Real* field, ParticleGroup<Real> at, Real a) { field[at.first] = a; }
inline void put(Real* field, ParticleGroup<Pack> at, Pack a) {
  if (at.is_full()) return store(field + at.first, a);
  for (int l = 0; l < at.count; ++l) field[at.first + l] = a[l];
}
template <class T>
inline void put(std::vector<Real>& field, ParticleGroup<T> at, const T& a) {
  put(field.data(), at, a);
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
  const Real* first = field[at.first].data();
  if constexpr (rows == 3 && columns == 1) {
    if (at.is_full()) return load_vectors(first);
  }
  Eigen::Matrix<Pack, rows, columns> a;
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
  if constexpr (rows == 3 && columns == 1) {
    if (at.is_full()) return store_vectors(a, first);
  }
  detail::put_components<rows * columns, rows * columns>(first, at, a.data());
}

/// Vectors without the transposition into components; a pack of particles must be full.
inline NumbersOf<Real> numbers(const std::vector<Vec3>& field, ParticleGroup<Real> at) {
  return field[at.first].array();
}
inline NumbersOf<Pack> numbers(const std::vector<Vec3>& field, ParticleGroup<Pack> at) {
  return load_numbers(field[at.first].data());
}
inline void put_numbers(std::vector<Vec3>& field, ParticleGroup<Real> at, const NumbersOf<Real>& a) {
  field[at.first] = a.matrix();
}
inline void put_numbers(std::vector<Vec3>& field, ParticleGroup<Pack> at, const NumbersOf<Pack>& a) {
  store_numbers(a, field[at.first].data());
}
inline NumbersOf<Real> for_each_number(Real a) { return NumbersOf<Real>::Constant(a); }
inline Vec3 vectors_of(const NumbersOf<Real>& a) { return a.matrix(); }

inline Mat3 take(const PackedRows<Mat3>& rows, ParticleGroup<Real> at) { return rows[at.first]; }
inline Mat3Of<Pack> take(const PackedRows<Mat3>& rows, ParticleGroup<Pack> at) {
  Mat3Of<Pack> a;
  for (int c = 0; c < 9; ++c) a.data()[c] = rows.load(at.first, c);
  return a;
}
inline void put(PackedRows<Mat3>& rows, ParticleGroup<Real> at, const Mat3& a) { rows.set(at.first, a); }
inline void put(PackedRows<Mat3>& rows, ParticleGroup<Pack> at, const Mat3Of<Pack>& a) {
  for (int c = 0; c < 9; ++c) rows.store(at.first, c, a.data()[c]);
}

}  // namespace talus
