// What loops over lists of bonds read from far away. A loop that goes from particle to particle in order reads most
// rows of neighbours again and again, from the nearest caches. Others have never been read before in the loop, or not
// for so long that they are gone, and nothing in the pattern of addresses tells the processor which. So it is found out
// beforehand, and asked for: the same number on the way of each particle, since a number that changes would have to be
// guessed, and a wrong guess costs as much as what is asked for saves.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "talus/numerics/prefetch.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

class FarReads {
 public:
  /// Of the body's own `n` particles; of none where rows stay in the caches from step to step.
  void find(const ReferenceState& reference, Index n) {
    row_.clear();
    if (n < least) return;
    const std::vector<Read> reads = reads_of(reference, n);
    const auto slots = static_cast<std::size_t>(n) * per_particle;
    row_.resize(slots);
    for (std::size_t k = 0; k < slots; ++k) row_[k] = static_cast<Index>(k) / per_particle;  // what is near anyway
    // Each as late as there is room: the last ones first.
    std::size_t slot = slots;
    for (auto read = reads.rbegin(); read != reads.rend() && slot > 0; ++read) {
      const Index asker = std::max(0, read->reader - ahead);
      slot = std::min(slot, static_cast<std::size_t>(asker + 1) * per_particle);
      row_[--slot] = read->row;
    }
  }

  /// To be called on the way, for each particle i: calls ask(j) for neighbours that some after it read from far away.
  template <class Ask>
  [[gnu::always_inline]] inline void call_ahead(Index i, Ask&& ask) const {
    if (row_.empty()) return;
    const Index* const row = row_.data() + static_cast<std::size_t>(i) * per_particle;
    prefetch_later(row, 16 * ahead);
    for (Index k = 0; k < per_particle; ++k) ask(row[k]);
  }

 private:
  struct Read {
    Index reader, row;
  };
  static constexpr Index least = 20'000;    ///< fewer particles fit into the caches, where asking costs a tenth
  static constexpr Index kept = 1000;       ///< particles whose rows stay in a second-level cache, among all else
  static constexpr Index ahead = 16;        ///< particles
  static constexpr Index per_particle = 3;  ///< a body in space has two, others fewer

  [[nodiscard]] static std::vector<Read> reads_of(const ReferenceState& reference, Index n) {
    std::vector<Read> reads;
    std::vector<Index> last_reader(reference.size(), -kept);
    for (Index i = 0; i < n; ++i) {
      for (const Bond& bond : reference.bonds_of(i)) {
        const Index former = std::exchange(last_reader[bond.neighbour], i);
        if (i - former >= kept) reads.push_back({i, bond.neighbour});
      }
    }
    return reads;
  }

  std::vector<Index> row_;  ///< what is asked for on the way of particle i begins at row_[i*per_particle]
};

}  // namespace talus
