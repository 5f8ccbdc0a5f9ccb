#include "talus/contact/pair_rows.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "talus/core/archive_checks.hpp"
#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"
#include "talus/numerics/prefetch.hpp"

namespace talus {
namespace {

typedef RowKey FewKeys __attribute__((vector_size(few_keys * sizeof(RowKey))));

/// Most rows are short. Each key goes at once to where as many stand before it as are smaller: nothing for the
/// processor to guess. Reads at least `few_keys`, and `to` has room for one more than there are.
void sort_row(const RowKey* keys, Index count, RowKey* to) {
  if (count > few_keys) {
    std::copy(keys, keys + count, to);
    return std::sort(to, to + count);
  }
  constexpr FewKeys number{0, 1, 2, 3, 4, 5, 6, 7};
  FewKeys all, smaller{};
  std::memcpy(&all, keys, sizeof all);
  all = number < static_cast<RowKey>(count) ? all : ~FewKeys{};
  for (Index k = 0; k < few_keys; ++k) smaller -= FewKeys(FewKeys{} + all[k] < all);
  for (Index k = 0; k < few_keys; ++k) to[smaller[k]] = all[k];
}

}  // namespace

void PairRows::collect(Index blocks) {
  blocks_ = blocks;
  if (found_.size() < static_cast<std::size_t>(blocks)) found_.resize(blocks);
  for (Index b = 0; b < blocks; ++b) found_[b].clear();
}

void PairRows::size_for(std::size_t pairs) {
  if (pairs > static_cast<std::size_t>(std::numeric_limits<Index>::max())) {
    throw SimulationError("The search has found " + std::to_string(pairs) + " pairs of neighbours; at most " +
                          std::to_string(std::numeric_limits<Index>::max()) +
                          " can be numbered. Do the grains lie on top of each other, or is the skin too wide?");
  }
  i_.resize(pairs);
  j_.resize(pairs);
}

void PairRows::assemble(Index rows) {
  old_j_.swap(j_);
  old_first_.swap(first_);
  near_.clear();
  std::size_t pairs = 0;
  for (Index b = 0; b < blocks_; ++b) pairs += found_[b].size();
  size_for(pairs);
  // Counted two places ahead, so that filling in moves each start to where it belongs.
  first_.assign(static_cast<std::size_t>(rows) + 2, 0);
  for (Index b = 0; b < blocks_; ++b) {
    for (const FoundPair& pair : found_[b]) ++first_[pair.i + 2];
  }
  for (Index row = 0; row < rows; ++row) first_[row + 2] += first_[row + 1];
  for (Index b = 0; b < blocks_; ++b) {
    for (const FoundPair& pair : found_[b]) {
      const Index p = first_[pair.i + 1]++;
      i_[p] = pair.i, j_[p] = pair.j;
    }
  }
  first_.pop_back();
  parallel::for_each(rows, [&](Index row) {
    if (first_[row + 1] - first_[row] > 1) std::sort(j_.begin() + first_[row], j_.begin() + first_[row + 1]);
  });
}

/// Room for the rows of a new list. Valid until the thread's next call.
std::span<PairRows::FoundRow> PairRows::begin_rows(Index rows) {
  old_j_.swap(j_);
  old_first_.swap(first_);
  first_.resize(static_cast<std::size_t>(rows) + 1);
  const auto blocks = static_cast<std::size_t>(parallel::block_count(rows));
  if (keys_.size() < blocks) keys_.resize(blocks);
  thread_local std::vector<FoundRow> found;  // grows once, then no allocation
  found.resize(rows);
  return found;
}

void PairRows::join_rows(std::span<const FoundRow> found) {
  const auto rows = static_cast<Index>(found.size());
  block_first_.resize(parallel::block_count(rows));
  parallel::for_blocks(rows, [&](Index from, Index to, Index b) {
    Index pairs = 0;
    for (Index row = from; row < to; ++row) pairs += found[row].count;
    block_first_[b] = pairs;
  });
  std::size_t pairs = 0;
  for (Index& count : block_first_) pairs += std::exchange(count, static_cast<Index>(pairs));
  size_for(pairs);  // refuses what would not fit
  near_.resize(pairs);
  first_[rows] = static_cast<Index>(pairs);
  parallel::for_blocks(rows, [&](Index from, Index to, Index b) {
    thread_local std::vector<RowKey> storage;  // grows once, then no allocation
    std::vector<RowKey>& sorted = storage;
    const Index begin = block_first_[b];
    Index p = begin;
    for (Index row = from; row < to; ++row) {
      constexpr Index ahead = 8;
      if (row + ahead < to) prefetch(keys_[found[row + ahead].block].data()[found[row + ahead].start]);
      const auto [block, start, count] = found[row];
      if (sorted.size() < static_cast<std::size_t>(p - begin + count) + few_keys)
        sorted.resize(2 * (p - begin + count + few_keys));
      sort_row(keys_[block].data() + start, count, sorted.data() + (p - begin));
      first_[row] = p;
      for (const Index end = p + count; p < end; ++p) i_[p] = row;
    }
    const RowKey* const keys = sorted.data();
    Index* const j = j_.data() + begin;
    std::uint8_t* const near = near_.data() + begin;
    for (Index k = 0; k < p - begin; ++k) j[k] = partner_of(keys[k]);
    for (Index k = 0; k < p - begin; ++k) near[k] = is_near(keys[k]) ? 1 : 0;
  });
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
  const Index begin = old_first_[i], end = old_first_[i + 1];
  if (guess >= begin && guess < end && old_j_[guess] == j) return guess;
  constexpr Index long_row = 16;
  Index p = begin;
  if (end - begin > long_row) {
    p = static_cast<Index>(std::lower_bound(old_j_.begin() + begin, old_j_.begin() + end, j) - old_j_.begin());
  } else {
    while (p < end && old_j_[p] != j) ++p;
  }
  return p < end && old_j_[p] == j ? p : -1;
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
