// Which chunks of spheres (pair_packs.hpp) have been taken up and which have all that pairs do to them, while threads
// work on chunks in any order: everything is done as soon as it can be, by the thread that comes first, and none waits
// for all.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "talus/contact/pair_packs.hpp"

namespace talus {

class ChunkFlow {
 public:
  /// No chunk has been taken up, and all are still to do. The packs must outlive this, and be of one set.
  void begin(const PairPacks& packs) {
    packs_ = &packs;
    stage_.assign(static_cast<std::size_t>(packs.chunk_count()), untouched);
    awaited_.resize(stage_.size());
    for (Index c = 0; c < packs.chunk_count(); ++c) awaited_[c] = packs.leader_count(c);
  }

  /// Calls take_up(k) for those that chunk c leads to and nobody has taken up; all of them are there on return.
  template <class TakeUp>
  void reach(Index c, TakeUp&& take_up) {
    for (const Index k : packs_->led_by(c)) {
      std::atomic_ref stage(stage_[k]);
      std::uint8_t found = untouched;
      if (stage.compare_exchange_strong(found, begun, std::memory_order_acquire)) {
        take_up(k);
        stage.store(there, std::memory_order_release);
      }
    }
    for (const Index k : packs_->led_by(c)) {
      while (std::atomic_ref(stage_[k]).load(std::memory_order_acquire) != there) std::this_thread::yield();
    }
  }

  /// One that reach(c) would take up, -1 where nothing is left to do.
  [[nodiscard]] Index next_of(Index c) {
    for (const Index k : packs_->led_by(c)) {
      if (std::atomic_ref(stage_[k]).load(std::memory_order_relaxed) == untouched) return k;
    }
    return -1;
  }

  /// Pairs of chunk c are done. Calls complete(k) for those that waited for nothing else.
  template <class Complete>
  void finish(Index c, Complete&& complete) {
    for (const Index k : packs_->led_by(c)) {
      if (std::atomic_ref(awaited_[k]).fetch_sub(1, std::memory_order_acq_rel) == 1) complete(k);
    }
  }

 private:
  enum Stage : std::uint8_t { untouched, begun, there };

  const PairPacks* packs_ = nullptr;
  std::vector<std::uint8_t> stage_;  ///< by chunk
  std::vector<Index> awaited_;       ///< by chunk: how many that lead there are not done
};

}  // namespace talus
