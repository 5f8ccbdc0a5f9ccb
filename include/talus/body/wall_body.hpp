// A rigid wall as data: its surface, how it moves, and what grains do to it. No behaviour.
#pragma once

#include <string>

#include "talus/geometry/wall/surface.hpp"
#include "talus/geometry/wall/wall_motion.hpp"

namespace talus {

struct WallBody {
  std::string name;
  Real young = infinity;  ///< [Pa]
  Real poisson = 0;       ///< [-]
  WallSurface surface;    ///< in the wall's own frame
  WallMotion motion;

  WallState state;
  WallPose pose;
  WallRates half, full;                  ///< of the half step that led here, and of the full step
  WallRates surface_half, surface_full;  ///< the same of a surface that runs along itself, beside them
  bool present = true;

  Vec3 force = Vec3::Zero();         ///< of the grains on the wall, last evaluation [N; N/m in 2-D]
  Vec3 moment = Vec3::Zero();        ///< of that force about full.centre [N m; N in 2-D]
  Vec3 normal_force = Vec3::Zero();  ///< part of `force` along the normals of the contacts [N]
  /// Of the rest of `force`, and of rolling and twisting, about surface_full.centre; of a surface that runs along
  /// itself only [N m; N in 2-D].
  Vec3 friction_moment = Vec3::Zero();
};

}  // namespace talus
