// When a run writes, and how much: frames, rows, bytes.
#pragma once

#include <cstdint>

#include "talus/sim/simulation.hpp"

namespace talus {

struct OutputPlan {
  Real frame_interval = 0;  ///< [s]; 0: frames are counted in steps
  std::int64_t frames = 0;
  std::int64_t rows = 0;  ///< of history.csv and of energy.csv
  Real bytes = 0;         ///< about what all files need
};

/// The plan of a run from `simulation.time()` to its end, in about `steps` steps.
[[nodiscard]] OutputPlan plan_output(const Simulation& simulation, Real steps);

}  // namespace talus
