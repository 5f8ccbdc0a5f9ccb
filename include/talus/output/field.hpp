// One array of a frame: a name and a way to fill it. Nothing is copied before the writer asks, and then straight
// into the writer's own float32 buffer.
#pragma once

#include <concepts>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "talus/core/types.hpp"
#include "talus/numerics/quaternion.hpp"

namespace talus {

/// `size` entries of `components` numbers: 1 scalar, 3 vector, 4 quaternion (w x y z, as glyphs of VTK read them),
/// 6 symmetric tensor (xx yy zz xy yz xz), 9 tensor by rows.
struct Field {
  std::string name;
  int components = 1;
  std::size_t size = 0;
  /// Writes the numbers of entries [from, to), one after the other; called from several threads. Blocks of all fields
  /// of a frame are filled in turn, so that what several of them read is fetched once.
  std::function<void(Index from, Index to, float* out)> fill;
  /// What becomes of all numbers before they are written, where there is anything to do: called while the run goes on,
  /// so that what it reads has to stay as it is.
  std::function<void(std::span<float>)> finish{};
};

/// A tensor of which only the symmetric part is meant; marks the six-component layout.
struct SymmetricTensor {
  Mat3 value;
};

namespace field_detail {

inline constexpr int components_of(std::type_identity<Vec3>) { return 3; }
inline constexpr int components_of(std::type_identity<Quaternion>) { return 4; }
inline constexpr int components_of(std::type_identity<SymmetricTensor>) { return 6; }
inline constexpr int components_of(std::type_identity<Mat3>) { return 9; }
template <class T>
requires std::is_arithmetic_v<T>
constexpr int components_of(std::type_identity<T>) { return 1; }

template <class T>
requires std::is_arithmetic_v<T>
void store(T value, float* out) { *out = static_cast<float>(value); }
inline void store(const Vec3& v, float* out) {
  for (int k = 0; k < 3; ++k) out[k] = static_cast<float>(v[k]);
}
inline void store(const Quaternion& q, float* out) {
  const Real parts[] = {q.w(), q.x(), q.y(), q.z()};
  for (int k = 0; k < 4; ++k) out[k] = static_cast<float>(parts[k]);
}
inline void store(const Mat3& a, float* out) {
  for (int k = 0; k < 9; ++k) out[k] = static_cast<float>(a(k / 3, k % 3));
}
inline void store(const SymmetricTensor& s, float* out) {
  constexpr int row[] = {0, 1, 2, 0, 1, 0};
  constexpr int column[] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; ++k) {
    out[k] = static_cast<float>(0.5 * (s.value(row[k], column[k]) + s.value(column[k], row[k])));
  }
}

}  // namespace field_detail

/// An array that `value(i)` (a number, Vec3, Quaternion, SymmetricTensor or Mat3) makes while the frame is written.
/// `value` is called from several threads.
template <std::invocable<Index> F>
Field computed_field(std::string name, std::size_t size, F value) {
  using T = std::remove_cvref_t<std::invoke_result_t<F, Index>>;
  constexpr int components = field_detail::components_of(std::type_identity<T>{});
  auto fill = [value = std::move(value)](Index from, Index to, float* out) {
    for (Index i = from; i < to; ++i, out += components) field_detail::store(value(i), out);
  };
  return {std::move(name), components, size, std::move(fill)};
}

/// A stored array: span of numbers, Vec3 or Mat3.
template <class T>
Field stored_field(std::string name, std::span<const T> values) {
  return computed_field(std::move(name), values.size(), [values](Index i) -> const T& { return values[i]; });
}
template <class Container>
Field stored_field(std::string name, const Container& values) {
  return stored_field(std::move(name), std::span<const typename Container::value_type>(values));
}

/// A flat array of size * components numbers, entry by entry.
inline Field flat_field(std::string name, int components, std::span<const Real> values) {
  auto fill = [values, components](Index from, Index to, float* out) {
    for (const Real value : values.subspan(std::size_t(from) * components, std::size_t(to - from) * components)) {
      *out++ = static_cast<float>(value);
    }
  };
  return {std::move(name), components, values.size() / static_cast<std::size_t>(components), std::move(fill)};
}

}  // namespace talus
