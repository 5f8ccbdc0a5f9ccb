// The way between memory and packs (pack.hpp), and between a pack and its lanes; the same for a single number, so that
// a loop over particles is written once.
#pragma once

#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "talus/numerics/pack.hpp"

namespace talus {

template <class T>
using Mat3Of = Eigen::Matrix<T, 3, 3>;

/// Numbers in a T.
template <class T>
inline constexpr int width = std::is_same_v<T, Pack> ? lanes : 1;

template <class T>
struct SymmetricOf;
namespace detail {
template <class A>
struct NumberOf {
  using type = A;
};
template <class T>
struct NumberOf<SymmetricOf<T>> {
  using type = T;
};
}  // namespace detail
/// Numbers side by side in a tensor of T.
template <class A>
inline constexpr int width_of = width<typename detail::NumberOf<A>::type>;

/// What a comparison of two T gives.
template <class T>
using ConditionOf = decltype(std::declval<T>() < std::declval<T>());

inline Real lane(Real a, int /*l*/) { return a; }
inline Real lane(Pack a, int l) { return a[l]; }
inline bool lane(bool a, int /*l*/) { return a; }
inline bool lane(Mask a, int l) { return a[l]; }
inline void set_lane(Real& a, int /*l*/, Real value) { a = value; }
inline void set_lane(Pack& a, int l, Real value) { a.set(l, value); }

inline Mat3 lane(const Mat3& A, int /*l*/) { return A; }
inline Mat3 lane(const Mat3Of<Pack>& A, int l) {
  Mat3 one;
  for (int c = 0; c < 9; ++c) one.data()[c] = A.data()[c][l];
  return one;
}
inline void set_lane(Mat3Of<Pack>& A, int l, const Mat3& one) {
  for (int c = 0; c < 9; ++c) A.data()[c].set(l, one.data()[c]);
}

/// Of all lanes, pairs first: the same order on every machine with as many lanes.
inline Real lane_sum(Real a) { return a; }
inline Real lane_sum(Pack a) {
  for (int half = lanes / 2; half > 0; half /= 2) {
    for (int l = 0; l < half; ++l) a.v[l] += a.v[l + half];
  }
  return a.v[0];
}
inline Real lane_min(Real a) { return a; }
inline Real lane_min(Pack a) {
  Real least = a.v[0];
  for (int l = 1; l < lanes; ++l) least = a.v[l] < least ? a.v[l] : least;
  return least;
}

/// result = function(a) in the lanes where the condition holds, one by one: for the rare and for what has no vector
/// form.
template <class Condition, class A, class T, class Function>
inline void replace(Condition where, const A& a, T& result, Function&& function) {
  if (!anywhere(where)) return;
  for (int l = 0; l < width_of<A>; ++l) {
    if (lane(where, l)) set_lane(result, l, function(lane(a, l)));
  }
}

inline Pack load(const Real* from) {
  Pack a;
  std::memcpy(&a.v, from, sizeof a.v);
  return a;
}
inline void store(Real* to, Pack a) { std::memcpy(to, &a.v, sizeof a.v); }

/// To memory that is not read for a while: past the caches, which need not fetch it first. Another thread
/// reads it only after a barrier.
inline void stream(Pack& to, Pack a) {
#if defined(__AVX512F__)
  _mm512_stream_pd(reinterpret_cast<Real*>(&to), a.v);
#elif defined(__AVX__)
  _mm256_stream_pd(reinterpret_cast<Real*>(&to), a.v);
#else
  to = a;
#endif
}
inline void stream(Vec3Of<Pack>& to, const Vec3Of<Pack>& v) {
  for (int c = 0; c < 3; ++c) stream(to[c], v[c]);
}

/// from[0], from[stride], from[2 stride], ...
template <std::size_t... l>
inline Pack load_strided(const Real* from, std::ptrdiff_t stride, std::index_sequence<l...> /*lanes*/) {
  return Pack::Lanes{from[static_cast<std::ptrdiff_t>(l) * stride]...};
}

/// from[at[0] * stride], from[at[1] * stride], ...
template <std::size_t... l>
inline Pack load_at(const Real* from, std::ptrdiff_t stride, const Index* at, std::index_sequence<l...> /*lanes*/) {
  return Pack::Lanes{from[at[l] * stride]...};
}
inline Pack load_at(const std::vector<Real>& field, const Index* at) {
  return load_at(field.data(), 1, at, std::make_index_sequence<lanes>());
}
inline Vec3Of<Pack> load_at(const std::vector<Vec3>& field, const Index* at) {
  const Real* first = field.data()->data();
  const auto component = [&](int c) { return load_at(first + c, 3, at, std::make_index_sequence<lanes>()); };
  return {component(0), component(1), component(2)};
}

}  // namespace talus
