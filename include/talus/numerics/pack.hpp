// Numbers side by side: a pack holds as many as the processor works on at once and computes like one of them, so that a
// formula written for `T` serves a single number and a pack alike. What is a branch for one is a choice for many:
//
//   select(a < b, x, y)       x in lanes where the condition holds, y in the others
//   if (anywhere(a < b)) { ... }   spares work that few lanes need; within it `select` keeps the others
//
// Lanes never mix: a result does not depend on what stands beside it.
#pragma once

#include <cmath>

#include "talus/core/types.hpp"

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace talus {

#if defined(__AVX512F__)
inline constexpr int lanes = 8;
#elif defined(__AVX__)
inline constexpr int lanes = 4;
#else
inline constexpr int lanes = 2;  // wider ones would go through memory
#endif

/// A condition in every lane.
struct Mask {
#if defined(__AVX512F__)
  __mmask8 bits;  // a register of its own, which takes no place among the numbers

  friend Mask operator&&(Mask a, Mask b) { return {static_cast<__mmask8>(a.bits & b.bits)}; }
  friend Mask operator||(Mask a, Mask b) { return {static_cast<__mmask8>(a.bits | b.bits)}; }
  friend Mask operator!(Mask a) { return {static_cast<__mmask8>(~a.bits)}; }

  bool operator[](int lane) const { return (bits >> lane & 1) != 0; }
  void set(int lane, bool holds) { bits = static_cast<__mmask8>((bits & ~(1 << lane)) | int(holds) << lane); }
#else
  typedef long Bits __attribute__((vector_size(lanes * sizeof(long))));
  Bits bits;  ///< all of them set where it holds

  friend Mask operator&&(Mask a, Mask b) { return {a.bits & b.bits}; }
  friend Mask operator||(Mask a, Mask b) { return {a.bits | b.bits}; }
  friend Mask operator!(Mask a) { return {~a.bits}; }

  bool operator[](int lane) const { return bits[lane] != 0; }
  void set(int lane, bool holds) { bits[lane] = holds ? -1 : 0; }
#endif
};

struct Pack {
  typedef Real Lanes __attribute__((vector_size(lanes * sizeof(Real))));
  Lanes v;

  Pack() = default;
  // As a whole: g++ would copy bytes by halves, and wait for both to arrive before it loads the whole again.
  Pack(const Pack& other) : v(other.v) {}
  Pack& operator=(const Pack& other) {
    v = other.v;
    return *this;
  }
  Pack(Lanes of) : v(of) {}               // NOLINT: numbers convert
  Pack(Real same) : v(same - Lanes{}) {}  // NOLINT

  Real operator[](int lane) const { return v[lane]; }
  void set(int lane, Real value) { v[lane] = value; }

  friend Pack operator-(Pack a) { return -a.v; }
  friend Pack operator+(Pack a, Pack b) { return a.v + b.v; }
  friend Pack operator-(Pack a, Pack b) { return a.v - b.v; }
  friend Pack operator*(Pack a, Pack b) { return a.v * b.v; }
  friend Pack operator/(Pack a, Pack b) { return a.v / b.v; }
  Pack& operator+=(Pack b) { return *this = *this + b; }
  Pack& operator-=(Pack b) { return *this = *this - b; }
  Pack& operator*=(Pack b) { return *this = *this * b; }
  Pack& operator/=(Pack b) { return *this = *this / b; }

#if defined(__AVX512F__)
  friend Mask operator<(Pack a, Pack b) { return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_LT_OQ)}; }
  friend Mask operator>(Pack a, Pack b) { return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_GT_OQ)}; }
  friend Mask operator<=(Pack a, Pack b) { return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_LE_OQ)}; }
  friend Mask operator>=(Pack a, Pack b) { return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_GE_OQ)}; }
  friend Mask operator==(Pack a, Pack b) { return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_EQ_OQ)}; }
  friend Mask operator!=(Pack a, Pack b) { return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_NEQ_UQ)}; }
#else
  friend Mask operator<(Pack a, Pack b) { return {a.v < b.v}; }
  friend Mask operator>(Pack a, Pack b) { return {a.v > b.v}; }
  friend Mask operator<=(Pack a, Pack b) { return {a.v <= b.v}; }
  friend Mask operator>=(Pack a, Pack b) { return {a.v >= b.v}; }
  friend Mask operator==(Pack a, Pack b) { return {a.v == b.v}; }
  friend Mask operator!=(Pack a, Pack b) { return {a.v != b.v}; }
#endif
};

template <class T>
using Vec3Of = Eigen::Matrix<T, 3, 1>;

inline Real select(bool condition, Real yes, Real no) { return condition ? yes : no; }
inline Pack select(Mask condition, Pack yes, Pack no) {
#if defined(__AVX512F__)
  return Pack::Lanes(_mm512_mask_blend_pd(condition.bits, no.v, yes.v));
#else
  return condition.bits ? yes.v : no.v;
#endif
}
template <class Condition, class T>
Vec3Of<T> select(Condition condition, const Vec3Of<T>& yes, const Vec3Of<T>& no) {
  return {select(condition, yes[0], no[0]), select(condition, yes[1], no[1]), select(condition, yes[2], no[2])};
}
template <class Condition, class T>
Eigen::Matrix<T, 1, 1> select(Condition condition, const Eigen::Matrix<T, 1, 1>& yes,
                              const Eigen::Matrix<T, 1, 1>& no) {
  return Eigen::Matrix<T, 1, 1>(select(condition, yes[0], no[0]));
}

/// Holds in the first n lanes.
inline Mask first_lanes(int n) {
#if defined(__AVX512F__)
  return {static_cast<__mmask8>(n >= lanes ? 0xff : (1 << n) - 1)};
#else
  Mask::Bits number{};
  for (int l = 0; l < lanes; ++l) number[l] = l;
  return {number < static_cast<long>(n)};
#endif
}

/// A bit for every lane.
inline unsigned lane_bits(Mask condition) {
#if defined(__AVX512F__)
  return condition.bits;
#elif defined(__AVX__)
  return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(condition.bits)));
#else
  unsigned bits = 0;
  for (int l = 0; l < lanes; ++l) bits |= static_cast<unsigned>(condition[l]) << l;
  return bits;
#endif
}

inline bool anywhere(bool condition) { return condition; }
inline bool anywhere(Mask condition) {
#if defined(__AVX__)
  return lane_bits(condition) != 0;
#else
  long bits = 0;
  for (int l = 0; l < lanes; ++l) bits |= condition.bits[l];
  return bits != 0;
#endif
}

inline Real max(Real a, Real b) { return a < b ? b : a; }
inline Real min(Real a, Real b) { return b < a ? b : a; }
inline Real abs(Real a) { return std::abs(a); }
inline Real sqrt(Real a) { return std::sqrt(a); }
#if defined(__AVX512F__)
inline Pack max(Pack a, Pack b) { return Pack::Lanes(_mm512_max_pd(b.v, a.v)); }
inline Pack min(Pack a, Pack b) { return Pack::Lanes(_mm512_min_pd(b.v, a.v)); }
inline Pack abs(Pack a) { return Pack::Lanes(_mm512_abs_pd(a.v)); }
#elif defined(__AVX__)
inline Pack max(Pack a, Pack b) { return Pack::Lanes(_mm256_max_pd(b.v, a.v)); }
inline Pack min(Pack a, Pack b) { return Pack::Lanes(_mm256_min_pd(b.v, a.v)); }
inline Pack abs(Pack a) { return Pack::Lanes(_mm256_andnot_pd(_mm256_set1_pd(-0.0), a.v)); }
#else
inline Pack max(Pack a, Pack b) { return select(a < b, b, a); }
inline Pack min(Pack a, Pack b) { return select(b < a, b, a); }
inline Pack abs(Pack a) { return max(a, -a); }
#endif

/// 1/a and 1/sqrt(a) of numbers above zero.
inline Real inverse(Real a) { return 1 / a; }
inline Real inverse_sqrt(Real a) { return 1 / std::sqrt(a); }

#if defined(__AVX512F__)

// The divider is slow, and there is one. An estimate y of 14 bits keeps it free for roots: with what it lacks, e, the
// series of (1 - e)^-1 or (1 - e)^-1/2 up to e^3 makes it exact but for the last bit or two.
inline Pack inverse(Pack a) {
  const Pack y = Pack::Lanes(_mm512_rcp14_pd(a.v)), e = 1 - a * y, once = y + y * e;
  return once + once * (e * e);
}
inline Pack inverse_sqrt(Pack a) {
  const Pack y = Pack::Lanes(_mm512_rsqrt14_pd(a.v)), e = 1 - a * y * y;
  return y + y * (e * (Real(0.5) + e * (Real(0.375) + Real(0.3125) * e)));
}
inline Pack sqrt(Pack a) { return Pack::Lanes(_mm512_sqrt_pd(a.v)); }

#else

inline Pack inverse(Pack a) { return 1 / a; }
#if defined(__AVX__)
inline Pack sqrt(Pack a) { return Pack::Lanes(_mm256_sqrt_pd(a.v)); }
#else
inline Pack sqrt(Pack a) {
  for (int l = 0; l < lanes; ++l) a.v[l] = std::sqrt(a.v[l]);
  return a;
}
#endif
inline Pack inverse_sqrt(Pack a) { return 1 / sqrt(a); }

#endif

}  // namespace talus

namespace Eigen {
template <>
struct NumTraits<talus::Pack> : GenericNumTraits<talus::Pack> {
  using Real = talus::Pack;
  using NonInteger = talus::Pack;
  using Nested = talus::Pack;
  using Literal = talus::Pack;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};
}  // namespace Eigen
