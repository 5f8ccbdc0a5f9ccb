// What a run will take, as far as its start does not show it: grains are still to be poured, or at rest, and will fall.
// Good to a factor of two or three: enough to decide whether to start it.
#pragma once

#include "talus/sim/simulation.hpp"

namespace talus {

struct ForeseenRun {
  Real step = 0;          ///< when grains have come and are fast [s]
  Real steps = 0;         ///< to the end [-]
  bool at_least = false;  ///< nobody knows how fast grains will be, that stand still now
};

[[nodiscard]] ForeseenRun foresee(Simulation& simulation);

/// How many grains a source will have poured by `end` [s] that are not there yet; where its region is crowded, fewer.
[[nodiscard]] Real grains_to_come(const GrainSystem& grains, const GrainSupply& supply, Real end);
/// Of all sources.
[[nodiscard]] Real grains_to_come(const GrainSystem& grains, Real end);

/// The speed that grains come to: their own, or that of walls or of a source, and what they gain as they fall from the
/// highest place where grains are or come to the lowest that is in their way [m/s].
[[nodiscard]] Real foreseen_speed(const Simulation& simulation);

}  // namespace talus
