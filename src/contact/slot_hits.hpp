// Slots of a LevelGrid that pass a test, collected without a branch that the processor would have to guess.
#pragma once

#include "talus/core/types.hpp"
#include "talus/numerics/level_grid.hpp"

#include <algorithm>
#include <span>
#include <vector>

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

 private:
  std::vector<Index> slots_;
  std::size_t count_ = 0;
};

/// One for each thread: it grows once, then nothing is allocated.
inline thread_local SlotHits hits_of_thread;

/// Whether all centres of a level lie beside the box from `low` to `high` [m]. Images may lie anywhere.
inline bool is_beside(const PeriodicBox& box, const BoundingBox& centers, const Vec3& low, const Vec3& high) {
  bool beside = false;
  for (int a = 0; a < 3; ++a) beside |= !box.periodic(a) && (high[a] < centers.low[a] || low[a] > centers.high[a]);
  return beside;
}

}  // namespace talus
