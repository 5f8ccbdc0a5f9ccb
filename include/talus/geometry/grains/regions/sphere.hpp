// A ball (a disc in 2-D).
#pragma once

#include "talus/geometry/grains/regions/region_parts.hpp"

namespace talus {

struct SphereSpace {
  static constexpr std::string_view name = "sphere";
  static constexpr std::string_view help = "ball; a disc in 2-D";

  Vec3 centre = Vec3::Zero();  ///< [m]
  Real radius = 0;             ///< [m]

  static constexpr auto options() {
    return OptionTable{required("centre", &SphereSpace::centre, dim::length, "centre"),
                       required("radius", &SphereSpace::radius, dim::length, "radius", positive)};
  }

  void check(int dimension) const {
    if (dimension == 2 && centre.z() != 0) refuse("the region's disc lies at z = ", centre.z(), " m; 2-D means z = 0");
  }
  [[nodiscard]] Real volume(int dimension) const { return GrainTemplate{.dimension = dimension}.volume(radius); }
  [[nodiscard]] BoxRegion bounds(int dimension) const {
    return flat_bounds(centre - Vec3::Constant(radius), centre + Vec3::Constant(radius), dimension);
  }
  [[nodiscard]] Real widest_ball(const RegionFrame& /*frame*/) const { return radius; }
  [[nodiscard]] bool holds(const Ball& ball, const RegionFrame& /*frame*/) const {
    return (ball.centre - centre).norm() + ball.radius <= radius * (1 + edge_slack);
  }
  [[nodiscard]] Vec3 sample(Random& random, Real margin, const RegionFrame& frame) const {
    return centre + (radius - margin) * random.in_ball(frame.dimension);
  }
};

}  // namespace talus
