#include "talus/contact/wall_touches.hpp"

#include <cmath>

#include "talus/core/archive_checks.hpp"
#include "talus/core/parallel.hpp"

namespace talus {

Vec3 near_facet(const PeriodicBox& box, const BoundingBox& facet, const Vec3& x) {
  if (!box.any()) return x;
  Vec3 image = box.wrap(x);
  for (int axis = 0; axis < 3; ++axis) {
    // Of a facet as wide as the period or wider, that image is above it as well, wherever the wall has moved to.
    if (!box.periodic(axis) || !std::isfinite(facet.high[axis] - facet.low[axis])) continue;
    const Real middle = Real(0.5) * (facet.low[axis] + facet.high[axis]);
    image[axis] = middle + box.nearest(axis, x[axis] - middle);
  }
  return image;
}

void WallTouches::find(const LevelGrid& grid, Real skin, std::span<const Index> old_place) {
  std::visit(
      [&](const auto& surface) {
        bounds_.resize(surface.facet_count());
        for (Index f = 0; f < surface.facet_count(); ++f) bounds_[f] = wall_.pose.to_space(surface.bounds(f));
        if (!wall_.present) bounds_.clear();
        pairs_.build(grid, bounds_);
        spare_ = 0;
        pairs_.keep_if([&](Index sphere, Index facet) {
          const Row& x = body_.spheres().position[sphere];
          const Vec3 image = near_facet(box_, bounds_[facet], x.vec());
          const Real gap = surface.clearance(facet, wall_.pose.to_wall(image)) - x.w;
          if (!(gap < skin)) return false;
          spare_ += gap > 0 ? 1 : 0;
          return true;
        });
      },
      wall_.surface);
  pairs_.carry(old_place);
  touch_.assign(static_cast<std::size_t>(pairs_.size()), {});
}

void WallTouches::update(Index from, Index to) {
  const auto first = pairs_.first();
  const auto spheres = pairs_.sphere();
  const auto facets = pairs_.facet();
  std::visit(
      [&](const auto& surface) {
        for (Index p = first[from]; p < first[to]; ++p) {
          const Row& row = body_.spheres().position[spheres[p]];
          const Vec3 inside = near_facet(box_, bounds_[facets[p]], row.vec());
          WallTouch& seen = touch_[p];
          Touch touch;
          seen.active = surface.touch(facets[p], wall_.pose.to_wall(inside), row.w, touch) ? 1 : 0;
          if (!seen.acts()) continue;
          seen.normal = wall_.pose.turned(touch.normal);
          seen.point = wall_.pose.to_space(touch.point) + (row.vec() - inside);
          seen.overlap = row.w - touch.distance;
        }
      },
      wall_.surface);
}

void WallTouches::state(Archive& a) {
  a("pairs", pairs_);
  a("touch", touch_);
  a("bounds", bounds_);
  if (!a.reads()) return;
  const auto facets =
      std::visit([](const auto& surface) { return static_cast<std::size_t>(surface.facet_count()); }, wall_.surface);
  expect(bounds_.empty() || bounds_.size() == facets, "bounds");
  expect(pairs_.fit(body_.spheres().size(), static_cast<Index>(bounds_.size())), "pairs");
  expect(touch_.size() == static_cast<std::size_t>(pairs_.size()), "touch");
}

bool WallTouches::adjacent(Index p, Index q) const {
  const auto facets = pairs_.facet();
  return std::visit([&](const auto& surface) { return surface.adjacent(facets[p], facets[q]); }, wall_.surface);
}

}  // namespace talus
