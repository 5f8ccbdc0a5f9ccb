// A circular cylinder about any axis: endless, with two ends, or an open tube. In 2-D it is a circle about z.
//
// With a = (x - c).e along the axis, rho the distance from the axis and h the half length (wall 3):
//   endless or container  distance = +-(rho - R), and h -+ a for the ends of a container
//   solid with ends       outside: distance to the nearest point of mantle, end or rim;
//                         within: max(rho - R, |a| - h)
//   open tube             distance = |rho - R| while |a| <= h, beyond it that to the rim; met from both sides
#pragma once

#include <algorithm>
#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/geometry/wall/touch.hpp"

namespace talus {

/// inside with ends: facet 0 is the mantle, 1 and 2 the ends at -h and +h, all without bounds, so no grain slips
/// through a rim. Everything else is one facet.
struct CylinderSurface {
  enum class Kind { inside, outside, tube };  ///< `tube` is met from both sides

  Vec3 centre = Vec3::Zero();   ///< middle of the axis [m]
  Vec3 axis = Vec3::UnitZ();    ///< e, unit vector
  Real radius = 1;              ///< R [m]
  Real half_length = infinity;  ///< h [m]
  Kind kind = Kind::inside;
  int dimension = 3;

  [[nodiscard]] Index facet_count() const { return kind == Kind::inside && has_ends() ? 3 : 1; }
  [[nodiscard]] BoundingBox bounds(Index facet) const;
  [[nodiscard]] Real clearance(Index facet, const Vec3& x) const { return nearest(facet, x).distance; }
  [[nodiscard]] bool touch(Index facet, const Vec3& x, Real grain_radius, Touch& touch) const {
    touch = nearest(facet, x);
    return touch.distance < grain_radius;
  }
  /// Mantle and ends of a container are contacts of their own.
  [[nodiscard]] bool adjacent(Index /*a*/, Index /*b*/) const { return false; }
  [[nodiscard]] WallTriangles triangles(const BoundingBox& clip) const;
  [[nodiscard]] std::optional<Real> area() const;
  [[nodiscard]] std::optional<Real> volume() const;

 private:
  [[nodiscard]] bool has_ends() const { return kind != Kind::tube && std::isfinite(half_length); }
  [[nodiscard]] Touch nearest(Index facet, const Vec3& x) const;
};

inline Touch CylinderSurface::nearest(Index facet, const Vec3& x) const {
  const Real along = (x - centre).dot(axis);
  if (facet > 0) {
    const Real inwards = facet == 1 ? 1 : -1;
    return face_touch(x, half_length + inwards * along, inwards * axis);
  }
  const Vec3 out = x - centre - along * axis;
  const Real rho = out.norm();
  // On the axis all directions are alike: any will do.
  const Vec3 radial = rho > 0 ? Vec3(out / rho) : axis.unitOrthogonal();
  const Real over_mantle = rho - radius;
  if (kind == Kind::inside) return face_touch(x, -over_mantle, -radial);

  const Real over_end = std::abs(along) - half_length;
  const Vec3 end_normal = along < 0 ? Vec3(-axis) : axis;
  if (over_end > 0 && (kind == Kind::tube || over_mantle > 0)) {
    const Vec3 from_rim = over_mantle * radial + over_end * end_normal;
    const Real distance = std::hypot(over_mantle, over_end);
    return {distance, from_rim / distance, x - from_rim, Feature::edge};
  }
  if (kind == Kind::tube && over_mantle < 0) return face_touch(x, -over_mantle, -radial);
  if (kind == Kind::outside && over_end > over_mantle) return face_touch(x, over_end, end_normal);
  return face_touch(x, over_mantle, radial);
}

struct CylinderWall {
  static constexpr std::string_view name = "cylinder";
  static constexpr std::string_view help =
      "circular cylinder (circle in 2-D): around the grains, among them, or an open tube";

  Vec3 centre = Vec3::Zero();  ///< [m]
  Vec3 axis = Vec3::UnitZ();   ///< any length
  Real radius = 0;             ///< [m]
  std::optional<WallSide> side{};
  std::optional<Real> length{};  ///< [m]
  std::optional<bool> closed{};

  static constexpr auto options() {
    return OptionTable{
        required("centre", &CylinderWall::centre, dim::length, "middle of the axis"),
        optional("axis", &CylinderWall::axis, dim::none, "direction of the axis; z in 2-D"),
        required("radius", &CylinderWall::radius, dim::length, "radius", positive),
        optional("side", &CylinderWall::side, "where the grains are; an open tube is met from both sides"),
        optional("length", &CylinderWall::length, dim::length, "along the axis; without it, endless", positive),
        optional("closed", &CylinderWall::closed, "with length: true with both ends, false for an open tube")};
  }

  [[nodiscard]] Contradiction contradiction() const {
    const bool tube = length && closed && !*closed;
    if (axis.isZero(0)) return {"axis", "has no direction: give a vector other than zero, such as [0, 0, 1]"};
    if (length && !closed) return {"closed", "is missing: with length, true gives both ends and false an open tube"};
    if (!length && closed) return {"closed", "goes with length: a cylinder without length is endless"};
    if (tube && side) return {"side", "an open tube is met from both sides: leave it out"};
    if (!tube && !side) return {"side", "is missing: say whether the grains are \"inside\" or \"outside\""};
    return {};
  }

  [[nodiscard]] CylinderSurface surface(int dimension) const;
};

}  // namespace talus
