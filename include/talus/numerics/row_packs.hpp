// Rows of four numbers turned into packs of each of them, and back: what stands together in memory is loaded together,
// which is quicker than to collect every number on its own.
#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "talus/core/row.hpp"
#include "talus/numerics/pack.hpp"

namespace talus {

/// A row as the processor adds it: all four numbers at once.
typedef Real RowLanes __attribute__((vector_size(sizeof(Row))));

inline RowLanes lanes_of(const Row& row) { return RowLanes{row.x, row.y, row.z, row.w}; }
inline void put(const RowLanes& v, Row& row) { row = Row(v[0], v[1], v[2], v[3]); }
/// Of four numbers.
inline RowLanes row_at(const Real* from) {
  RowLanes v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
inline Vec3 vector_of(const RowLanes& v) { return {v[0], v[1], v[2]}; }

/// Two rows that stand together, in one line of the caches, whatever they are called.
template <class T>
concept TwoRows = sizeof(T) == 2 * sizeof(Row) && alignof(T) == 2 * sizeof(Row);

/// Both of them as the processor adds them. Products and sums go number by number.
#if defined(__AVX512F__)
typedef Real RowPairLanes __attribute__((vector_size(2 * sizeof(Row))));

/// Of eight numbers, and back.
inline RowPairLanes row_pair_at(const Real* from) { return _mm512_loadu_pd(from); }
inline void put_row_pair(const RowPairLanes& v, Real* to) { _mm512_storeu_pd(to, v); }

inline RowPairLanes row_pair(const RowLanes& first, const RowLanes& second) {
  return _mm512_insertf64x4(_mm512_castpd256_pd512(first), second, 1);
}
inline RowLanes first_of(const RowPairLanes& v) { return _mm512_castpd512_pd256(v); }
inline RowLanes second_of(const RowPairLanes& v) { return _mm512_extractf64x4_pd(v, 1); }
/// Number r of each row in all of its places, or that of the first row in all places.
template <int r>
inline RowPairLanes number_of_each(const RowPairLanes& v) {
  return _mm512_permutex_pd(v, r * 0x55);
}
template <int r>
inline RowPairLanes number_of_first(const RowPairLanes& v) {
  return _mm512_permutexvar_pd(_mm512_set1_epi64(r), v);
}
inline RowPairLanes second_twice(const RowPairLanes& v) { return _mm512_shuffle_f64x2(v, v, 0xee); }
/// Vectors of `v`, last numbers of `last`.
inline RowPairLanes with_last(const RowPairLanes& v, const RowPairLanes& last) {
  return _mm512_mask_blend_pd(0x88, v, last);
}
#else
struct RowPairLanes {
  RowLanes first, second;

  RowPairLanes& operator+=(const RowPairLanes& other) {
    first += other.first, second += other.second;
    return *this;
  }
  RowPairLanes& operator-=(const RowPairLanes& other) {
    first -= other.first, second -= other.second;
    return *this;
  }
  friend RowPairLanes operator+(RowPairLanes a, const RowPairLanes& b) { return a += b; }
  friend RowPairLanes operator-(RowPairLanes a, const RowPairLanes& b) { return a -= b; }
  friend RowPairLanes operator*(const RowPairLanes& a, const RowPairLanes& b) {
    return {a.first * b.first, a.second * b.second};
  }
  friend RowPairLanes operator*(Real a, const RowPairLanes& b) { return {a * b.first, a * b.second}; }
};

// Row by row: g++ would copy all of it by way of memory, piece by piece, and wait for that.
inline RowPairLanes row_pair_at(const Real* from) {
  RowPairLanes v;
  std::memcpy(&v.first, from, sizeof v.first);
  std::memcpy(&v.second, from + 4, sizeof v.second);
  return v;
}
inline void put_row_pair(const RowPairLanes& v, Real* to) {
  std::memcpy(to, &v.first, sizeof v.first);
  std::memcpy(to + 4, &v.second, sizeof v.second);
}

inline RowPairLanes row_pair(const RowLanes& first, const RowLanes& second) { return {first, second}; }
inline RowLanes first_of(const RowPairLanes& v) { return v.first; }
inline RowLanes second_of(const RowPairLanes& v) { return v.second; }
template <int r>
inline RowPairLanes number_of_each(const RowPairLanes& v) {
  return {__builtin_shufflevector(v.first, v.first, r, r, r, r),
          __builtin_shufflevector(v.second, v.second, r, r, r, r)};
}
template <int r>
inline RowPairLanes number_of_first(const RowPairLanes& v) {
  const RowLanes all = __builtin_shufflevector(v.first, v.first, r, r, r, r);
  return {all, all};
}
inline RowPairLanes second_twice(const RowPairLanes& v) { return {v.second, v.second}; }
inline RowPairLanes with_last(const RowPairLanes& v, const RowPairLanes& last) {
  const auto row = [](const RowLanes& of, const RowLanes& fourth) {
#if defined(__AVX__)
    return RowLanes(_mm256_blend_pd(of, fourth, 8));  // one operation; g++ would make four of a shuffle with zero
#else
    return RowLanes{of[0], of[1], of[2], fourth[3]};
#endif
  };
  return {row(v.first, last.first), row(v.second, last.second)};
}
#endif

/// The last number of each row in all of its places.
inline RowPairLanes last_of_each(const RowPairLanes& v) { return number_of_each<3>(v); }

template <TwoRows T>
inline RowPairLanes lanes_of(const T& rows) {
  return row_pair_at(reinterpret_cast<const Real*>(&rows));
}
template <TwoRows T>
inline void put(const RowPairLanes& v, T& rows) {
  put_row_pair(v, reinterpret_cast<Real*>(&rows));
}
template <TwoRows T>
inline void add(const RowPairLanes& v, T& rows) {
  RowPairLanes sum = lanes_of(rows);
  sum += v;
  put(sum, rows);
}

template <TwoRows T>
inline void take(const RowPairLanes& v, T& rows) {
  RowPairLanes rest = lanes_of(rows);
  rest -= v;
  put(rest, rows);
}

/// The four numbers of as many rows as a pack has lanes.
struct RowPack {
  Pack x, y, z, w;

  RowPack(Pack x_, Pack y_, Pack z_, Pack w_) : x(x_), y(y_), z(z_), w(w_) {}
  RowPack(const Vec3Of<Pack>& v, Pack w_) : x(v[0]), y(v[1]), z(v[2]), w(w_) {}
  [[nodiscard]] Vec3Of<Pack> vec() const { return {x, y, z}; }
};

#if defined(__AVX512F__)

namespace detail {

template <class RowOf>
inline __m512d two_rows(RowOf&& row, int low, int high) {
  const __m256d a = _mm256_load_pd(row(low)), b = _mm256_load_pd(row(high));
  return _mm512_insertf64x4(_mm512_castpd256_pd512(a), b, 1);
}

/// Of rows 0 and 2, 1 and 3, 4 and 6, 5 and 7.
inline RowPack packs_of(__m512d a, __m512d b, __m512d c, __m512d d) {
  const __m512d xz_low = _mm512_unpacklo_pd(a, b), yw_low = _mm512_unpackhi_pd(a, b);
  const __m512d xz_high = _mm512_unpacklo_pd(c, d), yw_high = _mm512_unpackhi_pd(c, d);
  constexpr int even = 0x88, odd = 0xdd;  // quarters of both
  return {Pack(_mm512_shuffle_f64x2(xz_low, xz_high, even)), Pack(_mm512_shuffle_f64x2(yw_low, yw_high, even)),
          Pack(_mm512_shuffle_f64x2(xz_low, xz_high, odd)), Pack(_mm512_shuffle_f64x2(yw_low, yw_high, odd))};
}

}  // namespace detail

/// The rows of four numbers at row(0), row(1), ...
template <class RowOf>
inline RowPack load_rows(RowOf&& row) {
  const auto two = [&](int low, int high) { return detail::two_rows(row, low, high); };
  return detail::packs_of(two(0, 2), two(1, 3), two(4, 6), two(5, 7));
}

/// Of rows a(0), b(0), ...: the vectors of a less those of b, and the sums of their last numbers.
template <class RowOfA, class RowOfB>
inline RowPack load_relative_rows(RowOfA&& a, RowOfB&& b) {
  const __m512d sign = _mm512_setr_pd(-1, -1, -1, 1, -1, -1, -1, 1);
  const auto two = [&](int low, int high) {
    return _mm512_fmadd_pd(sign, detail::two_rows(b, low, high), detail::two_rows(a, low, high));
  };
  return detail::packs_of(two(0, 2), two(1, 3), two(4, 6), two(5, 7));
}

/// Puts rows to row(0), row(1), ...
template <class RowOf>
inline void store_rows(const RowPack& rows, RowOf&& row) {
  constexpr int low = 0x44, high = 0xee, alternate = 0xd8;  // quarters of both, or of one
  const auto four = [&](int l, __m512d xy, __m512d zw) {    // rows l, l + 2, l + 4, l + 6
    const auto two = [&](int at, __m512d quarters) {
      const __m512d both = _mm512_shuffle_f64x2(quarters, quarters, alternate);
      _mm256_store_pd(row(at), _mm512_castpd512_pd256(both));
      _mm256_store_pd(row(at + 2), _mm512_extractf64x4_pd(both, 1));
    };
    two(l, _mm512_shuffle_f64x2(xy, zw, low));
    two(l + 4, _mm512_shuffle_f64x2(xy, zw, high));
  };
  four(0, _mm512_unpacklo_pd(rows.x.v, rows.y.v), _mm512_unpacklo_pd(rows.z.v, rows.w.v));
  four(1, _mm512_unpackhi_pd(rows.x.v, rows.y.v), _mm512_unpackhi_pd(rows.z.v, rows.w.v));
}

/// Calls visit(lane, rows) for the pair of rows of every lane.
template <class Visit>
inline void for_each_row_pair(const RowPack& first, const RowPack& second, Visit&& visit) {
  constexpr int low = 0x44, high = 0xee, even = 0x88, odd = 0xdd;                   // quarters of both
  const auto four = [&](int l, __m512d xy, __m512d zw, __m512d xy2, __m512d zw2) {  // rows l, l + 2, l + 4, l + 6
    const __m512d a = _mm512_shuffle_f64x2(xy, zw, low), b = _mm512_shuffle_f64x2(xy, zw, high);
    const __m512d c = _mm512_shuffle_f64x2(xy2, zw2, low), d = _mm512_shuffle_f64x2(xy2, zw2, high);
    visit(l, RowPairLanes(_mm512_shuffle_f64x2(a, c, even)));
    visit(l + 2, RowPairLanes(_mm512_shuffle_f64x2(a, c, odd)));
    visit(l + 4, RowPairLanes(_mm512_shuffle_f64x2(b, d, even)));
    visit(l + 6, RowPairLanes(_mm512_shuffle_f64x2(b, d, odd)));
  };
  four(0, _mm512_unpacklo_pd(first.x.v, first.y.v), _mm512_unpacklo_pd(first.z.v, first.w.v),
       _mm512_unpacklo_pd(second.x.v, second.y.v), _mm512_unpacklo_pd(second.z.v, second.w.v));
  four(1, _mm512_unpackhi_pd(first.x.v, first.y.v), _mm512_unpackhi_pd(first.z.v, first.w.v),
       _mm512_unpackhi_pd(second.x.v, second.y.v), _mm512_unpackhi_pd(second.z.v, second.w.v));
}

#elif defined(__AVX__)

template <class RowOf>
inline RowPack load_rows(RowOf&& row) {
  const __m256d a = _mm256_load_pd(row(0)), b = _mm256_load_pd(row(1));
  const __m256d c = _mm256_load_pd(row(2)), d = _mm256_load_pd(row(3));
  const __m256d xz_low = _mm256_unpacklo_pd(a, b), yw_low = _mm256_unpackhi_pd(a, b);
  const __m256d xz_high = _mm256_unpacklo_pd(c, d), yw_high = _mm256_unpackhi_pd(c, d);
  constexpr int low = 0x20, high = 0x31;  // halves of both
  return {Pack(_mm256_permute2f128_pd(xz_low, xz_high, low)), Pack(_mm256_permute2f128_pd(yw_low, yw_high, low)),
          Pack(_mm256_permute2f128_pd(xz_low, xz_high, high)), Pack(_mm256_permute2f128_pd(yw_low, yw_high, high))};
}

inline std::array<RowLanes, lanes> rows_of(const RowPack& p) {
  const __m256d xy_even = _mm256_unpacklo_pd(p.x.v, p.y.v), xy_odd = _mm256_unpackhi_pd(p.x.v, p.y.v);
  const __m256d zw_even = _mm256_unpacklo_pd(p.z.v, p.w.v), zw_odd = _mm256_unpackhi_pd(p.z.v, p.w.v);
  constexpr int low = 0x20, high = 0x31;
  return {
      RowLanes(_mm256_permute2f128_pd(xy_even, zw_even, low)), RowLanes(_mm256_permute2f128_pd(xy_odd, zw_odd, low)),
      RowLanes(_mm256_permute2f128_pd(xy_even, zw_even, high)), RowLanes(_mm256_permute2f128_pd(xy_odd, zw_odd, high))};
}

template <class RowOf>
inline void store_rows(const RowPack& rows, RowOf&& row) {
  const auto all = rows_of(rows);
  for (int l = 0; l < lanes; ++l) _mm256_store_pd(row(l), all[l]);
}

template <class Visit>
inline void for_each_row_pair(const RowPack& first, const RowPack& second, Visit&& visit) {
  const auto a = rows_of(first), b = rows_of(second);
  for (int l = 0; l < lanes; ++l) visit(l, RowPairLanes{a[l], b[l]});
}

#else

template <class RowOf>
inline RowPack load_rows(RowOf&& row) {
  RowPack p(0, 0, 0, 0);
  for (int l = 0; l < lanes; ++l) {
    const Real* numbers = row(l);
    p.x.v[l] = numbers[0], p.y.v[l] = numbers[1], p.z.v[l] = numbers[2], p.w.v[l] = numbers[3];
  }
  return p;
}

template <class RowOf>
inline void store_rows(const RowPack& rows, RowOf&& row) {
  for (int l = 0; l < lanes; ++l) {
    Real* numbers = row(l);
    numbers[0] = rows.x.v[l], numbers[1] = rows.y.v[l], numbers[2] = rows.z.v[l], numbers[3] = rows.w.v[l];
  }
}

template <class Visit>
inline void for_each_row_pair(const RowPack& first, const RowPack& second, Visit&& visit) {
  const auto row = [](const RowPack& p, int l) { return RowLanes{p.x.v[l], p.y.v[l], p.z.v[l], p.w.v[l]}; };
  for (int l = 0; l < lanes; ++l) visit(l, RowPairLanes{row(first, l), row(second, l)});
}

#endif

#if !defined(__AVX512F__)
template <class RowOfA, class RowOfB>
inline RowPack load_relative_rows(RowOfA&& a, RowOfB&& b) {
  const RowPack of_a = load_rows(a), of_b = load_rows(b);
  return {of_a.x - of_b.x, of_a.y - of_b.y, of_a.z - of_b.z, of_a.w + of_b.w};
}
#endif

/// Rows at[0], at[1], ...
inline RowPack load_rows(const Row* rows, const Index* at) {
  return load_rows([=](int l) { return &rows[at[l]].x; });
}

}  // namespace talus
