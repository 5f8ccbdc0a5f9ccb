// A job of many pieces in a row, of which every thread has its part: longer where a core is quick, shorter where
// another program uses it as well. What comes out must not depend on where parts end.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <vector>

#include "talus/core/parallel.hpp"

namespace talus {

class WorkShares {
 public:
  /// Pieces [begin, end), which one thread takes in order.
  struct Part {
    Index begin = 0, end = 0;
  };

  /// Of a job of so many pieces for the threads that there are. Where neither is new, parts stay as they are.
  void share_out(Index pieces) {
    const Index parts = std::min<Index>(pieces, parallel::thread_count());
    if (parts != count()) length_.assign(static_cast<std::size_t>(parts), Real(1) / std::max<Index>(1, parts));
    seconds_.assign(length_.size(), 0);
    pieces_ = pieces;
    place();
  }

  [[nodiscard]] Index count() const { return static_cast<Index>(length_.size()); }
  [[nodiscard]] const Part& operator[](Index k) const { return part_[k]; }

  /// Calls body(part) for all parts, in parallel.
  template <class Body>
  void for_parts(Body&& body) const {
    parallel::for_blocks(count() * parallel::block_size, [&](Index, Index, Index k) { body(part_[k]); });
  }

  /// The same; next time parts end where all would have taken equally long by half. More would follow every hiccup.
  template <class Body>
  void for_timed_parts(Body&& body) {
    if (count() == 1) return body(part_[0]);
    parallel::for_blocks(count() * parallel::block_size, [&](Index, Index, Index k) {
      const auto start = std::chrono::steady_clock::now();
      body(part_[k]);
      seconds_[k] = std::chrono::duration<Real>(std::chrono::steady_clock::now() - start).count();
    });
    balance(seconds_);
  }

  /// What for_timed_parts() makes of how long each part took [s].
  void balance(std::span<const Real> seconds) {
    if (std::ranges::any_of(seconds, [](Real s) { return !(s > 0); })) return;  // the clock has stood still
    Real speed = 0;
    for (Index k = 0; k < count(); ++k) speed += length_[k] / seconds[k];
    for (Index k = 0; k < count(); ++k) length_[k] = Real(0.5) * (length_[k] + length_[k] / (seconds[k] * speed));
    place();
  }

 private:
  /// Parts of these lengths, each of a piece at least.
  void place() {
    part_.resize(length_.size());
    Real way = 0;
    Index begin = 0;
    for (Index k = 0; k < count(); ++k) {
      way += length_[k];
      const auto end = static_cast<Index>(std::lround(way * pieces_));
      part_[k] = {begin, std::clamp(end, begin + 1, pieces_ - (count() - 1 - k))};
      begin = part_[k].end;
    }
  }

  Index pieces_ = 0;
  std::vector<Real> length_;   ///< of parts, over that of the job
  std::vector<Real> seconds_;  ///< that they took
  std::vector<Part> part_;
};

}  // namespace talus
