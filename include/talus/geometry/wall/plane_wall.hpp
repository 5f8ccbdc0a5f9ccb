// A plane without end: distance = (x - p).n (wall 1). In 2-D it is a straight line.
#pragma once

#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/geometry/wall/touch.hpp"

namespace talus {

/// Grains are where the distance is positive; there is no other side, so none that is pressed through is lost.
struct PlaneSurface {
  Vec3 point = Vec3::Zero();    ///< on the plane [m]
  Vec3 normal = Vec3::UnitY();  ///< unit vector

  [[nodiscard]] Index facet_count() const { return 1; }
  [[nodiscard]] BoundingBox bounds(Index facet) const;
  [[nodiscard]] Real clearance(Index /*facet*/, const Vec3& x) const { return (x - point).dot(normal); }
  [[nodiscard]] bool touch(Index facet, const Vec3& x, Real radius, Touch& touch) const {
    const Real distance = clearance(facet, x);
    if (distance >= radius) return false;
    touch = face_touch(x, distance, normal);
    return true;
  }
  [[nodiscard]] bool adjacent(Index /*a*/, Index /*b*/) const { return false; }
  [[nodiscard]] WallTriangles triangles(const BoundingBox& clip) const;
  [[nodiscard]] std::optional<Real> area() const { return {}; }
  [[nodiscard]] std::optional<Real> volume() const { return {}; }
};

struct PlaneWall {
  static constexpr std::string_view name = "plane";
  static constexpr std::string_view help = "plane without end, a straight line in 2-D; grains are on one side of it";

  Vec3 point = Vec3::Zero();   ///< [m]
  Vec3 normal = Vec3::Zero();  ///< any length

  static constexpr auto options() {
    return OptionTable{required("point", &PlaneWall::point, dim::length, "a point of the plane"),
                       required("normal", &PlaneWall::normal, dim::none, "direction from the wall to the grains")};
  }

  [[nodiscard]] Contradiction contradiction() const {
    if (normal.isZero(0)) return {"normal", "has no direction: give a vector other than zero, such as [0, 0, 1]"};
    return {};
  }

  [[nodiscard]] PlaneSurface surface(int dimension) const;
};

}  // namespace talus
