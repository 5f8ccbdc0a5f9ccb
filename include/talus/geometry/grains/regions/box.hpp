// A box along the axes (a rectangle in 2-D); along a periodic axis centres may lie anywhere between its faces.
#pragma once

#include "talus/geometry/grains/regions/region_parts.hpp"

namespace talus {

struct BoxSpace {
  static constexpr std::string_view name = "box";
  static constexpr std::string_view help = "box along the axes; a rectangle in 2-D";

  Vec3 min = Vec3::Zero();  ///< [m]
  Vec3 max = Vec3::Zero();  ///< [m]

  static constexpr auto options() {
    return OptionTable{required("min", &BoxSpace::min, dim::length, "lower corner"),
                       required("max", &BoxSpace::max, dim::length, "upper corner")};
  }

  void check(int dimension) const {
    for (int k = 0; k < dimension; ++k) {
      if (!(min[k] < max[k])) {
        refuse("the region's box reaches from ", min[k], " m to ", max[k], " m along ", "xyz"[k],
               "; min has to be below max");
      }
    }
  }
  [[nodiscard]] Real volume(int dimension) const {
    const Vec3 edge = max - min;
    return edge.x() * edge.y() * (dimension == 3 ? edge.z() : 1);
  }
  [[nodiscard]] BoxRegion bounds(int dimension) const { return flat_bounds(min, max, dimension); }
  [[nodiscard]] Real widest_ball(const RegionFrame& frame) const {
    Real radius = infinity;
    for (int k = 0; k < frame.dimension; ++k) {
      if (frame.period[k] == 0) radius = std::min(radius, (max[k] - min[k]) / 2);
    }
    return radius;
  }
  [[nodiscard]] bool holds(const Ball& ball, const RegionFrame& frame) const {
    for (int k = 0; k < frame.dimension; ++k) {
      const bool periodic = frame.period[k] > 0;
      if (periodic && !(ball.centre[k] < max[k] - edge_slack * (max[k] - min[k]))) return false;
      const Real needed = periodic ? 0 : ball.radius;
      const Real room = std::min(ball.centre[k] - min[k], max[k] - ball.centre[k]);
      if (room < needed - edge_slack * (max[k] - min[k])) return false;
    }
    return true;
  }
  /// Uniform over the places of a ball of radius `margin` [m].
  [[nodiscard]] Vec3 sample(Random& random, Real margin, const RegionFrame& frame) const {
    Vec3 p = Vec3::Zero();
    for (int k = 0; k < frame.dimension; ++k) {
      const Real inset = frame.period[k] > 0 ? 0 : margin;
      p[k] = random.uniform(min[k] + inset, max[k] - inset);
    }
    return p;
  }
};

}  // namespace talus
