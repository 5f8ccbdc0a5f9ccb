// A straight circular cylinder in any direction.
#pragma once

#include <cmath>
#include <numbers>

#include "talus/geometry/grains/regions/region_parts.hpp"

namespace talus {

struct CylinderSpace {
  static constexpr std::string_view name = "cylinder";
  static constexpr std::string_view help = "circular cylinder between two points, in 3-D";

  Vec3 from = Vec3::Zero();  ///< centre of one end [m]
  Vec3 to = Vec3::Zero();    ///< centre of the other end [m]
  Real radius = 0;           ///< [m]

  static constexpr auto options() {
    return OptionTable{required("from", &CylinderSpace::from, dim::length, "centre of one end"),
                       required("to", &CylinderSpace::to, dim::length, "centre of the other end"),
                       required("radius", &CylinderSpace::radius, dim::length, "radius", positive)};
  }

  void check(int dimension) const {
    if (dimension == 2) refuse("a cylinder needs three dimensions; in two take a box, or a sphere, which is a disc");
    if (from == to) refuse("the region's cylinder has no length: \"from\" and \"to\" are the same point");
  }
  [[nodiscard]] Real length() const { return (to - from).norm(); }
  [[nodiscard]] Vec3 axis() const { return (to - from) / length(); }

  [[nodiscard]] Real volume(int /*dimension*/) const { return std::numbers::pi * radius * radius * length(); }
  [[nodiscard]] BoxRegion bounds(int dimension) const {
    const Vec3 reach = radius * (Vec3::Ones() - axis().cwiseAbs2()).cwiseMax(0).cwiseSqrt();
    return flat_bounds(from.cwiseMin(to) - reach, from.cwiseMax(to) + reach, dimension);
  }
  [[nodiscard]] Real widest_ball(const RegionFrame& /*frame*/) const { return std::min(radius, length() / 2); }
  [[nodiscard]] bool holds(const Ball& ball, const RegionFrame& /*frame*/) const {
    const Real along = (ball.centre - from).dot(axis());
    const Real off = (ball.centre - from - along * axis()).norm();
    const Real slack = edge_slack * widest_ball({});
    return off + ball.radius <= radius + slack && std::min(along, length() - along) >= ball.radius - slack;
  }
  [[nodiscard]] Vec3 sample(Random& random, Real margin, const RegionFrame& /*frame*/) const {
    const Vec3 across = axis().unitOrthogonal();
    const Vec3 disc = (radius - margin) * random.in_ball(2);
    const Real along = random.uniform(margin, length() - margin);
    return from + along * axis() + disc.x() * across + disc.y() * axis().cross(across);
  }
};

}  // namespace talus
