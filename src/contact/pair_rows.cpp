#include "talus/contact/pair_rows.hpp"

#include "talus/core/archive_checks.hpp"
#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"

#include <algorithm>
#include <limits>

namespace talus {

void PairRows::collect(Index blocks) {
  blocks_ = blocks;
  if (found_.size() < static_cast<std::size_t>(blocks)) found_.resize(blocks);
  for (Index b = 0; b < blocks; ++b) found_[b].clear();
}

void PairRows::assemble(Index rows) {
  old_j_.swap(j_);
  old_first_.swap(first_);
  std::size_t pairs = 0;
  for (Index b = 0; b < blocks_; ++b) pairs += found_[b].size();
  if (pairs > static_cast<std::size_t>(std::numeric_limits<Index>::max())) {
    throw SimulationError("The search has found " + std::to_string(pairs) + " pairs of neighbours; at most " +
                          std::to_string(std::numeric_limits<Index>::max()) +
                          " can be numbered. Do the grains lie on top of each other, or is the skin too wide?");
  }
  first_.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (Index b = 0; b < blocks_; ++b) {
    for (const FoundPair& pair : found_[b]) ++first_[pair.i + 1];
  }
  for (Index row = 0; row < rows; ++row) first_[row + 1] += first_[row];
  next_.assign(first_.begin(), first_.end() - 1);
  i_.resize(pairs);
  j_.resize(pairs);
  for (Index b = 0; b < blocks_; ++b) {
    for (const FoundPair& pair : found_[b]) j_[next_[pair.i]++] = pair.j;
  }
  parallel::for_each(rows, [&](Index row) {
    std::sort(j_.begin() + first_[row], j_.begin() + first_[row + 1]);
    std::fill(i_.begin() + first_[row], i_.begin() + first_[row + 1], row);
  });
}

void PairRows::restore(Index rows, std::span<const Index> i, std::span<const Index> j) {
  collect(1);
  for (std::size_t p = 0; p < i.size(); ++p) found_[0].push_back({i[p], j[p]});
  assemble(rows);
}

bool PairRows::fit(Index rows, Index columns) const {
  if (!are_rows(first_, rows, j_.size()) || i_.size() != j_.size() || !are_below(j_, columns)) return false;
  for (Index row = 0; row < rows; ++row) {
    for (Index p = first_[row]; p < first_[row + 1]; ++p) {
      if (i_[p] != row) return false;
    }
  }
  return true;
}

Index PairRows::old_number(Index i, Index j, Index guess) const {
  if (i < 0 || j < 0 || static_cast<std::size_t>(i) + 1 >= old_first_.size()) return -1;
  if (guess >= old_first_[i] && guess < old_first_[i + 1] && old_j_[guess] == j) return guess;
  const auto begin = old_j_.begin() + old_first_[i], end = old_j_.begin() + old_first_[i + 1];
  const auto found = std::lower_bound(begin, end, j);
  return found != end && *found == j ? static_cast<Index>(found - old_j_.begin()) : -1;
}

void PairRows::carry(std::span<const Index> old_i, std::span<const Index> old_j, bool one_set) {
  carried_.previous.resize(j_.size());
  carried_.sign.resize(j_.size());
  parallel::for_each(static_cast<Index>(first_.size()) - 1, [&](Index row) {
    const Index i = old_i.empty() ? row : old_i[row];
    // Rows change slowly, and their spheres as slowly their order: the next pair is the next one of before, mostly.
    Index guess = i >= 0 && static_cast<std::size_t>(i) + 1 < old_first_.size() ? old_first_[i] : -1;
    for (Index p = first_[row]; p < first_[row + 1]; ++p) {
      const Index j = old_j.empty() ? j_[p] : old_j[j_[p]];
      const bool swapped = one_set && j < i;
      const Index number = swapped ? old_number(j, i, -1) : old_number(i, j, guess);
      if (!swapped && number >= 0) guess = number + 1;
      carried_.previous[p] = number;
      carried_.sign[p] = swapped && number >= 0 ? -1 : 1;
    }
  });
}

}  // namespace talus
