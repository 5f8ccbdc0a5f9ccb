// A hollow or a solid sphere: distance = +-(|x - c| - R) (wall 2). In 2-D it is a circle.
#pragma once

#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/geometry/wall/touch.hpp"

namespace talus {

struct SphereSurface {
  Vec3 centre = Vec3::Zero();  ///< [m]; z = 0 in 2-D
  Real radius = 1;             ///< R [m]
  WallSide side = WallSide::inside;
  int dimension = 3;

  [[nodiscard]] Index facet_count() const { return 1; }
  [[nodiscard]] BoundingBox bounds(Index facet) const;
  [[nodiscard]] Real clearance(Index /*facet*/, const Vec3& x) const { return sign() * ((x - centre).norm() - radius); }
  [[nodiscard]] bool touch(Index /*facet*/, const Vec3& x, Real grain_radius, Touch& touch) const {
    const Vec3 out = x - centre;
    const Real rho = out.norm();
    const Real distance = sign() * (rho - radius);
    if (distance >= grain_radius) return false;
    // At the very centre all directions are alike: any will do.
    const Vec3 radial = rho > 0 ? Vec3(out / rho) : Vec3(Vec3::UnitY());
    touch = face_touch(x, distance, sign() * radial);
    return true;
  }
  [[nodiscard]] bool adjacent(Index /*a*/, Index /*b*/) const { return false; }
  [[nodiscard]] WallTriangles triangles(const BoundingBox& clip) const;
  [[nodiscard]] std::optional<Real> area() const;
  [[nodiscard]] std::optional<Real> volume() const;

 private:
  [[nodiscard]] Real sign() const { return side == WallSide::inside ? -1 : 1; }
};

struct SphereWall {
  static constexpr std::string_view name = "sphere";
  static constexpr std::string_view help = "sphere (circle in 2-D), around the grains or among them";

  Vec3 centre = Vec3::Zero();  ///< [m]
  Real radius = 0;             ///< [m]
  WallSide side = WallSide::inside;

  static constexpr auto options() {
    return OptionTable{required("centre", &SphereWall::centre, dim::length, "centre"),
                       required("radius", &SphereWall::radius, dim::length, "radius", positive),
                       required("side", &SphereWall::side, "where the grains are")};
  }

  /// Nothing that the table allows excludes anything else.
  [[nodiscard]] Contradiction contradiction() const { return {}; }

  [[nodiscard]] SphereSurface surface(int dimension) const;
};

}  // namespace talus
