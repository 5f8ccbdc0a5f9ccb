#include "talus/numerics/level_grid.hpp"

#include "talus/core/parallel.hpp"
#include "talus/numerics/pack.hpp"

namespace talus {
namespace {

/// Finer spheres than 2^-31 of the largest share the last level.
constexpr int most_levels = 32;

/// Wider than the cut-off by more than the rounding of cell numbers.
constexpr Real slack = 1 + 1e-9;

/// Cells that a level of n spheres may have: a small multiple, so that clearing them costs less than the search.
Real most_cells(Index n) { return 4 * Real(n) + 1024; }
constexpr Real most_cells_along = Real(1 << 29);

/// Keeps sums of coordinates from overflowing [m].
constexpr Real longest_extent = 1e300;

/// Cells as wide as the largest cut-off; points of no size, which meet only where they coincide, get any width.
Real cell_width(Real reach, Real extent) {
  constexpr Real no_size = 1e-290;  // its inverse is a number still
  if (reach > no_size) return 2 * slack * reach;
  return extent > no_size ? std::max(1e-6 * extent, no_size) : 1;
}

}  // namespace

void LevelGrid::build(std::span<const Row> spheres, Real skin, const PeriodicBox& box) {
  skin_ = skin;
  box_ = box;
  find_levels(spheres);
  choose_cells();
  sort_spheres(spheres);
}

/// Levels are counted down from the largest reach, so that sizes which differ by some percent share one.
void LevelGrid::find_levels(std::span<const Row> spheres) {
  const auto n = static_cast<Index>(spheres.size());
  Real largest = 0;
  for (const Row& s : spheres) {
    if (const Real h = reach_of(s); h > largest && std::isfinite(h)) largest = h;
  }
  std::array<Level, most_levels> all;
  level_of_.resize(n);
  for (Index i = 0; i < n; ++i) {
    const Real h = reach_of(spheres[i]);
    int l = 0;
    for (Real bound = largest / 2; h < bound && l + 1 < most_levels; bound /= 2) ++l;
    level_of_[i] = static_cast<std::uint8_t>(l);
    ++all[l].end_slot;
    if (std::isfinite(h)) all[l].reach = std::max(all[l].reach, h);
    if (const Vec3 p = place(spheres[i]); p.allFinite()) all[l].bounds.enclose(p);
  }
  levels_.clear();
  std::array<std::uint8_t, most_levels> rank{};
  Index slots = 0;
  for (int l = 0; l < most_levels; ++l) {
    if (all[l].end_slot == 0) continue;
    rank[l] = static_cast<std::uint8_t>(levels_.size());
    all[l].first_slot = slots;
    slots = all[l].end_slot += slots;
    levels_.push_back(all[l]);
  }
  for (auto& l : level_of_) l = rank[l];
}

void LevelGrid::choose_cells() {
  std::size_t cells = 0;
  for (Level& level : levels_) {
    if (!(level.bounds.low.x() <= level.bounds.high.x())) level.bounds = {Vec3::Zero(), Vec3::Zero()};
    const Vec3 extent = (level.bounds.high - level.bounds.low).cwiseMin(longest_extent);
    const Real width = cell_width(level.reach, extent.maxCoeff());
    Vec3 count;
    for (int a = 0; a < 3; ++a) {
      // A free row of cells on either side spares the spheres at the surface the search in folded cells.
      const Real fitting = box_.periodic(a) ? std::floor(box_.period()[a] / width) : std::floor(extent[a] / width) + 3;
      count[a] = std::clamp(fitting, Real(1), most_cells_along);
    }
    while (count.prod() > most_cells(level.end_slot - level.first_slot)) {
      int longest = 0;
      count.maxCoeff(&longest);
      count[longest] = std::ceil(count[longest] / 2);
    }
    for (int a = 0; a < 3; ++a) {
      level.count[a] = static_cast<Index>(count[a]);
      level.origin[a] = box_.periodic(a) ? box_.low()[a] : level.bounds.low[a] - width;
      level.inverse_width[a] = box_.periodic(a) ? count[a] / box_.period()[a] : 1 / width;
    }
    level.first_cell = cells;
    cells += level.cells();
  }
  start_.assign(cells + 1, 0);
}

void LevelGrid::sort_spheres(std::span<const Row> spheres) {
  const auto n = static_cast<Index>(spheres.size());
  cell_of_.resize(n);
  parallel::for_each(n, [&](Index i) {
    const Level& level = levels_[level_of_[i]];
    cell_of_[i] = level.first_cell + level.cell_of(place(spheres[i]));
  });
  for (Index i = 0; i < n; ++i) ++start_[cell_of_[i] + 1];
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
  next_.assign(start_.begin(), start_.end() - 1);
  sphere_.resize(n);
  for (Index i = 0; i < n; ++i) sphere_[next_[cell_of_[i]]++] = i;
  for (auto* values : {&x_, &y_, &z_, &h_}) values->resize(n + lanes);  // tests of whole packs read beyond the last
  parallel::for_each(n, [&](Index slot) {
    const Row& s = spheres[sphere_[slot]];
    const Vec3 p = place(s);
    x_[slot] = p.x(), y_[slot] = p.y(), z_[slot] = p.z(), h_[slot] = reach_of(s);
  });
}

}  // namespace talus
