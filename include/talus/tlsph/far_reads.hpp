// What loops over lists of bonds read from far away. Whoever goes from particle to particle in their order reads most
// rows of neighbours again and again, from the nearest caches. Others have never been read before in the loop, or not
// for so long that they are gone, and nothing in the pattern of addresses tells the processor which. So it is found out
// beforehand, and asked for.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "talus/numerics/prefetch.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

class FarReads {
 public:
  /// Of the body's own `n` particles; of none where rows and bonds stay in the caches from step to step.
  void find(const ReferenceState& reference, Index n) {
    first_.clear();
    row_.clear();
    if (n < least) return;
    std::vector<Index> last_reader(reference.size(), -kept);
    first_.reserve(n + 1);
    for (Index i = 0; i < n; ++i) {
      first_.push_back(static_cast<Index>(row_.size()));
      for (const Bond& bond : reference.bonds_of(i)) {
        const Index former = std::exchange(last_reader[bond.neighbour], i);
        if (i - former >= kept) row_.push_back(bond.neighbour);
      }
    }
    first_.push_back(static_cast<Index>(row_.size()));
  }

  /// To be called on the way, for particles [first, last) that come next: asks for the bonds of some farther on, and
  /// calls ask(j) for neighbours that these read from far away.
  template <class Ask>
  [[gnu::always_inline]] inline void call_ahead(const ReferenceState& reference, Index first, Index last,
                                                Ask&& ask) const {
    if (first_.empty()) return;
    const Index n = static_cast<Index>(first_.size()) - 1;
    const auto moved = [n](Index i, Index ahead) { return std::min(i + ahead, n); };
    const Bond* const bonds = reference.bond.data();
    const auto* line = reinterpret_cast<const char*>(bonds + reference.first[moved(first, bonds_ahead)]);
    const auto* const end = reinterpret_cast<const char*>(bonds + reference.first[moved(last, bonds_ahead)]);
    for (; line < end; line += 64) prefetch_at(line);
    const Index last_row = first_[moved(last, rows_ahead)];
    for (Index k = first_[moved(first, rows_ahead)]; k < last_row; ++k) ask(row_[k]);
  }

 private:
  static constexpr Index least = 20'000;  ///< fewer particles fit into the caches, where asking costs a tenth
  static constexpr Index kept = 1000;     ///< particles whose rows stay in a second-level cache, among all else
  static constexpr Index bonds_ahead = 16, rows_ahead = 32;  ///< particles

  std::vector<Index> first_, row_;  ///< rows that particle i reads from far away are row_[first_[i] ... first_[i+1]-1]
};

}  // namespace talus
