// What the surfaces of plane, box, cylinder and sphere need once per run: from options, bounds, pictures, sizes.
#include <numbers>

#include "talus/geometry/wall/in_plane.hpp"
#include "talus/geometry/wall/surface.hpp"
#include "talus/geometry/wall/tessellation.hpp"

namespace talus {

namespace {

using std::numbers::pi;

constexpr Real unit_depth = 1;  ///< in 2-D everything is per metre [m]

}  // namespace

WallSurface wall_surface(const Chosen<WallShapes>& shape, int dimension) {
  return std::visit(
      [&](const auto& entry) -> WallSurface {
        if (const Contradiction wrong = entry.contradiction(); wrong.found()) refuse(wrong.key, ": ", wrong.sentence);
        return entry.surface(dimension);
      },
      shape.entry);
}

PlaneSurface PlaneWall::surface(int dimension) const {
  check_in_plane("the normal", normal, dimension);
  return {flattened(point, dimension), normal.stableNormalized()};
}

BoundingBox PlaneSurface::bounds(Index /*facet*/) const {
  BoundingBox box = everywhere();
  for (int axis = 0; axis < 3; ++axis) {
    if (normal[axis] == 1) box.high[axis] = point[axis];
    if (normal[axis] == -1) box.low[axis] = point[axis];
  }
  return box;
}

WallTriangles PlaneSurface::triangles(const BoundingBox& clip) const { return plane_triangles(point, normal, clip); }

BoxSurface BoxWall::surface(int dimension) const {
  if (dimension == 2) {
    const Vec3 half_depth(0, 0, unit_depth / 2);
    return {flattened(low, 2) - half_depth, flattened(high, 2) + half_depth, side, 2};
  }
  if (high.z() > low.z()) return {low, high, side, 3};
  refuse("the box has no height: high is at z = ", high.z(), " m, which must be above low at ", low.z(), " m");
}

BoundingBox BoxSurface::bounds(Index facet) const {
  if (side == WallSide::outside) return {low, high};
  BoundingBox box = everywhere();
  const int axis = facet / 2;
  (facet % 2 == 0 ? box.high[axis] : box.low[axis]) = facet % 2 == 0 ? low[axis] : high[axis];
  return box;
}

WallTriangles BoxSurface::triangles(const BoundingBox& clip) const {
  BoundingBox drawn{low, high};
  if (dimension == 2) drawn.low.z() = clip.low.z(), drawn.high.z() = clip.high.z();
  return clipped(box_triangles(drawn, dimension), clip);
}

std::optional<Real> BoxSurface::area() const {
  const Vec3 e = high - low;
  return 2 * (e.x() + e.y()) * e.z() + (dimension == 3 ? 2 * e.x() * e.y() : 0);
}

CylinderSurface CylinderWall::surface(int dimension) const {
  check_across_plane("the axis", axis, dimension);
  if (dimension == 2 && length) refuse("a cylinder has no length in two dimensions: leave length and closed out");
  using Kind = CylinderSurface::Kind;
  const bool tube = closed && !*closed;
  return {.centre = flattened(centre, dimension),
          .axis = axis.stableNormalized(),
          .radius = radius,
          .half_length = length ? *length / 2 : infinity,
          .kind = tube ? Kind::tube : (*side == WallSide::inside ? Kind::inside : Kind::outside),
          .dimension = dimension};
}

BoundingBox CylinderSurface::bounds(Index /*facet*/) const {
  if (kind == Kind::inside) return everywhere();
  BoundingBox box;
  for (int a = 0; a < 3; ++a) {
    const Real across = radius * std::sqrt(std::max(Real(0), 1 - axis[a] * axis[a]));
    const Real along = axis[a] == 0 ? 0 : std::abs(axis[a]) * half_length;
    box.low[a] = centre[a] - across - along;
    box.high[a] = centre[a] + across + along;
  }
  return box;
}

WallTriangles CylinderSurface::triangles(const BoundingBox& clip) const {
  if (std::isfinite(half_length)) return clipped(tube_triangles(centre, axis, radius, half_length, has_ends()), clip);
  const Vec3 middle = (clip.low + clip.high) / 2;
  const Vec3 drawn_centre = centre + (middle - centre).dot(axis) * axis;
  const Real reach = (clip.high - clip.low).norm() / 2;
  return clipped(tube_triangles(drawn_centre, axis, radius, reach, false), clip);
}

std::optional<Real> CylinderSurface::area() const {
  if (dimension == 2) return 2 * pi * radius * unit_depth;
  if (!std::isfinite(half_length)) return {};
  return 4 * pi * radius * half_length + (has_ends() ? 2 * pi * radius * radius : 0);
}

std::optional<Real> CylinderSurface::volume() const {
  if (dimension == 2) return pi * radius * radius * unit_depth;
  if (!has_ends()) return {};
  return 2 * pi * radius * radius * half_length;
}

SphereSurface SphereWall::surface(int dimension) const {
  return {flattened(centre, dimension), radius, side, dimension};
}

BoundingBox SphereSurface::bounds(Index /*facet*/) const {
  if (side == WallSide::inside) return everywhere();
  return {centre - Vec3::Constant(radius), centre + Vec3::Constant(radius)};
}

WallTriangles SphereSurface::triangles(const BoundingBox& clip) const {
  if (dimension == 3) return clipped(sphere_triangles(centre, radius), clip);
  const Real reach = std::max(std::abs(clip.low.z()), std::abs(clip.high.z()));
  return clipped(tube_triangles(centre, Vec3::UnitZ(), radius, reach, false), clip);
}

std::optional<Real> SphereSurface::area() const {
  return dimension == 2 ? 2 * pi * radius * unit_depth : 4 * pi * radius * radius;
}

std::optional<Real> SphereSurface::volume() const {
  return dimension == 2 ? pi * radius * radius * unit_depth : 4 * pi * radius * radius * radius / 3;
}

}  // namespace talus
