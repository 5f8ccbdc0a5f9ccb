// Whole numbers beside each other, as many as a pack has lanes: compared, and written as far as they are asked for,
// without a branch that the processor would have to guess.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "talus/core/types.hpp"
#include "talus/numerics/pack.hpp"

namespace talus {

/// Bits of the first n lanes.
inline unsigned first_bits(Index n) { return (1U << std::min<Index>(n, lanes)) - 1; }

#if defined(__AVX512F__) && defined(__AVX512VL__)

struct LaneIndices {
  __m256i v;

  static LaneIndices at(const Index* from) { return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))}; }
  static LaneIndices from(Index first) {
    return {_mm256_add_epi32(_mm256_set1_epi32(first), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))};
  }
  /// Bits of lanes with numbers above b.
  [[nodiscard]] unsigned above(Index b) const { return _mm256_cmpgt_epi32_mask(v, _mm256_set1_epi32(b)); }
  /// Twice the numbers, and one more in some lanes.
  [[nodiscard]] LaneIndices doubled(Mask one_more) const {
    const __m256i twice = _mm256_add_epi32(v, v);
    return {_mm256_mask_add_epi32(twice, one_more.bits, twice, _mm256_set1_epi32(1))};
  }
  /// Those of the lanes whose bits are set, one after the other. Returns their end, but writes beyond.
  template <class Number>
  Number* write(Number* out, unsigned bits) const {
    static_assert(sizeof(Number) == sizeof(Index));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_maskz_compress_epi32(static_cast<__mmask8>(bits), v));
    return out + std::popcount(bits);
  }
};

#elif defined(__AVX__) && !defined(__AVX512F__)

namespace detail {

/// For every set of four lanes the bytes of their numbers, one after the other.
inline constexpr auto bytes_of_lanes = [] {
  std::array<std::array<std::uint8_t, 16>, 16> bytes{};
  for (std::size_t set = 0; set < bytes.size(); ++set) {
    std::size_t n = 0;
    for (std::uint8_t b = 0; b < 16; ++b) {
      if ((set >> (b / sizeof(Index)) & 1) != 0) bytes[set][n++] = b;
    }
  }
  return bytes;
}();

}  // namespace detail

struct LaneIndices {
  __m128i v;

  static LaneIndices at(const Index* from) { return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))}; }
  static LaneIndices from(Index first) { return {_mm_add_epi32(_mm_set1_epi32(first), _mm_setr_epi32(0, 1, 2, 3))}; }
  [[nodiscard]] unsigned above(Index b) const {
    const __m128i larger = _mm_cmpgt_epi32(v, _mm_set1_epi32(b));
    return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(larger)));
  }
  [[nodiscard]] LaneIndices doubled(Mask one_more) const {
    const auto wide = _mm256_castsi256_ps(reinterpret_cast<__m256i>(one_more.bits));
    const __m128 minus_one = _mm_shuffle_ps(_mm256_castps256_ps128(wide), _mm256_extractf128_ps(wide, 1), 0x88);
    return {_mm_sub_epi32(_mm_add_epi32(v, v), _mm_castps_si128(minus_one))};
  }
  template <class Number>
  Number* write(Number* out, unsigned bits) const {
    static_assert(sizeof(Number) == sizeof(Index));
    const auto* order = reinterpret_cast<const __m128i*>(detail::bytes_of_lanes[bits].data());
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm_shuffle_epi8(v, _mm_loadu_si128(order)));
    return out + std::popcount(bits);
  }
};

#else

struct LaneIndices {
  std::array<Index, lanes> v;

  static LaneIndices at(const Index* from) {
    LaneIndices all;
    std::copy_n(from, lanes, all.v.begin());
    return all;
  }
  static LaneIndices from(Index first) {
    LaneIndices all;
    for (int l = 0; l < lanes; ++l) all.v[l] = first + l;
    return all;
  }
  [[nodiscard]] unsigned above(Index b) const {
    unsigned bits = 0;
    for (int l = 0; l < lanes; ++l) bits |= static_cast<unsigned>(v[l] > b) << l;
    return bits;
  }
  [[nodiscard]] LaneIndices doubled(Mask one_more) const {
    LaneIndices twice;
    for (int l = 0; l < lanes; ++l) twice.v[l] = 2 * v[l] + (one_more[l] ? 1 : 0);
    return twice;
  }
  template <class Number>
  Number* write(Number* out, unsigned bits) const {
    for (int l = 0; l < lanes; ++l) {
      *out = static_cast<Number>(v[l]);
      out += bits >> l & 1;
    }
    return out;
  }
};

#endif

}  // namespace talus
