// What a source of grains yields, and what it has to know of the place where it puts them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "talus/geometry/grains/grain_template.hpp"
#include "talus/numerics/quaternion.hpp"

namespace talus {

/// A grain at the moment when it begins to exist.
struct GrainSeed {
  Vec3 centre = Vec3::Zero();                       ///< centroid [m]
  Real radius = 0;                                  ///< size, see GrainTemplate [m]
  Vec3 velocity = Vec3::Zero();                     ///< [m/s]
  Vec3 spin = Vec3::Zero();                         ///< angular velocity [rad/s]
  Quaternion orientation = Quaternion::Identity();  ///< own axes to space
};

/// One ball of a grain in space.
[[nodiscard]] inline Ball member(const GrainSeed& seed, const Ball& ball) {
  return {seed.centre + seed.radius * (seed.orientation * ball.centre), seed.radius * ball.radius};
}

/// The balls of a grain in space, in the order of the template.
[[nodiscard]] inline std::vector<Ball> members(const GrainSeed& seed, const GrainTemplate& grain) {
  std::vector<Ball> placed;
  placed.reserve(grain.balls.size());
  for (const Ball& ball : grain.balls) placed.push_back(member(seed, ball));
  return placed;
}

struct Surroundings {
  std::span<const Ball> balls{};            ///< what is there already, of all bodies
  Vec3 period = Vec3::Zero();               ///< edges of a periodic box, 0 along an axis without [m]
  std::function<bool(const Ball&)> free{};  ///< whether walls leave room for a ball; empty: there are none
};

}  // namespace talus
