// A sorted list of pairs, assembled from pairs found in any order, which remembers the list before it.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "talus/contact/history_carry.hpp"
#include "talus/contact/row_keys.hpp"
#include "talus/core/archive.hpp"
#include "talus/core/parallel.hpp"
#include "talus/core/types.hpp"

namespace talus {

struct FoundPair {
  Index i, j;
};

/// Pairs (i, j) sorted by i, then by j. Row i holds the pairs of i: numbers [first[i], first[i + 1]).
class PairRows {
 public:
  /// Empties so many collections, one for each block of the loop that finds pairs.
  void collect(Index blocks);
  [[nodiscard]] std::vector<FoundPair>& block(Index b) { return found_[b]; }

  /// Sorts what was collected into rows. The list that was there becomes the old one.
  void assemble(Index rows);

  /// The same where each row is found as a whole, which spares the way through pairs in any order. `order`: the rows,
  /// as they are found. make_find() gives each block of them its find(row, keys), which adds the keys of the row.
  template <class MakeFind>
  void build(std::span<const Index> order, MakeFind&& make_find) {
    const auto rows = static_cast<Index>(order.size());
    const std::span<FoundRow> found = begin_rows(rows);
    parallel::for_blocks(rows, [&](Index from, Index to, Index b) {
      RowKeys& keys = keys_[b];
      keys.clear();
      auto&& find = make_find();
      for (Index k = from; k < to; ++k) {
        const Index start = keys.size();
        find(order[k], keys);
        found[order[k]] = {b, start, keys.size() - start};
      }
    });
    join_rows(found);
  }

  /// Finds every pair in the old list. `old_i`, `old_j`: places of rows and partners then, or -1; empty: not moved.
  /// `one_set`: i and j are of one set with i < j, so a pair may have stood the other way round.
  void carry(std::span<const Index> old_i, std::span<const Index> old_j, bool one_set);

  /// Where pairs stand in the list several times: of those that carry() has found as well, the one that is the
  /// same(pair, old pair).
  template <class Same>
  void carry_only(Same&& same) {
    parallel::for_each(size(), [&](Index p) {
      Index& previous = carried_.previous[p];
      if (previous < 0) return;
      const auto row = std::upper_bound(old_first_.begin(), old_first_.end(), previous);
      const Index partner = old_j_[previous], begin = *(row - 1), end = *row;
      while (previous > begin && old_j_[previous - 1] == partner) --previous;
      while (previous < end && old_j_[previous] == partner && !same(p, previous)) ++previous;
      if (previous == end || old_j_[previous] != partner) previous = -1;
    });
  }

  [[nodiscard]] Index size() const { return static_cast<Index>(j_.size()); }
  [[nodiscard]] const std::vector<Index>& i() const { return i_; }
  [[nodiscard]] const std::vector<Index>& j() const { return j_; }
  [[nodiscard]] const std::vector<Index>& first() const { return first_; }
  [[nodiscard]] const PairCarry& carried() const { return carried_; }
  /// By pair: whether its key says near. Of rows that were found as a whole.
  [[nodiscard]] const std::vector<std::uint8_t>& near() const { return near_; }
  /// To be filled by a search of another kind.
  [[nodiscard]] std::vector<std::uint8_t>& near() { return near_; }

  /// Whether these are pairs of so many rows and partners: what comes out of a checkpoint may be anything.
  [[nodiscard]] bool fit(Index rows, Index columns) const;

  /// Of a list that has been carried.
  void state(Archive& a) {
    a("i", i_);
    a("j", j_);
    a("first", first_);
  }

 private:
  /// Where the keys of a row are, and how many.
  struct FoundRow {
    Index block, start, count;
  };
  std::span<FoundRow> begin_rows(Index rows);
  void join_rows(std::span<const FoundRow> found);
  void size_for(std::size_t pairs);
  /// Pair (i, j) of the old list, looked for from `guess` on, which may be anything; -1 where it was none.
  [[nodiscard]] Index old_number(Index i, Index j, Index guess) const;

  std::vector<std::vector<FoundPair>> found_;
  Index blocks_ = 0;
  std::vector<RowKeys> keys_;  ///< by block of rows
  std::vector<Index> block_first_;
  std::vector<Index> i_, j_, first_{0};
  std::vector<std::uint8_t> near_;
  std::vector<Index> old_j_, old_first_{0};
  PairCarry carried_;
};

}  // namespace talus
