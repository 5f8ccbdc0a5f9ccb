// Points sorted into cubic cells (counting sort), for range queries without N^2.
#pragma once

#include "talus/core/types.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace talus {

class CellGrid {
 public:
  /// Sorts points [m] into cells at least `cell` wide; cells grow when the box would need many more than points.
  /// Points that are nowhere (not finite) are near nothing.
  void build(std::span<const Vec3> points, Real cell) {
    points_ = points;
    low_ = Vec3::Constant(infinity);
    high_ = -low_;
    for (const Vec3& p : points) {
      if (!p.allFinite()) continue;
      low_ = low_.cwiseMin(p);
      high_ = high_.cwiseMax(p);
    }
    if (!(low_.x() <= high_.x())) low_ = high_ = Vec3::Zero();
    choose_cells(cell);
    sort_points();
  }

  /// Calls visit(j, distance_squared) for all points within `radius` of p, cells in fixed order.
  template <class Visit>
  void for_each_near(const Vec3& p, Real radius, Visit&& visit) const {
    std::array<Index, 3> from{}, to{};
    for (int a = 0; a < 3; ++a) {
      if (p[a] + radius < low_[a] || p[a] - radius > high_[a]) return;
      from[a] = cell_along(a, p[a] - radius);
      to[a] = cell_along(a, p[a] + radius);
    }
    const Real limit = radius * radius;
    for (Index z = from[2]; z <= to[2]; ++z) {
      for (Index y = from[1]; y <= to[1]; ++y) {
        const Index row = (z * count_[1] + y) * count_[0];
        for (Index s = start_[row + from[0]]; s < start_[row + to[0] + 1]; ++s) {
          const Real distance2 = (points_[order_[s]] - p).squaredNorm();
          if (distance2 < limit) visit(order_[s], distance2);
        }
      }
    }
  }

 private:
  [[nodiscard]] Index cell_along(int axis, Real coordinate) const {
    const Real c = std::floor((coordinate - low_[axis]) / width_);
    return c > 0 ? static_cast<Index>(std::min(c, Real(count_[axis] - 1))) : 0;  // also where it is no number
  }
  [[nodiscard]] Index cell_of(const Vec3& p) const {
    return (cell_along(2, p[2]) * count_[1] + cell_along(1, p[1])) * count_[0] + cell_along(0, p[0]);
  }

  void choose_cells(Real cell) {
    constexpr Real longest = 1e300;  // between numbers that are finite still
    const Vec3 extent = (high_ - low_).cwiseMin(longest);
    width_ = cell > 0 ? cell : infinity;
    const Real most = 8.0 * static_cast<Real>(points_.size()) + 64;
    for (;; width_ *= 2) {
      Real cells = 1;
      for (int a = 0; a < 3; ++a) cells *= std::floor(extent[a] / width_) + 1;
      if (cells <= most) break;
    }
    for (int a = 0; a < 3; ++a) count_[a] = static_cast<Index>(extent[a] / width_) + 1;
  }

  void sort_points() {
    const auto n = static_cast<Index>(points_.size());
    start_.assign(static_cast<std::size_t>(count_[0]) * count_[1] * count_[2] + 1, 0);
    order_.resize(n);
    for (Index i = 0; i < n; ++i) ++start_[cell_of(points_[i]) + 1];
    for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
    next_.assign(start_.begin(), start_.end() - 1);
    for (Index i = 0; i < n; ++i) order_[next_[cell_of(points_[i])]++] = i;
  }

  std::span<const Vec3> points_;
  Vec3 low_ = Vec3::Zero(), high_ = Vec3::Zero();
  Real width_ = 1;
  std::array<Index, 3> count_{1, 1, 1};
  std::vector<Index> start_, order_, next_;
};

}  // namespace talus
