#include "talus/numerics/level_grid.hpp"

#include <algorithm>
#include <utility>

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

/// Of finite reaches [m], and of places.
struct Range {
  Real smallest = infinity, largest = 0;
  BoundingBox bounds;

  void add(Real h, const Vec3& x) {
    smallest = std::min(smallest, h);
    if (h > largest && std::isfinite(h)) largest = h;
    if (x.allFinite()) bounds.enclose(x);
  }
  Range& operator+=(const Range& other) {
    smallest = std::min(smallest, other.smallest);
    largest = std::max(largest, other.largest);
    bounds.low = bounds.low.cwiseMin(other.bounds.low);
    bounds.high = bounds.high.cwiseMax(other.bounds.high);
    return *this;
  }
};

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
  const Range range =
      parallel::reduce<Range>(n, [&](Index i, Range& some) { some.add(reach_of(spheres[i]), place(spheres[i])); });
  const Real largest = range.largest;
  if (n > 0 && range.smallest >= largest / 2) {
    levels_.assign(1, {});
    levels_[0].end_slot = n;
    levels_[0].reach = largest;
    levels_[0].bounds = range.bounds;
    level_of_.assign(n, 0);
    return;
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
      level.folded = true;
    }
    for (int a = 0; a < 3; ++a) {
      level.count[a] = static_cast<Index>(count[a]);
      level.origin[a] = box_.periodic(a) ? box_.low()[a] : level.bounds.low[a] - width;
      level.inverse_width[a] = box_.periodic(a) ? count[a] / box_.period()[a] : 1 / width;
    }
    level.axis = axes_;
    level.first_cell = cells;
    cells += level.cells();
  }
  start_.resize(cells + 1);
}

/// Some threads count a part of the spheres each, and put it behind the parts before: within a cell spheres stand in
/// their order, whichever thread counts.
void LevelGrid::fill_cells() {
  constexpr int most_parts = 4;  // each asks for as much memory as all cells do
  const auto n = static_cast<std::int64_t>(cell_of_.size());
  const auto parts = static_cast<Index>(
      std::clamp<std::int64_t>(n / parallel::particles_per_thread, 1, std::min(most_parts, parallel::thread_count())));
  const std::size_t cells = start_.size() - 1;
  thread_local std::vector<Index> storage;  // grows once, then no allocation
  storage.assign(parts * cells, 0);
  Index* const next = storage.data();
  const auto for_parts = [&](auto&& visit) {
    parallel::for_blocks(parts * parallel::block_size, [&](Index, Index, Index k) {
      for (auto i = static_cast<Index>(n * k / parts); i < n * (k + 1) / parts; ++i) {
        visit(i, next[k * cells + cell_of_[i]]);
      }
    });
  };
  for_parts([](Index, Index& count) { ++count; });
  Index slots = 0;
  for (std::size_t c = 0; c < cells; ++c) {
    start_[c] = slots;
    for (Index k = 0; k < parts; ++k) slots += std::exchange(next[k * cells + c], slots);
  }
  start_[cells] = slots;
  slot_.resize(n);
  sphere_.resize(n + lanes);  // tests of whole packs read beyond the last
  for_parts([&](Index i, Index& slot) { sphere_[slot_[i] = slot++] = i; });
}

void LevelGrid::number_by_slot() {
  parallel::for_each(size(), [&](Index i) { slot_[i] = sphere_[i] = i; });
}

void LevelGrid::sort_spheres(std::span<const Row> spheres) {
  const auto n = static_cast<Index>(spheres.size());
  cell_of_.resize(n);
  parallel::for_each(n, [&](Index i) {
    const Level& level = levels_[level_of_[i]];
    cell_of_[i] = level.first_cell + level.cell_of(place(spheres[i]));
  });
  fill_cells();
  for (auto* values : {&x_, &y_, &z_, &h_}) values->resize(n + lanes);
  parallel::for_each(n, [&](Index slot) {
    const Row& s = spheres[sphere_[slot]];
    const Vec3 p = place(s);
    x_[slot] = p.x(), y_[slot] = p.y(), z_[slot] = p.z(), h_[slot] = reach_of(s);
  });
}

}  // namespace talus
