// How grains move when they begin to exist: keys that several sources share.
#pragma once

#include <span>
#include <string>

#include "talus/core/option.hpp"
#include "talus/geometry/grains/grain_seed.hpp"
#include "talus/numerics/random.hpp"

namespace talus {

struct InitialMotion {
  Vec3 velocity = Vec3::Zero();  ///< [m/s]
  Real agitation = 0;            ///< standard deviation of each component of the velocity [m/s]
  Vec3 spin = Vec3::Zero();      ///< [rad/s]

  static constexpr auto options() {
    return OptionTable{
        optional("velocity", &InitialMotion::velocity, dim::velocity, "velocity of every grain"),
        optional("agitation", &InitialMotion::agitation, dim::velocity,
                 "standard deviation of each component of the velocities, normally distributed", non_negative),
        optional("spin", &InitialMotion::spin, dim::rate, "angular velocity of every grain")};
  }

  /// Throws CaseError when it leaves the plane in 2-D.
  void check(int dimension) const;
  void give(GrainSeed& seed, Random& random, int dimension) const;
};

/// Refuses a grain that leaves the plane of a case in two dimensions; the sentence begins with `place`.
void check_plane(const GrainSeed& seed, int dimension, const std::string& place);

/// Shifts the velocities of grains that were agitated so that their momentum is again that of `velocity` alone.
void remove_mean_agitation(std::span<GrainSeed> seeds, const GrainTemplate& grain, const InitialMotion& motion);

/// Orientation of a grain of a random source: any for clumps, none for spheres.
[[nodiscard]] inline Quaternion random_orientation(const GrainTemplate& grain, Random& random) {
  return grain.round() ? Quaternion::Identity() : random.orientation(grain.dimension);
}

}  // namespace talus
