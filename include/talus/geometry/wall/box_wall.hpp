// A box along the axes, as a container of planes or as a solid obstacle. In 2-D it is a rectangle.
#pragma once

#include <algorithm>
#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/geometry/wall/touch.hpp"

namespace talus {

/// inside: facets 2a and 2a + 1 are the unbounded planes at the low and the high end of axis a, so no grain slips
/// through an edge. outside: one convex facet; a centre inside of it is nearest to one of its faces. In 2-D the box is
/// 1 m thick along z, where it has no faces.
struct BoxSurface {
  Vec3 low = Vec3::Zero();   ///< [m]
  Vec3 high = Vec3::Zero();  ///< [m]
  WallSide side = WallSide::inside;
  int dimension = 3;

  [[nodiscard]] Index facet_count() const { return side == WallSide::inside ? 2 * dimension : 1; }
  [[nodiscard]] BoundingBox bounds(Index facet) const;
  [[nodiscard]] Real clearance(Index facet, const Vec3& x) const {
    return side == WallSide::inside ? depth_in_front(facet, x) : from_outside(x).distance;
  }
  [[nodiscard]] bool touch(Index facet, const Vec3& x, Real radius, Touch& touch) const {
    if (side == WallSide::outside) {
      touch = from_outside(x);
      return touch.distance < radius;
    }
    const Real distance = depth_in_front(facet, x);
    if (distance >= radius) return false;
    touch = face_touch(x, distance, (facet % 2 == 0 ? 1 : -1) * Vec3::Unit(facet / 2));
    return true;
  }
  /// Two planes of a container are two contacts, however near to each other.
  [[nodiscard]] bool adjacent(Index /*a*/, Index /*b*/) const { return false; }
  [[nodiscard]] WallTriangles triangles(const BoundingBox& clip) const;
  [[nodiscard]] std::optional<Real> area() const;
  [[nodiscard]] std::optional<Real> volume() const { return (high - low).prod(); }

 private:
  [[nodiscard]] Real depth_in_front(Index facet, const Vec3& x) const {
    const int axis = facet / 2;
    return facet % 2 == 0 ? x[axis] - low[axis] : high[axis] - x[axis];
  }
  [[nodiscard]] Touch from_outside(const Vec3& x) const;
  [[nodiscard]] Touch from_within(const Vec3& x) const;
};

inline Touch BoxSurface::from_outside(const Vec3& x) const {
  const Vec3 nearest = x.cwiseMax(low).cwiseMin(high);
  const Vec3 away = x - nearest;
  const Real distance = away.norm();
  if (distance == 0) return from_within(x);
  const auto beyond = (away.array() != 0).count();
  return {distance, away / distance, nearest,
          beyond == 1 ? Feature::face : (beyond == dimension ? Feature::vertex : Feature::edge)};
}

inline Touch BoxSurface::from_within(const Vec3& x) const {
  Real distance = -infinity;
  Vec3 normal = Vec3::Zero();
  for (int axis = 0; axis < dimension; ++axis) {
    const Real over_low = low[axis] - x[axis];
    const Real over_high = x[axis] - high[axis];
    if (std::max(over_low, over_high) <= distance) continue;
    distance = std::max(over_low, over_high);
    normal = (over_high >= over_low ? 1 : -1) * Vec3::Unit(axis);
  }
  return face_touch(x, distance, normal);
}

struct BoxWall {
  static constexpr std::string_view name = "box";
  static constexpr std::string_view help = "box along the axes (rectangle in 2-D), around the grains or among them";

  Vec3 low = Vec3::Zero();   ///< [m]
  Vec3 high = Vec3::Zero();  ///< [m]
  WallSide side = WallSide::inside;

  static constexpr auto options() {
    return OptionTable{required("low", &BoxWall::low, dim::length, "lower corner"),
                       required("high", &BoxWall::high, dim::length, "upper corner"),
                       required("side", &BoxWall::side, "where the grains are")};
  }

  [[nodiscard]] Contradiction contradiction() const {
    if (high.x() > low.x() && high.y() > low.y()) return {};
    return {"high", "must be above low along x and y"};
  }

  [[nodiscard]] BoxSurface surface(int dimension) const;
};

}  // namespace talus
