#include "talus/sim/wall_frame.hpp"

#include <cmath>

namespace talus {
namespace {

/// Farther than any wall [m]: bounded surfaces are drawn as a whole.
constexpr Real far_away = 1e6;
/// Walls without end are drawn this share of the scene's diagonal beyond it.
constexpr Real margin = 0.1;
/// Half the depth of two-dimensional walls before they are cut at z = 0 [m].
constexpr Real half_depth = 1;

void enclose(BoundingBox& scene, const Vec3& x, Real radius) {
  if (!x.allFinite()) return;
  scene.enclose(x, radius);
}

/// Where a triangle crosses the plane z = 0: two points, or none.
void cut_at_plane(const std::array<Vec3, 3>& triangle, std::vector<Vec3>& points) {
  for (int k = 0; k < 3; ++k) {
    const Vec3& p = triangle[k];
    const Vec3& q = triangle[(k + 1) % 3];
    if ((p.z() >= 0) == (q.z() >= 0)) continue;
    Vec3 x = p + p.z() / (p.z() - q.z()) * (q - p);
    x.z() = 0;
    points.push_back(x);
  }
}

/// An endless wall has no area to speak of.
bool is_bounded(const WallSurface& surface) {
  return std::visit([](const auto& s) { return s.area().has_value(); }, surface);
}

BoundingBox whole(int dimension) {
  const Vec3 corner(far_away, far_away, dimension == 2 ? half_depth : far_away);
  return {-corner, corner};
}

}  // namespace

WallPictures::WallPictures(const Model& model) : dimension_(model.description.dimension) {
  for (const WallBody& wall : model.grains.walls) {
    bounded_.push_back(is_bounded(wall.surface) ? corners_of(wall.surface, whole(dimension_)) : std::vector<Vec3>{});
  }
}

std::vector<Vec3> WallPictures::corners_of(const WallSurface& surface, const BoundingBox& clip) const {
  std::vector<Vec3> corners;
  for (const auto& triangle : std::visit([&](const auto& s) { return s.triangles(clip); }, surface)) {
    if (dimension_ == 2) {
      cut_at_plane(triangle, corners);
    } else {
      corners.insert(corners.end(), triangle.begin(), triangle.end());
    }
  }
  return corners;
}

void WallPictures::look_at(const Model& model) {
  const GrainSystem& grains = model.grains;
  scene_ = {};
  for (const GrainBody& body : grains.bodies) {
    for (const Row& row : body.spheres().position) enclose(scene_, row.vec(), row.w);
  }
  for (const SolidBody& body : model.bodies) {
    for (const Vec3& x : body.x) enclose(scene_, x, body.spacing / 2);
  }
  for (std::size_t w = 0; w < bounded_.size(); ++w) {
    for (const Vec3& x : bounded_[w]) enclose(scene_, grains.walls[w].pose.to_space(x), 0);
  }
  if (model.description.domain) {
    enclose(scene_, model.description.domain->low, 0);
    enclose(scene_, model.description.domain->high, 0);
  }
  for (const GrainSupply& source : grains.supplies) {
    const BoxRegion region = region_bounds(source.pour.region, dimension_);
    enclose(scene_, region.min, 0);
    enclose(scene_, region.max, 0);
  }
  if (!(scene_.low.x() <= scene_.high.x())) enclose(scene_, Vec3::Zero(), 1);
  const Real beyond = margin * (scene_.high - scene_.low).norm();
  scene_.low.array() -= beyond;
  scene_.high.array() += beyond;
}

/// The scene in the wall's own frame.
BoundingBox WallPictures::clip_of(const WallPose& pose) const {
  BoundingBox clip;
  for (int corner = 0; corner < 8; ++corner) {
    Vec3 x;
    for (int a = 0; a < 3; ++a) x[a] = (corner >> a) % 2 == 0 ? scene_.low[a] : scene_.high[a];
    clip.enclose(pose.to_wall(x));
  }
  if (dimension_ == 2) clip.low.z() = -half_depth, clip.high.z() = half_depth;
  return clip;
}

SurfaceFrame WallPictures::frame(const WallBody& wall, Index number, Real time) {
  corners_.clear();
  if (wall.present) {
    corners_ = bounded_[number].empty() ? corners_of(wall.surface, clip_of(wall.pose)) : bounded_[number];
    for (Vec3& x : corners_) x = wall.pose.to_space(x);
  }
  SurfaceFrame frame{time, dimension_, corners_, {}, {{"force", wall.force}, {"moment", wall.moment}}};
  frame.fields = {computed_field("velocity", corners_.size(),
                                 [this, &wall](Index k) -> Vec3 { return wall.full.at(corners_[k]); })};
  if (surface_runs(wall.motion)) {
    frame.fields.push_back(computed_field("surface_velocity", corners_.size(),
                                          [this, &wall](Index k) { return surface_velocity(wall, k); }));
  }
  return frame;
}

/// At corner k of what is drawn, along its triangle, or its line in the plane (wall 9).
Vec3 WallPictures::surface_velocity(const WallBody& wall, Index k) const {
  const Vec3 v = wall.surface_full.at(corners_[k]);
  const Index per_piece = dimension_ == 2 ? 2 : 3, first = k - k % per_piece;
  const Vec3 side = corners_[first + 1] - corners_[first];
  const Vec3 across = dimension_ == 2 ? side.cross(Vec3::UnitZ()) : side.cross(corners_[first + 2] - corners_[first]);
  const Vec3 normal = across.stableNormalized();
  return v - v.dot(normal) * normal;
}

}  // namespace talus
