#include "talus/contact/wall_touches.hpp"

#include <cmath>

#include "talus/contact/facet_images.hpp"
#include "talus/core/archive_checks.hpp"
#include "talus/core/parallel.hpp"

namespace talus {

namespace {

/// Visits shift and gap [m] of those images of a sphere that a facet is nearer to than `skin`.
template <class Surface, class Visit>
void for_each_near(const PeriodicBox& box, const WallPose& pose, const Surface& surface, Index facet,
                   const BoundingBox& bounds, const Row& sphere, Real skin, Visit&& visit) {
  for_each_image(box, bounds, sphere.vec(), sphere.w + skin, [&](const Vec3& shift) {
    const Real gap = surface.clearance(facet, pose.to_wall(sphere.vec() + shift)) - sphere.w;
    if (gap < skin) visit(shift, gap);
  });
}

/// A pose whose rotation is a matrix: worth its making where many places are brought from one frame to the other.
class PoseAxes {
 public:
  explicit PoseAxes(const WallPose& pose)
      : axes_(pose.rotation.toRotationMatrix()), centre_(pose.centre), there_(pose.centre + pose.displacement) {}

  [[nodiscard]] Vec3 turned(const Vec3& direction) const { return axes_ * direction; }
  [[nodiscard]] Vec3 to_space(const Vec3& X) const { return there_ + axes_ * (X - centre_); }
  [[nodiscard]] Vec3 to_wall(const Vec3& x) const { return centre_ + axes_.transpose() * (x - there_); }

 private:
  Mat3 axes_;
  Vec3 centre_, there_;  ///< of turning, in the wall's frame and in space [m]
};

}  // namespace

void WallTouches::find(const LevelGrid& grid, Real skin, std::span<const Index> old_place) {
  std::visit(
      [&](const auto& surface) {
        bounds_.resize(surface.facet_count());
        for (Index f = 0; f < surface.facet_count(); ++f) bounds_[f] = wall_.pose.to_space(surface.bounds(f));
        if (!wall_.present) bounds_.clear();
        pairs_.build(grid, bounds_, [&](Index sphere, Index facet) {
          Index times = 0;
          for_each_near(box_, wall_.pose, surface, facet, bounds_[facet], body_.spheres().position[sphere], skin,
                        [&](const Vec3&, Real) { ++times; });
          return times;
        });
        list_images(surface, skin);
      },
      wall_.surface);
  pairs_.carry(old_place, [&](Index p, Index old) {
    const Vec3 moved = image_[p].seen - former_image_[old].seen;
    return box_.nearest(moved) == moved;
  });
  touch_.assign(static_cast<std::size_t>(pairs_.size()), {});
}

template <class Surface>
void WallTouches::list_images(const Surface& surface, Real skin) {
  former_image_.swap(image_);
  image_.resize(pairs_.size());
  spare_ = 0;
  for (Index p = 0; p < pairs_.size();) {
    const Index facet = pairs_.facet()[p];
    const Row& sphere = body_.spheres().position[pairs_.sphere()[p]];
    for_each_near(box_, wall_.pose, surface, facet, bounds_[facet], sphere, skin, [&](const Vec3& shift, Real gap) {
      Image& image = image_[p++];
      image = {shift, sphere.vec() + shift, 0};
      for (int a = 0; a < 3; ++a) {
        if (!is_bounded(bounds_[facet], a))
          image.seen[a] = 0;
        else if (box_.periodic(a))
          image.off_middle += std::abs(image.seen[a] - bounds_[facet].middle()[a]);
      }
      spare_ += gap > 0 ? 1 : 0;
    });
  }
}

void WallTouches::update(Index from, Index to) {
  const auto first = pairs_.first();
  const auto facets = pairs_.facet();
  const PoseAxes pose(wall_.pose);
  std::visit(
      [&](const auto& surface) {
        for (Index s = from; s < to; ++s) {
          const Row& row = body_.spheres().position[s];
          for (Index p = first[s]; p < first[s + 1]; ++p) {
            const Vec3 image = row.vec() + image_[p].shift;
            WallTouch& seen = touch_[p];
            Touch touch;
            seen.active = surface.touch(facets[p], pose.to_wall(image), row.w, touch) ? 1 : 0;
            if (!seen.acts()) continue;
            seen.normal = pose.turned(touch.normal);
            seen.point = pose.to_space(touch.point) - image_[p].shift;
            seen.overlap = row.w - touch.distance;
          }
          if (box_.any() && first[s + 1] > first[s] + 1) hide_images(surface, s);
        }
      },
      wall_.surface);
}

template <class Surface>
void WallTouches::hide_images(const Surface& surface, Index sphere) {
  const Index from = pairs_.first()[sphere], to = pairs_.first()[sphere + 1];
  for (Index p = from; p < to; ++p) {
    for (Index q = from; q < to && touch_[p].acts(); ++q) {
      if (image_[q].shift != image_[p].shift && goes_on(surface, p, q)) touch_[p].active = 0;
    }
  }
}

template <class Surface>
bool WallTouches::goes_on(const Surface& surface, Index p, Index q) const {
  constexpr Real joined = 1e-4, as_near = 1e-9;  // over the radius; a file of a mesh has seven digits
  const Row& sphere = body_.spheres().position[pairs_.sphere()[p]];
  const auto distance = [&](const Vec3& x) {
    return std::abs(surface.clearance(pairs_.facet()[q], wall_.pose.to_wall(x + image_[q].shift)));
  };
  if (distance(touch_[p].point) > joined * sphere.w) return false;
  const Real nearer = sphere.w - touch_[p].overlap - distance(sphere.vec());
  if (std::abs(nearer) > as_near * sphere.w) return nearer > 0;
  // One lies on the other. The listed images of a facet that is far wider than the box are those around its middle.
  const auto rank = [this](Index pair) { return std::pair(image_[pair].off_middle, pair); };
  return touch_[q].acts() && rank(q) < rank(p);
}

void WallTouches::state(Archive& a) {
  a("pairs", pairs_);
  a("touch", touch_);
  a("images", image_);
  a("bounds", bounds_);
  if (!a.reads()) return;
  const auto facets =
      std::visit([](const auto& surface) { return static_cast<std::size_t>(surface.facet_count()); }, wall_.surface);
  expect(bounds_.empty() || bounds_.size() == facets, "bounds");
  expect(pairs_.fit(body_.spheres().size(), static_cast<Index>(bounds_.size())), "pairs");
  expect(touch_.size() == static_cast<std::size_t>(pairs_.size()), "touch");
  expect(image_.size() == touch_.size(), "images");
}

bool WallTouches::adjacent(Index p, Index q) const {
  if (image_[p].shift != image_[q].shift) return true;
  const auto facets = pairs_.facet();
  return std::visit([&](const auto& surface) { return surface.adjacent(facets[p], facets[q]); }, wall_.surface);
}

}  // namespace talus
