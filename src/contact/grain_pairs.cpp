#include "talus/contact/grain_pairs.hpp"

#include "slot_hits.hpp"
#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"

#include <algorithm>

namespace talus {
namespace {

using Level = LevelGrid::Level;

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

/// Adds the slots of the sphere's own level that come after it. Unless cells wrap, layers below hold none of them.
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
  grid.for_each_run(level, {{own[0] - 1, own[1] - 1, own[2]}, {3, 3, 2}}, [&](Index first, Index end) {
    test<false>(grid, p, h, std::max(first, slot + 1), end, hits);
  });
}

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

void GrainPairs::build(const LevelGrid& spheres, std::span<const Index> grain_of) {
  spheres.box().refuse_narrow(2 * spheres.reach());
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
        found.push_back({std::min(i, j), std::max(i, j)});
      }
    }
  });
  rows_.assemble(spheres.size());
}

void GrainPairs::build(const LevelGrid& a, const LevelGrid& b) {
  invariant(a.box().low() == b.box().low() && a.box().period() == b.box().period(), "both sets share the periodic box");
  a.box().refuse_narrow(a.reach() + b.reach());
  const Index blocks_a = parallel::block_count(a.size());
  rows_.collect(blocks_a + parallel::block_count(b.size()));
  parallel::for_blocks(a.size(), [&](Index from, Index to, Index block) {
    auto& found = rows_.block(block);
    search_other(a, b, true, from, to, [&](Index i, Index j) { found.push_back({i, j}); });
  });
  parallel::for_blocks(b.size(), [&](Index from, Index to, Index block) {
    auto& found = rows_.block(blocks_a + block);
    search_other(b, a, false, from, to, [&](Index j, Index i) { found.push_back({i, j}); });
  });
  rows_.assemble(a.size());
}

}  // namespace talus
