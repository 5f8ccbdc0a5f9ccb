#include "talus/geometry/wall/tessellation.hpp"

#include <cmath>
#include <numbers>

namespace talus {

namespace {

constexpr int segments = 64;  ///< around a circle

using Polygon = std::vector<Vec3>;

/// What lies where sign * x[axis] <= sign * bound.
Polygon cut(const Polygon& polygon, int axis, Real bound, Real sign) {
  Polygon kept;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3& p = polygon[k];
    const Vec3& q = polygon[(k + 1) % polygon.size()];
    const Real over_p = sign * (p[axis] - bound);
    const Real over_q = sign * (q[axis] - bound);
    if (over_p <= 0) kept.push_back(p);
    if ((over_p < 0 && over_q > 0) || (over_p > 0 && over_q < 0)) {
      kept.emplace_back(p + over_p / (over_p - over_q) * (q - p));
    }
  }
  return kept;
}

void add_clipped(Polygon polygon, const BoundingBox& box, WallTriangles& triangles) {
  for (int axis = 0; axis < 3; ++axis) {
    if (std::isfinite(box.low[axis])) polygon = cut(polygon, axis, box.low[axis], -1);
    if (std::isfinite(box.high[axis])) polygon = cut(polygon, axis, box.high[axis], 1);
  }
  for (std::size_t k = 2; k < polygon.size(); ++k) triangles.push_back({polygon[0], polygon[k - 1], polygon[k]});
}

void add_quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, WallTriangles& triangles) {
  triangles.push_back({a, b, c});
  triangles.push_back({a, c, d});
}

/// Points on a circle; the first one again at the end, the same to the bit.
std::array<Vec3, segments + 1> circle(const Vec3& centre, const Vec3& axis, Real radius) {
  const Vec3 u = axis.unitOrthogonal();
  const Vec3 v = axis.cross(u);
  std::array<Vec3, segments + 1> points;
  for (int k = 0; k < segments; ++k) {
    const Real angle = 2 * std::numbers::pi * k / segments;
    points[k] = centre + radius * (std::cos(angle) * u + std::sin(angle) * v);
  }
  points[segments] = points[0];
  return points;
}

}  // namespace

WallTriangles clipped(const WallTriangles& triangles, const BoundingBox& box) {
  WallTriangles result;
  for (const auto& corners : triangles) add_clipped({corners.begin(), corners.end()}, box, result);
  return result;
}

WallTriangles plane_triangles(const Vec3& point, const Vec3& normal, const BoundingBox& box) {
  const Vec3 middle = (box.low + box.high) / 2;
  const Vec3 foot = middle - (middle - point).dot(normal) * normal;
  const Vec3 u = (box.high - box.low).norm() * normal.unitOrthogonal();
  const Vec3 v = normal.cross(u);
  WallTriangles result;
  add_clipped({foot - u - v, foot + u - v, foot + u + v, foot - u + v}, box, result);
  return result;
}

WallTriangles box_triangles(const BoundingBox& box, int dimension) {
  WallTriangles result;
  const Vec3 edge = box.high - box.low;
  for (int axis = 0; axis < dimension; ++axis) {
    const Vec3 u = edge[(axis + 1) % 3] * Vec3::Unit((axis + 1) % 3);
    const Vec3 v = edge[(axis + 2) % 3] * Vec3::Unit((axis + 2) % 3);
    const Vec3 across = edge[axis] * Vec3::Unit(axis);
    const Vec3& low = box.low;
    add_quad(low, low + v, low + u + v, low + u, result);
    const Vec3 high = low + across;
    add_quad(high, high + u, high + u + v, high + v, result);
  }
  return result;
}

WallTriangles tube_triangles(const Vec3& centre, const Vec3& axis, Real radius, Real half_length, bool ends) {
  const Vec3 low = centre - half_length * axis;
  const Vec3 high = centre + half_length * axis;
  const auto below = circle(low, axis, radius);
  const auto above = circle(high, axis, radius);
  WallTriangles result;
  for (int k = 0; k < segments; ++k) {
    add_quad(below[k], below[k + 1], above[k + 1], above[k], result);
    if (!ends) continue;
    result.push_back({low, below[k + 1], below[k]});
    result.push_back({high, above[k], above[k + 1]});
  }
  return result;
}

WallTriangles sphere_triangles(const Vec3& centre, Real radius) {
  constexpr int belts = segments / 2;
  WallTriangles result;
  for (int belt = 0; belt < belts; ++belt) {
    const Real south = std::numbers::pi * (Real(belt) / belts - Real(0.5));
    const Real north = std::numbers::pi * (Real(belt + 1) / belts - Real(0.5));
    const auto at = [&](Real latitude) {
      return circle(centre + radius * std::sin(latitude) * Vec3::UnitZ(), Vec3::UnitZ(), radius * std::cos(latitude));
    };
    const auto below = at(south);
    const auto above = at(north);
    for (int k = 0; k < segments; ++k) {
      if (belt > 0) result.push_back({below[k], below[k + 1], above[k]});
      if (belt + 1 < belts) result.push_back({below[k + 1], above[k + 1], above[k]});
    }
  }
  return result;
}

}  // namespace talus
