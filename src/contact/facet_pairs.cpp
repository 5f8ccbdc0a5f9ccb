#include "talus/contact/facet_pairs.hpp"

#include "slot_hits.hpp"
#include "talus/core/parallel.hpp"

namespace talus {
namespace {

/// The box around a facet, seen so that its nearest image to any place is quickly found.
struct Target {
  BoundingBox bounds;          ///< [m]
  Vec3 middle = Vec3::Zero();  ///< along periodic axes; 0 along the others, where no image is chosen [m]

  Target(const BoundingBox& facet, const PeriodicBox& box) : bounds(facet) {
    const Vec3 inside = box.wrap((facet.low + facet.high) / 2);
    for (int a = 0; a < 3; ++a) {
      if (!box.periodic(a)) continue;
      Real half = (facet.high[a] - facet.low[a]) / 2;
      if (2 * half < box.period()[a]) {
        middle[a] = inside[a];
      } else {
        half = infinity;  // images of the facet leave no gap
      }
      bounds.low[a] = middle[a] - half;
      bounds.high[a] = middle[a] + half;
    }
  }

  /// Square of the distance from p to the nearest image [m^2].
  [[nodiscard]] Real distance_squared(const PeriodicBox& box, const Vec3& p) const {
    Real sum = 0;
    for (int a = 0; a < 3; ++a) {
      const Real x = middle[a] + box.nearest(a, p[a] - middle[a]);
      const Real gap = std::max(std::max(bounds.low[a] - x, x - bounds.high[a]), Real(0));
      sum += gap * gap;
    }
    return sum;
  }
};

/// Adds the slots of all levels that are near the facet.
void search(const LevelGrid& grid, const Target& target, SlotHits& hits) {
  for (const LevelGrid::Level& level : grid.levels()) {
    const Vec3 range = Vec3::Constant(level.reach + grid.skin() / 2);
    const Vec3 low = target.bounds.low - range, high = target.bounds.high + range;
    if (is_beside(grid.box(), level.bounds, low, high)) continue;
    grid.for_each_run(level, level.range(low, high), [&](Index first, Index end) {
      hits.test(first, end, [&](Index slot) {
        const Real cutoff = grid.reach_of()[slot] + grid.skin() / 2;
        return target.distance_squared(grid.box(), grid.center(slot)) <= cutoff * cutoff;
      });
    });
  }
}

}  // namespace

void FacetPairs::build(const LevelGrid& spheres, std::span<const BoundingBox> facets, const Times& times) {
  const auto count = static_cast<Index>(facets.size());
  rows_.collect(parallel::block_count(count));
  parallel::for_blocks(count, [&](Index from, Index to, Index b) {
    SlotHits& hits = hits_of_thread;
    for (Index f = from; f < to; ++f) {
      if (!(facets[f].low.array() <= facets[f].high.array()).all()) continue;
      hits.clear();
      search(spheres, Target(facets[f], spheres.box()), hits);
      for (const Index slot : hits.slots()) {
        const Index sphere = spheres.sphere(slot);
        rows_.block(b).insert(rows_.block(b).end(), times(sphere, f), {sphere, f});
      }
    }
  });
  rows_.assemble(spheres.size());
}

}  // namespace talus
