#include "talus/geometry/grains/random_insertion.hpp"

#include <algorithm>

namespace talus {

RandomInsertion::RandomInsertion(const Chosen<Regions>& region, const GrainTemplate& grain, const Surroundings& around,
                                 const Rules& rules, std::size_t expected)
    : region_(region),
      grain_(grain),
      around_(around),
      rules_(rules),
      frame_{grain.dimension, around.period},
      there_(region_bounds(region, grain.dimension), around.period,
             around.balls.size() + expected * grain.balls.size()) {
  there_.add(around.balls);
}

bool RandomInsertion::has_room(const GrainSeed& seed) const {
  return std::ranges::all_of(grain_.balls, [&](const Ball& own) {
    const Ball ball = member(seed, own);
    return std::visit([&](const auto& region) { return region.holds(ball, frame_); }, region_.entry) &&
           !there_.crowded(ball, rules_.gap) && (!around_.free || around_.free(ball));
  });
}

bool RandomInsertion::put(GrainSeed& seed, Random& random) {
  // A clump's centroid may come nearer to the region's faces than its size.
  const Real margin = grain_.round() ? seed.radius : 0;
  for (Index attempt = 0; attempt < rules_.attempts; ++attempt) {
    seed.centre = std::visit([&](const auto& region) { return region.sample(random, margin, frame_); }, region_.entry);
    if (!has_room(seed)) continue;
    there_.add(members(seed, grain_));
    return true;
  }
  return false;
}

}  // namespace talus
