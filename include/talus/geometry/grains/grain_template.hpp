// What the grains of one body have in common: the balls that a grain is made of, at unit size, and its density.
//
// The size ("radius") of a grain is that of the ball of equal volume, so that mass and solid fraction of clumps
// read like those of spheres. In 2-D grains are discs in the plane z = 0, per metre of depth.
#pragma once

#include <algorithm>
#include <numbers>
#include <vector>

#include "talus/numerics/quaternion.hpp"

namespace talus {

struct Ball {
  Vec3 centre = Vec3::Zero();  ///< [m]
  Real radius = 0;             ///< [m]
};

struct GrainTemplate {
  int dimension = 3;
  Real density = 0;                            ///< of the grain's material [kg/m^3]
  std::vector<Ball> balls{{Vec3::Zero(), 1}};  ///< of a grain of size 1, about its centroid, in its own axes [-]
  Quaternion axes = Quaternion::Identity();    ///< own (principal) axes to those in which the case draws the grain
  Real own_radius = 0;                         ///< size of the clump as the case draws it, 0 for spheres [m]

  /// True for spheres and discs, which look the same from all sides.
  [[nodiscard]] bool round() const { return balls.size() == 1 && balls.front().centre.isZero(0); }

  /// [m^3; m^2 in 2-D]
  [[nodiscard]] Real volume(Real radius) const {
    constexpr Real pi = std::numbers::pi;
    return dimension == 2 ? pi * radius * radius : 4 * pi / 3 * radius * radius * radius;
  }
  /// [kg; kg/m in 2-D]
  [[nodiscard]] Real mass(Real radius) const { return density * volume(radius); }

  /// Radius about the centroid that holds all balls of a grain of size 1 [-].
  [[nodiscard]] Real reach() const {
    Real farthest = 0;
    for (const Ball& ball : balls) farthest = std::max(farthest, ball.centre.norm() + ball.radius);
    return farthest;
  }
};

}  // namespace talus
