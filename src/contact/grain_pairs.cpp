#include "talus/contact/grain_pairs.hpp"

#include <algorithm>

#include "slot_hits.hpp"
#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"

namespace talus {
namespace {

using Level = LevelGrid::Level;

bool is_set(std::span<const std::uint8_t> flags, Index s) { return !flags.empty() && flags[s] != 0; }

/// Adds the slots of [first, end) in reach of the sphere at p that reaches h.
template <bool images>
void test(const LevelGrid& grid, const Vec3& p, Real h, Index first, Index end, SlotHits& hits) {
  const Real *x = grid.x(), *y = grid.y(), *z = grid.z(), *reach = grid.reach_of();
  hits.test_packs(first, end, [&, x, y, z, reach](Index t) {
    Pack dx = load(x + t) - p.x(), dy = load(y + t) - p.y(), dz = load(z + t) - p.z();
    if constexpr (images) {
      const PeriodicBox& box = grid.box();
      dx = box.nearest(0, dx), dy = box.nearest(1, dy), dz = box.nearest(2, dz);
    }
    const Pack cutoff = load(reach + t) + h;
    return dx * dx + dy * dy + dz * dz <= cutoff * cutoff;
  });
}

/// Adds the slots above `after` of a level, in reach of the sphere at p that reaches h.
void search(const LevelGrid& grid, const Level& level, const Vec3& p, Real h, Index after, SlotHits& hits) {
  const Vec3 range = Vec3::Constant(h + level.reach);
  const Vec3 low = p - range, high = p + range;
  if (is_beside(grid.box(), level.bounds, low, high)) return;
  const LevelGrid::CellRange cells = level.range(low, high);
  const bool images = cells.wraps && grid.box().any();
  grid.for_each_run(level, cells, [&](Index first, Index end) {
    first = std::max(first, after + 1);
    images ? test<true>(grid, p, h, first, end, hits) : test<false>(grid, p, h, first, end, hits);
  });
}

/// Adds the slots of the sphere's own level that come after it. Unless cells wrap, the layer before holds none of them.
void search_own(const LevelGrid& grid, const Level& level, Index slot, SlotHits& hits) {
  const Vec3 p = grid.center(slot);
  const Real h = grid.reach_of()[slot];
  std::array<Index, 3> own;  // cells are as wide as its level reaches at most
  bool inside = true;
  for (int a = 0; a < 3; ++a) {
    own[a] = level.cell_along(a, p[a]);
    inside &= own[a] > 0 && own[a] + 1 < level.count[a];
  }
  if (!inside) return search(grid, level, p, h, slot, hits);
  LevelGrid::CellRange cells{{own[0] - 1, own[1] - 1, own[2] - 1}, {3, 3, 3}};
  ++cells.first[level.axis[2]], --cells.many[level.axis[2]];
  grid.for_each_run(level, cells,
                    [&](Index first, Index end) { test<false>(grid, p, h, std::max(first, slot + 1), end, hits); });
}

/// The part of the skin within which a pair counts as all but touching: they do before grains have gone by more than a
/// small part of what the list allows for.
constexpr Real near_part = 0.05;

/// Where a sphere looks for partners: runs of slots. A run that goes over the border of a periodic box makes two.
struct Runs {
  struct Run {
    Index first, end;
  };
  std::array<Run, 18> run;
  int count = 0;
  std::size_t room = 0;  ///< for what is written while they are looked through

  void add(Index first, Index end) {
    run[count++] = {first, end};
    room += static_cast<std::size_t>(end - first) + lanes;
  }
};

/// Finds partners with larger numbers of the spheres of a grid with one level.
class RowSearch {
 public:
  explicit RowSearch(const LevelGrid& grid) : grid_(grid), level_(grid.levels().front()) {}

  void operator()(Index i, RowKeys& row) {
    const Vec3 p = grid_.center(grid_.slot(i));
    std::array<Index, 3> own;
    bool same = runs_.count > 0;
    for (int a = 0; a < 3; ++a) {
      own[a] = level_.cell_along(a, p[a]);
      same = same && own[a] == cell_[a];
    }
    if (!same) look_around(own, i);
    images_ ? test<true>(i, row) : test<false>(i, row);
  }

 private:
  /// Spheres of the same cell, which follow each other with rising numbers, look into the same runs: where there are
  /// larger ones than that of the first. Sorted spheres have half of all runs behind them.
  void look_around(const std::array<Index, 3>& cell, Index first_of_cell) {
    cell_ = cell;
    runs_ = {};
    bool inside = true;
    LevelGrid::CellRange cells;  // as wide as the level reaches at most
    for (int a = 0; a < 3; ++a) {
      inside &= cell[a] > 0 && cell[a] + 1 < level_.count[a];
      cells.first[a] = level_.fold(a, cell[a] - 1);
      cells.many[a] = std::min<Index>(3, level_.count[a]);
    }
    images_ = !inside && grid_.box().any();
    grid_.for_each_run(level_, cells, [&](Index first, Index end) {
      if (may_hold_later(grid_.spheres() + first, end - first, first_of_cell)) runs_.add(first, end);
    });
  }

  template <bool images>
  void test(Index i, RowKeys& row) const {
    const Index slot = grid_.slot(i);
    const Vec3 p = grid_.center(slot);
    const Real h = grid_.reach_of()[slot], beyond = (1 - near_part) * grid_.skin();
    const Real *x = grid_.x(), *y = grid_.y(), *z = grid_.z(), *reach = grid_.reach_of();
    const Index* sphere = grid_.spheres();
    RowKey* out = row.room(runs_.room);
    for (int r = 0; r < runs_.count; ++r) {
      // Few runs are longer than a pack. An empty one is looked at like the others: it is hard to foresee.
      Index t = runs_.run[r].first;
      const Index end = runs_.run[r].end;
      do {
        Pack dx = load(x + t) - p.x(), dy = load(y + t) - p.y(), dz = load(z + t) - p.z();
        if constexpr (images) {
          const PeriodicBox& box = grid_.box();
          dx = box.nearest(0, dx), dy = box.nearest(1, dy), dz = box.nearest(2, dz);
        }
        const Pack cutoff = load(reach + t) + h, close = cutoff - beyond;
        out = write_near(out, sphere + t, end - t, i, {dx * dx + dy * dy + dz * dz, cutoff * cutoff, close * close});
        t += lanes;
      } while (t < end);
    }
    row.add_until(out);
  }

  const LevelGrid& grid_;
  const Level& level_;
  std::array<Index, 3> cell_{};
  Runs runs_;
  bool images_ = false;
};

/// Finds neighbours of spheres [from, to) of `fine` in those levels of `coarse` that are not finer than their own.
template <class Found>
void search_other(const LevelGrid& fine, const LevelGrid& coarse, bool also_equal, Index from, Index to,
                  Found&& found) {
  SlotHits& hits = hits_of_thread;
  auto own = fine.levels().begin();
  for (Index slot = from; slot < to; ++slot) {
    while (slot >= own->end_slot) ++own;
    hits.clear();
    for (const Level& level : coarse.levels()) {
      if (level.reach < own->reach || (level.reach == own->reach && !also_equal)) break;
      search(coarse, level, fine.center(slot), fine.reach_of()[slot], -1, hits);
    }
    for (const Index t : hits.slots()) found(fine.sphere(slot), coarse.sphere(t));
  }
}

}  // namespace

void GrainPairs::build(const LevelGrid& spheres, std::span<const Index> grain_of, Flags gone) {
  spheres.box().refuse_narrow(2 * spheres.reach());
  if (spheres.levels().size() == 1) return build_level(spheres, grain_of, gone);
  rows_.collect(parallel::block_count(spheres.size()));
  parallel::for_blocks(spheres.size(), [&](Index from, Index to, Index b) {
    std::vector<FoundPair>& found = rows_.block(b);
    SlotHits& hits = hits_of_thread;
    auto own = spheres.levels().begin();
    for (Index slot = from; slot < to; ++slot) {
      while (slot >= own->end_slot) ++own;
      hits.clear();
      search_own(spheres, *own, slot, hits);
      for (auto coarser = spheres.levels().begin(); coarser != own; ++coarser) {
        search(spheres, *coarser, spheres.center(slot), spheres.reach_of()[slot], -1, hits);
      }
      const Index i = spheres.sphere(slot);
      for (const Index t : hits.slots()) {
        const Index j = spheres.sphere(t);
        if (!grain_of.empty() && grain_of[i] == grain_of[j]) continue;
        if (is_set(gone, i) || is_set(gone, j)) continue;
        found.push_back({std::min(i, j), std::max(i, j)});
      }
    }
  });
  rows_.assemble(spheres.size());
  note_near(spheres, spheres);
}

/// Each sphere looks for those with larger numbers, wherever their cells are, and has its row in order.
void GrainPairs::build_level(const LevelGrid& spheres, std::span<const Index> grain_of, Flags gone) {
  const std::span<const Index> order(spheres.spheres(), spheres.size());
  rows_.build(order, [&] {
    return [&, search = RowSearch(spheres)](Index i, RowKeys& row) mutable {
      const Index first = row.size();
      search(i, row);
      if (!grain_of.empty()) row.drop(first, [&](Index j) { return grain_of[j] == grain_of[i]; });
      if (!gone.empty()) row.drop(first, [&](Index j) { return gone[i] != 0 || gone[j] != 0; });
    };
  });
}

void GrainPairs::note_near(const LevelGrid& a, const LevelGrid& b) {
  rows_.near().resize(rows_.j().size());
  parallel::for_each(size(), [&](Index p) {
    const Index s = a.slot(i()[p]), t = b.slot(j()[p]);
    const Real close = a.reach_of()[s] + b.reach_of()[t] - Real(0.5) * (1 - near_part) * (a.skin() + b.skin());
    const Real distance2 = a.box().nearest(Vec3(a.center(s) - b.center(t))).squaredNorm();
    rows_.near()[p] = distance2 < close * close ? 1 : 0;
  });
}

void GrainPairs::build(const LevelGrid& a, const LevelGrid& b, Flags gone_a, Flags gone_b) {
  invariant(a.box().low() == b.box().low() && a.box().period() == b.box().period(), "both sets share the periodic box");
  a.box().refuse_narrow(a.reach() + b.reach());
  const auto add = [&](std::vector<FoundPair>& found, Index i, Index j) {
    if (!is_set(gone_a, i) && !is_set(gone_b, j)) found.push_back({i, j});
  };
  const Index blocks_a = parallel::block_count(a.size());
  rows_.collect(blocks_a + parallel::block_count(b.size()));
  parallel::for_blocks(a.size(), [&](Index from, Index to, Index block) {
    auto& found = rows_.block(block);
    search_other(a, b, true, from, to, [&](Index i, Index j) { add(found, i, j); });
  });
  parallel::for_blocks(b.size(), [&](Index from, Index to, Index block) {
    auto& found = rows_.block(blocks_a + block);
    search_other(b, a, false, from, to, [&](Index j, Index i) { add(found, i, j); });
  });
  rows_.assemble(a.size());
  note_near(a, b);
}

}  // namespace talus
