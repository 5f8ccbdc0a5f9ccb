// What is near to each of many places: one row for each place, found by all threads and gone through in order.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "talus/core/parallel.hpp"
#include "talus/numerics/cell_grid.hpp"

namespace talus {

class NearRows {
 public:
  /// For each of n places the points within `reach` [m] of place(k) that are wanted(k, j).
  void find(std::span<const Vec3> points, Real reach, Index n, auto&& place, auto&& wanted) {
    grid_.build(points, reach);
    blocks_.resize(parallel::block_count(n, parallel::gathering_block));
    parallel::for_blocks(
        n,
        [&](Index first, Index last, Index b) {
          Block& block = blocks_[b];
          block.clear();
          for (Index k = first; k < last; ++k) {
            grid_.for_each_near(place(k), reach, [&](Index j, Real) {
              if (wanted(k, j)) block.point.push_back(j);
            });
            block.end_row(k);
          }
        },
        parallel::gathering_block);
  }

  /// Calls use(k, points) for every place that has any, in order; `points` ascend, and may be changed.
  void for_each(auto&& use) {
    for (const Block& block : blocks_) {
      for (std::size_t r = 0; r < block.place.size(); ++r) {
        row_.assign(block.point.begin() + block.first[r], block.point.begin() + block.first[r + 1]);
        use(block.place[r], row_);
      }
    }
  }

 private:
  /// Rows of places that follow each other, those without points left out.
  struct Block {
    std::vector<Index> place, first, point;

    void clear() {
      place.clear();
      first.assign(1, 0);
      point.clear();
    }
    void end_row(Index k) {
      if (static_cast<Index>(point.size()) == first.back()) return;
      std::sort(point.begin() + first.back(), point.end());
      place.push_back(k);
      first.push_back(static_cast<Index>(point.size()));
    }
  };

  CellGrid grid_;
  std::vector<Block> blocks_;
  std::vector<Index> row_;
};

}  // namespace talus
