// Puts grains one by one at random places where there is room.
#pragma once

#include "talus/geometry/grains/ball_levels.hpp"
#include "talus/geometry/grains/grain_seed.hpp"
#include "talus/geometry/grains/regions/catalog.hpp"

namespace talus {

class RandomInsertion {
 public:
  struct Rules {
    Real gap = 0;        ///< least distance between surfaces of grains [m]
    Index attempts = 0;  ///< places tried for one grain
  };
  /// `expected`: about how many grains will be put.
  RandomInsertion(const Chosen<Regions>& region, const GrainTemplate& grain, const Surroundings& around,
                  const Rules& rules, std::size_t expected);

  /// Finds a place for a grain of given size and orientation, and keeps it; false when all attempts failed.
  bool put(GrainSeed& seed, Random& random);

 private:
  [[nodiscard]] bool has_room(const GrainSeed& seed) const;

  const Chosen<Regions>& region_;
  const GrainTemplate& grain_;
  const Surroundings& around_;
  Rules rules_;
  RegionFrame frame_;
  BallLevels there_;
};

}  // namespace talus
