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

/// Two rows that stand together, in one line of the caches.
struct alignas(2 * sizeof(Row)) RowPair {
  Row first, second;
};

#if defined(__AVX512F__)
typedef Real RowPairLanes __attribute__((vector_size(sizeof(RowPair))));
#else
struct RowPairLanes {
  RowLanes first, second;
  RowPairLanes& operator+=(const RowPairLanes& other) {
    first += other.first, second += other.second;
    return *this;
  }
};
#endif

inline RowPairLanes lanes_of(const RowPair& rows) {
  RowPairLanes v;
  std::memcpy(&v, &rows, sizeof v);
  return v;
}
inline void put(const RowPairLanes& v, RowPair& rows) { std::memcpy(static_cast<void*>(&rows), &v, sizeof v); }
inline void add(const RowPairLanes& v, RowPair& rows) {
  RowPairLanes sum = lanes_of(rows);
  sum += v;
  put(sum, rows);
}

/// Asks for an object to be near when it is needed.
template <class T>
void prefetch(const T& object) {
  constexpr std::size_t line = 64;
  for (std::size_t at = 0; at < sizeof object; at += line) {
    __builtin_prefetch(reinterpret_cast<const char*>(&object) + at);
  }
}

/// The four numbers of as many rows as a pack has lanes.
struct RowPack {
  Pack x, y, z, w;

  RowPack(Pack x_, Pack y_, Pack z_, Pack w_) : x(x_), y(y_), z(z_), w(w_) {}
  RowPack(const Vec3Of<Pack>& v, Pack w_) : x(v[0]), y(v[1]), z(v[2]), w(w_) {}
  [[nodiscard]] Vec3Of<Pack> vec() const { return {x, y, z}; }
};

#if defined(__AVX512F__)

/// Rows at[0], at[1], ...
inline RowPack load_rows(const std::vector<Row>& rows, const Index* at) {
  const auto two = [&](int low, int high) {
    const __m256d a = _mm256_load_pd(&rows[at[low]].x), b = _mm256_load_pd(&rows[at[high]].x);
    return _mm512_insertf64x4(_mm512_castpd256_pd512(a), b, 1);
  };
  const __m512d a = two(0, 2), b = two(1, 3), c = two(4, 6), d = two(5, 7);
  const __m512d xz_low = _mm512_unpacklo_pd(a, b), yw_low = _mm512_unpackhi_pd(a, b);
  const __m512d xz_high = _mm512_unpacklo_pd(c, d), yw_high = _mm512_unpackhi_pd(c, d);
  constexpr int even = 0x88, odd = 0xdd;  // quarters of both
  return {Pack(_mm512_shuffle_f64x2(xz_low, xz_high, even)), Pack(_mm512_shuffle_f64x2(yw_low, yw_high, even)),
          Pack(_mm512_shuffle_f64x2(xz_low, xz_high, odd)), Pack(_mm512_shuffle_f64x2(yw_low, yw_high, odd))};
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

inline RowPack load_rows(const std::vector<Row>& rows, const Index* at) {
  const auto row = [&](int l) { return _mm256_load_pd(&rows[at[l]].x); };
  const __m256d a = row(0), b = row(1), c = row(2), d = row(3);
  const __m256d xz_low = _mm256_unpacklo_pd(a, b), yw_low = _mm256_unpackhi_pd(a, b);
  const __m256d xz_high = _mm256_unpacklo_pd(c, d), yw_high = _mm256_unpackhi_pd(c, d);
  constexpr int low = 0x20, high = 0x31;  // halves of both
  return {Pack(_mm256_permute2f128_pd(xz_low, xz_high, low)), Pack(_mm256_permute2f128_pd(yw_low, yw_high, low)),
          Pack(_mm256_permute2f128_pd(xz_low, xz_high, high)), Pack(_mm256_permute2f128_pd(yw_low, yw_high, high))};
}

template <class Visit>
inline void for_each_row_pair(const RowPack& first, const RowPack& second, Visit&& visit) {
  const auto rows_of = [](const RowPack& p) {
    const __m256d xy_even = _mm256_unpacklo_pd(p.x.v, p.y.v), xy_odd = _mm256_unpackhi_pd(p.x.v, p.y.v);
    const __m256d zw_even = _mm256_unpacklo_pd(p.z.v, p.w.v), zw_odd = _mm256_unpackhi_pd(p.z.v, p.w.v);
    constexpr int low = 0x20, high = 0x31;
    return std::array<RowLanes, lanes>{RowLanes(_mm256_permute2f128_pd(xy_even, zw_even, low)),
                                       RowLanes(_mm256_permute2f128_pd(xy_odd, zw_odd, low)),
                                       RowLanes(_mm256_permute2f128_pd(xy_even, zw_even, high)),
                                       RowLanes(_mm256_permute2f128_pd(xy_odd, zw_odd, high))};
  };
  const auto a = rows_of(first), b = rows_of(second);
  for (int l = 0; l < lanes; ++l) visit(l, RowPairLanes{a[l], b[l]});
}

#else

inline RowPack load_rows(const std::vector<Row>& rows, const Index* at) {
  RowPack p(0, 0, 0, 0);
  for (int l = 0; l < lanes; ++l) {
    const Row& row = rows[at[l]];
    p.x.v[l] = row.x, p.y.v[l] = row.y, p.z.v[l] = row.z, p.w.v[l] = row.w;
  }
  return p;
}

template <class Visit>
inline void for_each_row_pair(const RowPack& first, const RowPack& second, Visit&& visit) {
  const auto row = [](const RowPack& p, int l) { return RowLanes{p.x.v[l], p.y.v[l], p.z.v[l], p.w.v[l]}; };
  for (int l = 0; l < lanes; ++l) visit(l, RowPairLanes{row(first, l), row(second, l)});
}

#endif

}  // namespace talus
