// Slots of a LevelGrid that pass a test, collected without a branch that the processor would have to guess.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "talus/contact/row_keys.hpp"
#include "talus/core/types.hpp"
#include "talus/numerics/level_grid.hpp"
#include "talus/numerics/pack_lanes.hpp"

namespace talus {

class SlotHits {
 public:
  void clear() { count_ = 0; }
  [[nodiscard]] std::span<const Index> slots() const { return {slots_.data(), count_}; }

  /// Adds those of [first, end) that are near(slot). Every candidate is written, and only hits are counted.
  template <class Near>
  void test(Index first, Index end, Near&& near) {
    if (first >= end) return;
    const std::size_t room = count_ + static_cast<std::size_t>(end - first);
    if (slots_.size() < room) slots_.resize(2 * room);
    Index* out = slots_.data();
    std::size_t n = count_;
    for (Index slot = first; slot < end; ++slot) {
      out[n] = slot;
      n += near(slot);
    }
    count_ = n;
  }

  /// The same of as many slots at once as a pack has lanes: near(slot) is a Mask of those from `slot` on. What it says
  /// of slots from `end` on does not matter.
  template <class Near>
  void test_packs(Index first, Index end, Near&& near) {
    if (first >= end) return;
    const std::size_t room = count_ + static_cast<std::size_t>(end - first) + lanes;
    if (slots_.size() < room) slots_.resize(2 * room);
    for (Index slot = first; slot < end; slot += lanes) {
      const Mask hits = near(slot) && first_lanes(end - slot);
      Index* out = slots_.data() + count_;
#if defined(__AVX512F__) && defined(__AVX512VL__)
      const __m256i numbers = _mm256_add_epi32(_mm256_set1_epi32(slot), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_maskz_compress_epi32(hits.bits, numbers));
      count_ += static_cast<std::size_t>(__builtin_popcount(hits.bits));
#else
      std::size_t n = 0;
      for (int l = 0; l < lanes; ++l) {
        out[n] = slot + l;
        n += hits[l];
      }
      count_ += n;
#endif
    }
  }

 private:
  std::vector<Index> slots_;
  std::size_t count_ = 0;
};

/// Distances of the centres of slots from a sphere, squared, and how far apart they are near and all but touching
/// [m^2].
struct PackReach {
  Pack distance2, cutoff2, close2;
};

/// Writes the keys of spheres that are near and have numbers above `after`, of the first so many slots from `sphere` on
/// and no more than a pack has lanes. Returns the end of the keys, but writes beyond.
inline RowKey* write_near(RowKey* out, const Index* sphere, Index count, Index after, const PackReach& r) {
#if defined(__AVX512F__) && defined(__AVX512VL__)
  const __m256i j = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sphere));
  const auto within = static_cast<__mmask8>((1U << std::min<Index>(count, lanes)) - 1);
  const __mmask8 later = _mm256_mask_cmpgt_epi32_mask(within, j, _mm256_set1_epi32(after));
  const __mmask8 hits = _mm512_mask_cmp_pd_mask(later, r.distance2.v, r.cutoff2.v, _CMP_LE_OQ);
  const __mmask8 apart = _mm512_cmp_pd_mask(r.distance2.v, r.close2.v, _CMP_NLT_UQ);
  const __m256i doubled = _mm256_add_epi32(j, j);
  const __m256i keys = _mm256_mask_add_epi32(doubled, apart, doubled, _mm256_set1_epi32(1));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_maskz_compress_epi32(hits, keys));
  return out + __builtin_popcount(hits);
#else
  for (int l = 0; l < lanes; ++l) {
    *out = 2 * static_cast<RowKey>(sphere[l]) + (r.distance2[l] < r.close2[l] ? 0 : 1);
    out += static_cast<int>(l < count) & static_cast<int>(sphere[l] > after) &
           static_cast<int>(r.distance2[l] <= r.cutoff2[l]);
  }
  return out;
#endif
}

/// Whether one of so many slots from `sphere` on holds a sphere with a number above `after`; perhaps, where they are
/// more than a pack has lanes.
inline bool may_hold_later(const Index* sphere, Index count, Index after) {
  if (count > lanes) return true;
#if defined(__AVX512F__) && defined(__AVX512VL__)
  const __m256i j = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sphere));
  const auto within = static_cast<__mmask8>((1U << count) - 1);
  return _mm256_mask_cmpgt_epi32_mask(within, j, _mm256_set1_epi32(after)) != 0;
#else
  int later = 0;
  for (int l = 0; l < lanes; ++l) later |= static_cast<int>(l < count) & static_cast<int>(sphere[l] > after);
  return later != 0;
#endif
}

/// One for each thread: it grows once, then nothing is allocated.
inline thread_local SlotHits hits_of_thread;

/// Whether all centres of a level lie beside the box from `low` to `high` [m]. Images may lie anywhere.
inline bool is_beside(const PeriodicBox& box, const BoundingBox& centers, const Vec3& low, const Vec3& high) {
  bool beside = false;
  for (int a = 0; a < 3; ++a) beside |= !box.periodic(a) && (high[a] < centers.low[a] || low[a] > centers.high[a]);
  return beside;
}

}  // namespace talus
