// A job of many pieces in a row, of which every thread has its part: longer where a core is quick, shorter where
// another program uses it as well. A thread that is done helps others. The result must not depend on which
// thread does what.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
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

  /// Calls body(piece) once for every piece, in parallel. A thread goes through its part in order, then takes what
  /// others have not begun, from the ends of theirs. Next time parts are as long, by half, as what each has taken: more
  /// would follow every hiccup.
  template <class Body>
  void for_pieces(Index pieces, Body&& body) {
    share_out(pieces);
    if (count() <= 1) {
      for (Index piece = 0; piece < pieces; ++piece) body(piece);
      return;
    }
    is_taken_.assign(static_cast<std::size_t>(pieces), 0);
    parallel::for_blocks(count() * parallel::block_size,
                         [&](Index, Index, Index k) { done_[k] = go_through(k, body); });
    balance(done_);
  }

  /// Parts of a job of so many pieces for the threads that there are. Where neither is new, they stay as they are.
  void share_out(Index pieces) {
    const Index parts = std::min<Index>(pieces, parallel::thread_count());
    if (parts != count()) length_.assign(static_cast<std::size_t>(parts), Real(1) / std::max<Index>(1, parts));
    done_.assign(length_.size(), 0);
    pieces_ = pieces;
    place();
  }

  /// What for_pieces() makes of how many pieces each thread has done, of all.
  void balance(std::span<const Index> done) {
    for (Index k = 0; k < count(); ++k) length_[k] = Real(0.5) * (length_[k] + Real(done[k]) / pieces_);
    place();
  }

  [[nodiscard]] Index count() const { return static_cast<Index>(length_.size()); }
  [[nodiscard]] const Part& operator[](Index k) const { return part_[k]; }

 private:
  /// How many pieces thread k has got.
  template <class Body>
  Index go_through(Index k, Body& body) {
    Index done = 0;
    for (Index n = 0; n < count(); ++n) {
      const Part& part = part_[(k + n) % count()];
      const bool is_own = n == 0;
      for (Index m = 0; m < part.end - part.begin; ++m) {
        const Index piece = is_own ? part.begin + m : part.end - 1 - m;
        if (std::atomic_ref(is_taken_[piece]).exchange(1, std::memory_order_relaxed) != 0) continue;
        body(piece);
        ++done;
      }
    }
    return done;
  }

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
  std::vector<Real> length_;  ///< of parts, over that of the job
  std::vector<Part> part_;
  std::vector<Index> done_;             ///< by thread
  std::vector<std::uint8_t> is_taken_;  ///< by piece
};

}  // namespace talus
