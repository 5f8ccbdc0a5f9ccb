// Slots of a LevelGrid that pass a test, collected without a branch that the processor would have to guess.
#pragma once

#include <span>
#include <vector>

#include "talus/contact/row_keys.hpp"
#include "talus/core/types.hpp"
#include "talus/numerics/lane_indices.hpp"
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
    Index* out = slots_.data() + count_;
    for (Index slot = first; slot < end; slot += lanes)
      out = LaneIndices::from(slot).write(out, lane_bits(near(slot)) & first_bits(end - slot));
    count_ = static_cast<std::size_t>(out - slots_.data());
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
  const LaneIndices j = LaneIndices::at(sphere);
  const unsigned hits = first_bits(count) & j.above(after) & lane_bits(r.distance2 <= r.cutoff2);
  return j.doubled(r.distance2 >= r.close2).write(out, hits);
}

/// Whether one of so many slots from `sphere` on holds a sphere with a number above `after`; perhaps, where they are
/// more than a pack has lanes.
inline bool may_hold_later(const Index* sphere, Index count, Index after) {
  return count > lanes || (first_bits(count) & LaneIndices::at(sphere).above(after)) != 0;
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
