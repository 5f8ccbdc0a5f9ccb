// Where the windows of coarse graining sit, and the weights that they give to the cells around them (bulk 11).
//
// The grid is filled row by row along x, each row by one thread: a source within reach of a row gives to the cells of
// one piece of it. So no cell is asked in vain, and every cell adds up in the same order whatever the number of
// threads.
#pragma once

#include "talus/core/parallel.hpp"
#include "talus/diagnostics/bulk/coarse_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace talus {

/// Cells whose centres lie on the edge of a window, as they do on lattices, count as outside whatever the rounding: the
/// same cells have to be found when a window is normalised and when it is used.
inline constexpr Real window_edge = 1 - 1e-9;

template <class Window>
class WindowSources {
 public:
  WindowSources(const CoarseGrid& grid, Real width)
      : grid_(grid), per_width2_(1 / (width * width)), reach_(Window::cut_off * width) {
    const auto cells = static_cast<Index>(std::ceil(reach_ / grid.cell)) + 1;
    margin_ = {cells, grid.dimension == 2 ? 0 : cells};
  }

  /// A share of what belongs to `owner` sits at x [m], within reach of the grid.
  void add(const Vec3& x, Index owner, Real share) { sources_.push_back({x, share, owner}); }

  /// After the last source, before the first weight.
  void prepare() {
    parallel::for_each(static_cast<Index>(sources_.size()), [&](Index s) { normalise(sources_[s]); });
    sort_by_rows();
  }

  /// Rows of cells along x.
  [[nodiscard]] Index row_count() const { return grid_.count[1] * grid_.count[2]; }

  /// Calls visit(cell, owner, weight) for all cells of a row and all that reaches them, sources in fixed order.
  template <class Visit>
  void for_each_weight(Index row, Visit&& visit) const {
    const Index j = row % grid_.count[1], k = row / grid_.count[1];
    const Vec3 middle = grid_.centre(0, j, k);
    for (Index z = k; z <= k + 2 * margin_[1]; ++z) {
      const std::size_t line = static_cast<std::size_t>(z) * rows_along(0);
      for (Index s = first_[line + j]; s < first_[line + j + 2 * margin_[0] + 1]; ++s) {
        const Source& source = sources_[s];
        const Real y = source.x.y() - middle.y(), up = source.x.z() - middle.z();
        const Real off2 = y * y + up * up;
        if (off2 < limit2()) give(source, off2, row * grid_.count[0], visit);
      }
    }
  }

 private:
  struct Source {
    Vec3 x;      ///< [m]
    Real share;  ///< over the sum of the window times the volume of a cell [1/m^3; 1/m^2 in 2-D]
    Index owner;
  };

  [[nodiscard]] Real limit2() const { return reach_ * reach_ * window_edge; }
  /// Cell along an axis, as a number that may lie beyond the grid.
  [[nodiscard]] Index cell_along(int axis, Real place) const {
    return static_cast<Index>(std::floor((place - grid_.low[axis]) / grid_.cell));
  }
  /// Rows of sources along y (0) and z (1): those of the grid, and all from which windows reach it.
  [[nodiscard]] Index rows_along(int axis) const { return grid_.count[axis + 1] + 2 * margin_[axis]; }

  template <class Visit>
  void give(const Source& source, Real off2, Index first_cell, Visit& visit) const {
    const Real half = std::sqrt(limit2() - off2);
    const Index from = std::max<Index>(cell_along(0, source.x.x() - half), 0);
    const Index to = std::min<Index>(cell_along(0, source.x.x() + half), grid_.count[0] - 1);
    for (Index i = from; i <= to; ++i) {
      const Real along = grid_.centre(i, 0, 0).x() - source.x.x();
      const Real distance2 = along * along + off2;
      if (distance2 >= limit2()) continue;
      visit(first_cell + i, source.owner, source.share * Window::value(distance2 * per_width2_));
    }
  }

  /// The sum of a window over all cells, also those beyond the grid, times their volume becomes one.
  void normalise(Source& source) const {
    std::array<Index, 3> from{}, to{};
    for (int a = 0; a < grid_.dimension; ++a) {
      from[a] = cell_along(a, source.x[a] - reach_);
      to[a] = cell_along(a, source.x[a] + reach_);
    }
    Real sum = 0;
    for (Index k = from[2]; k <= to[2]; ++k) {
      for (Index j = from[1]; j <= to[1]; ++j) {
        for (Index i = from[0]; i <= to[0]; ++i) {
          const Real distance2 = (source.x - grid_.centre(i, j, k)).squaredNorm();
          if (distance2 < limit2()) sum += Window::value(distance2 * per_width2_);
        }
      }
    }
    source.share /= sum * grid_.cell_volume();
  }

  /// Counting sort, which keeps the order within a row.
  void sort_by_rows() {
    const auto row_of = [&](const Source& source) {
      std::array<Index, 2> row{};
      for (int a = 0; a < grid_.dimension - 1; ++a) {
        row[a] = std::clamp<Index>(cell_along(a + 1, source.x[a + 1]) + margin_[a], 0, rows_along(a) - 1);
      }
      return static_cast<std::size_t>(row[1]) * rows_along(0) + row[0];
    };
    first_.assign(static_cast<std::size_t>(rows_along(0)) * rows_along(1) + 1, 0);
    for (const Source& source : sources_) ++first_[row_of(source) + 1];
    for (std::size_t r = 1; r < first_.size(); ++r) first_[r] += first_[r - 1];
    std::vector<Index> next(first_.begin(), first_.end() - 1);
    std::vector<Source> sorted(sources_.size());
    for (const Source& source : sources_) sorted[next[row_of(source)]++] = source;
    sources_.swap(sorted);
  }

  const CoarseGrid& grid_;
  Real per_width2_, reach_;
  std::array<Index, 2> margin_{};  ///< rows along y and z that a window reaches, at most
  std::vector<Source> sources_;
  std::vector<Index> first_;  ///< source of each row, and the end
};

}  // namespace talus
