// What all contacts of two sets of spheres remember, in packs as their pairs stand, and how it goes from one list of
// pairs to the next.
#pragma once

#include <span>
#include <vector>

#include "talus/contact/grain_pairs.hpp"
#include "talus/contact/grain_touch.hpp"
#include "talus/contact/pair_packs.hpp"
#include "talus/numerics/pack_lanes.hpp"
#include "talus/numerics/prefetch.hpp"
#include "talus/numerics/row_packs.hpp"

namespace talus {

template <class Normal, bool Full>
class TouchMemories {
 public:
  using One = TouchHistory<Normal, Full>;
  using Many = TouchHistory<Normal, Full, Pack>;

  [[nodiscard]] Many& of_pack(Index pack) { return memory_[pack]; }
  [[nodiscard]] One at(Index slot) const { return lane_as<One>(memory_[slot / lanes], slot % lanes); }
  [[nodiscard]] Index size() const { return static_cast<Index>(memory_.size()); }

  static void forget(Many& memories, Mask but) {
    for (int l = 0; l < lanes; ++l) {
      if (!but[l]) set_lane(memories, l, One{});
    }
  }

  /// Pairs have been listed anew. Goes pack by pack, so that memories are written in one go: only what is read lies in
  /// any order.
  void carry(const GrainPairs& pairs, const PairPacks& packs) {
    former_.swap(memory_);
    memory_.resize(packs.size());
    packs.for_chunks([&](Index c) {
      const Index first = packs.chunk(c).first;
      const std::span<const Index> from = former_slots(pairs, packs, c);
      for (Index pack = first; pack < packs.chunk(c).end; ++pack) {
        constexpr Index ahead = 4;
        const Index* const slots = from.data() + std::size_t(pack - first) * lanes;
        if (pack + ahead < packs.chunk(c).end && slots[ahead * lanes] >= 0) {
          prefetch(former_[slots[ahead * lanes] / lanes]);
        }
        collect(slots, memory_[pack]);
      }
      for (Index p = packs.first_pair(pairs, c); p < packs.first_pair(pairs, c + 1); ++p) {
        if (pairs.carried().sign[p] > 0) continue;
        const Index slot = packs.slot()[p];
        One memory = at(slot);
        memory.swap_partners();
        set_lane(memory_[slot / lanes], slot % lanes, memory);
      }
    });
  }

  void state(Archive& a) { a("history", memory_); }

 private:
  /// For each slot of a chunk, the one where its pair was before, or -1. Valid until the thread's next call.
  [[nodiscard]] static std::span<const Index> former_slots(const GrainPairs& pairs, const PairPacks& packs, Index c) {
    thread_local std::vector<Index> storage;  // grows once, then no allocation
    std::vector<Index>& from = storage;
    const PairPacks::Chunk& chunk = packs.chunk(c);
    from.assign(std::size_t(chunk.end - chunk.first) * lanes, -1);
    for (Index p = packs.first_pair(pairs, c); p < packs.first_pair(pairs, c + 1); ++p) {
      const Index before = pairs.carried().previous[p];
      if (before >= 0) from[packs.slot()[p] - chunk.first * lanes] = packs.old_slot()[before];
    }
    return from;
  }

  /// What the pairs at these slots remembered; nothing where they were apart.
  void collect(const Index* slots, Many& memories) const {
    const Real* from[lanes];
    bool remembers = false;
    for (int l = 0; l < lanes; ++l) {
      const Many& former = slots[l] < 0 ? nothing_ : former_[slots[l] / lanes];
      const int lane = slots[l] < 0 ? 0 : slots[l] % lanes;
      const bool touched = former.ahead[lane] != 0;
      from[l] = reinterpret_cast<const Real*>(touched ? &former : &nothing_) + lane;
      remembers |= touched;
    }
    if (!remembers) return void(memories = nothing_);
    auto* to = reinterpret_cast<Real*>(&memories);
    for (std::size_t k = 0; k < sizeof(Many) / sizeof(Real); k += lanes) {
      for (int l = 0; l < lanes; ++l) to[k + l] = from[l][k];
    }
  }

  std::vector<Many> memory_, former_;  ///< by pack
  const Many nothing_{};               ///< of pairs that were apart
};

}  // namespace talus
