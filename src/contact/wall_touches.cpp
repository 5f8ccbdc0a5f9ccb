#include "talus/contact/wall_touches.hpp"

#include "talus/core/parallel.hpp"

namespace talus {
namespace {

/// Facets of periodic walls stay where they are: the sphere's nearest image to a facet is looked at.
Vec3 near_facet(const PeriodicBox& box, const Vec3& x) { return box.any() ? box.wrap(x) : x; }

}  // namespace

void WallTouches::find(const LevelGrid& grid, Real skin, std::span<const Index> old_place) {
  std::visit(
      [&](const auto& surface) {
        bounds_.resize(surface.facet_count());
        for (Index f = 0; f < surface.facet_count(); ++f) bounds_[f] = wall_.pose.to_space(surface.bounds(f));
        if (!wall_.present) bounds_.clear();
        pairs_.build(grid, bounds_);
        pairs_.keep_if([&](Index sphere, Index facet) {
          const Row& x = body_.spheres().position[sphere];
          return surface.clearance(facet, wall_.pose.to_wall(near_facet(box_, x.vec()))) < x.w + skin;
        });
      },
      wall_.surface);
  pairs_.carry(old_place);
  touch_.assign(static_cast<std::size_t>(pairs_.size()), {});
}

void WallTouches::update() {
  const auto spheres = pairs_.sphere();
  const auto facets = pairs_.facet();
  std::visit(
      [&](const auto& surface) {
        parallel::for_each(pairs_.size(), [&](Index p) {
          const Row& row = body_.spheres().position[spheres[p]];
          const Vec3 inside = near_facet(box_, row.vec());
          WallTouch& seen = touch_[p];
          Touch touch;
          seen.active = surface.touch(facets[p], wall_.pose.to_wall(inside), row.w, touch);
          if (!seen.active) return;
          seen.normal = wall_.pose.turned(touch.normal);
          seen.point = wall_.pose.to_space(touch.point) + (row.vec() - inside);
          seen.overlap = row.w - touch.distance;
        });
      },
      wall_.surface);
}

bool WallTouches::adjacent(Index p, Index q) const {
  const auto facets = pairs_.facet();
  return std::visit([&](const auto& surface) { return surface.adjacent(facets[p], facets[q]); }, wall_.surface);
}

}  // namespace talus
