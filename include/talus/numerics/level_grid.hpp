// Spheres of any sizes sorted into cells, for the search of neighbours in time proportional to their number.
//
// A sphere reaches h = r + skin/2 [m]; two are neighbours when their centres are no farther apart than h_i + h_j.
// Spheres whose reach is alike up to a factor of two share a level, and each level has cells as wide as the largest
// of its cut-offs, 2 h. A sphere of a finer level then finds its neighbours of a coarser one in at most 3 x 3 x 3
// cells, whatever the ratio of sizes.
//
// Cells are numbered modulo their count along each axis. Along a periodic axis that is the period itself. Along the
// others it folds what has flown away back onto the cells that are there: one lost grain neither makes the cells
// coarse nor asks for memory. Folding only ever adds candidates, and the distance decides.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "talus/core/row.hpp"
#include "talus/core/types.hpp"
#include "talus/numerics/bounding_box.hpp"
#include "talus/numerics/periodic_box.hpp"

namespace talus {

class LevelGrid {
 public:
  /// Sorts spheres {x y z r} [m] into cells. `skin` [m]: how much farther apart than touching neighbours may be.
  /// Radii are finite and not negative. A sphere without a place (NaN) has no neighbours.
  void build(std::span<const Row> spheres, Real skin, const PeriodicBox& box = {});

  /// In which order to number cells from now on: along the first of these axes they follow each other. With the longest
  /// axis last, what is near in space has slots that are near.
  void number_along(const std::array<int, 3>& axes) { axes_ = axes; }
  /// Whether the order of slots is one of places in space.
  [[nodiscard]] bool follows_space() const { return levels_.size() == 1 && !levels_[0].folded; }
  /// Spheres have got the numbers of their slots.
  void number_by_slot();

  /// Range of cells: the first along each axis and how many, counted on past the last to the first again.
  struct CellRange {
    std::array<Index, 3> first{}, many{};
    bool wraps = false;  ///< runs over the last cell of an axis, or starts in another image
  };

  struct Level {
    Index first_slot = 0, end_slot = 0;   ///< its spheres, in the order of cells
    Real reach = 0;                       ///< the largest h [m]
    BoundingBox bounds;                   ///< of the centres [m]
    Vec3 origin = Vec3::Zero();           ///< corner of cell 0 [m]
    Vec3 inverse_width = Vec3::Ones();    ///< of cells [1/m]
    std::array<Index, 3> count{1, 1, 1};  ///< cells along each axis
    std::array<int, 3> axis{0, 1, 2};     ///< cells follow each other along the first, rows along the second
    bool folded = false;                  ///< cells that are far apart have the same number
    std::size_t first_cell = 0;           ///< its cells among those of all levels

    [[nodiscard]] std::size_t cells() const { return std::size_t(count[0]) * count[1] * count[2]; }

    /// Number along an axis, not yet folded; never decreases with x, also where it is cut off.
    [[nodiscard]] Index cell_along(int a, Real x) const {
      constexpr Real farthest = Real(1 << 29);  // keeps differences within the range of Index
      const Real c = (x - origin[a]) * inverse_width[a];
      if (!(c > -farthest)) return -(1 << 29);  // also what is not a number
      const auto truncated = static_cast<Index>(std::min(c, farthest));
      return truncated - (truncated > c);  // std::floor would be a call on plain processors
    }
    [[nodiscard]] Index fold(int a, Index c) const {
      if (c >= 0 && c < count[a]) return c;
      const Index rest = c % count[a];
      return rest < 0 ? rest + count[a] : rest;
    }
    [[nodiscard]] Index cell_of(const Vec3& x) const {
      const auto along = [&](int a) { return fold(a, cell_along(a, x[a])); };
      return (along(axis[2]) * count[axis[1]] + along(axis[1])) * count[axis[0]] + along(axis[0]);
    }

    /// Cells that hold all spheres with centres between two corners [m].
    [[nodiscard]] CellRange range(const Vec3& low, const Vec3& high) const {
      CellRange cells;
      for (int a = 0; a < 3; ++a) {
        const Index from = cell_along(a, low[a]), to = cell_along(a, high[a]);
        cells.wraps |= from < 0 || to >= count[a];
        cells.first[a] = fold(a, from);
        cells.many[a] = std::min(to - from + 1, count[a]);
      }
      return cells;
    }
  };

  /// Calls visit(first, end) with runs of slots that fill the cells of the range, each cell once.
  template <class Visit>
  void for_each_run(const Level& level, const CellRange& cells, Visit&& visit) const {
    const auto [a, b, c] = level.axis;
    const Index* start = start_.data() + level.first_cell;
    const Index na = level.count[a], nb = level.count[b], nc = level.count[c];
    const Index end = cells.first[a] + cells.many[a];
    for (Index kc = 0, layer = cells.first[c]; kc < cells.many[c]; ++kc, layer = layer + 1 == nc ? 0 : layer + 1) {
      for (Index kb = 0, row = cells.first[b]; kb < cells.many[b]; ++kb, row = row + 1 == nb ? 0 : row + 1) {
        const Index* in_row = start + std::size_t(layer * nb + row) * na;
        visit(in_row[cells.first[a]], in_row[std::min(end, na)]);
        if (end > na) visit(in_row[0], in_row[end - na]);
      }
    }
  }

  /// Levels that hold spheres, the coarsest first.
  [[nodiscard]] std::span<const Level> levels() const { return levels_; }
  [[nodiscard]] Index size() const { return static_cast<Index>(slot_.size()); }
  [[nodiscard]] Real skin() const { return skin_; }
  [[nodiscard]] const PeriodicBox& box() const { return box_; }
  /// The largest h of all [m]; 0 when there are no spheres.
  [[nodiscard]] Real reach() const { return levels_.empty() ? 0 : levels_.front().reach; }

  /// By slot: number of the sphere, its place inside of the periodic box [m], its reach h [m].
  [[nodiscard]] Index sphere(Index slot) const { return sphere_[slot]; }
  [[nodiscard]] const Index* spheres() const { return sphere_.data(); }
  [[nodiscard]] const Real* x() const { return x_.data(); }
  [[nodiscard]] const Real* y() const { return y_.data(); }
  [[nodiscard]] const Real* z() const { return z_.data(); }
  [[nodiscard]] const Real* reach_of() const { return h_.data(); }
  /// By sphere.
  [[nodiscard]] Index slot(Index sphere) const { return slot_[sphere]; }
  [[nodiscard]] Vec3 center(Index slot) const { return {x_[slot], y_[slot], z_[slot]}; }

 private:
  void find_levels(std::span<const Row> spheres);
  void choose_cells();
  void fill_cells();
  void sort_spheres(std::span<const Row> spheres);
  [[nodiscard]] Vec3 place(const Row& sphere) const { return box_.wrap(sphere.vec()); }
  [[nodiscard]] Real reach_of(const Row& sphere) const { return sphere.w + skin_ / 2; }

  Real skin_ = 0;
  PeriodicBox box_;
  std::array<int, 3> axes_{0, 1, 2};
  std::vector<Level> levels_;
  std::vector<std::uint8_t> level_of_;  ///< by sphere
  std::vector<std::size_t> cell_of_;    ///< by sphere, among the cells of all levels
  std::vector<Index> start_;            ///< first slot of each cell of all levels, and the end
  std::vector<Index> slot_;             ///< by sphere
  std::vector<Index> sphere_;           ///< by slot, like what follows
  std::vector<Real> x_, y_, z_, h_;     ///< by slot, and as many as a pack has lanes behind the last
};

}  // namespace talus
