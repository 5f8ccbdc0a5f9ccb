// Rows of spheres asked for before contacts need them: by chunk of pair_packs.hpp, which is how they are worked on.
#pragma once

#include <algorithm>

#include "talus/contact/pair_packs.hpp"
#include "talus/contact/sphere_set.hpp"
#include "talus/numerics/prefetch.hpp"

namespace talus {

/// Spheres of a chunk have mostly moved when the layer before them was looked at: their rows are no longer near.
[[gnu::always_inline]] inline void call_up(const SphereRows& rows, Index chunk) {
  const Index from = chunk * PairPacks::chunk_size, many = std::min(PairPacks::chunk_size, rows.size() - from);
  prefetch(rows.position[from], many);
  prefetch(rows.rate[from], many);
  prefetch(rows.load[from], many);
}

/// Asks for all that is read of the next spheres to be taken up, some of them at a time.
class NextUp {
 public:
  /// `chunk`: theirs, or -1 for none. `times`: how often call_some() will be called.
  NextUp(const SphereSet& set, Index chunk, Index times) : set_(set) {
    if (chunk < 0) return;
    next_ = chunk * PairPacks::chunk_size;
    end_ = std::min(set.rows().size(), next_ + PairPacks::chunk_size);
    some_ = (end_ - next_) / std::max<Index>(1, times) + 1;
  }

  [[gnu::always_inline]] void call_some() {
    const SphereRows& rows = set_.rows();
    for (const Index to = std::min(end_, next_ + some_); next_ < to; ++next_) {
      prefetch_line(rows.position[next_]);
      prefetch_line(rows.rate[next_]);
      prefetch_line(rows.inertia[next_]);
      prefetch_line(rows.load[next_]);
      if (set_.body.counts_turns) prefetch_line(set_.body.orientation[next_]);
    }
  }

 private:
  const SphereSet& set_;
  Index next_ = 0, end_ = 0, some_ = 0;
};

}  // namespace talus
