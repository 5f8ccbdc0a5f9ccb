// What would not fit is refused before it is made: memory of bodies, rows of history, files of frames.
#pragma once

#include "talus/core/machine_memory.hpp"
#include "talus/sim/simulation.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

inline constexpr Real bytes_per_bond = sizeof(Bond);

/// Bodies and grains as they are placed, before neighbours are listed. Throws CaseIssue.
void check_memory(const Model& model);

/// Of arrays that frames are to have, each has to be one of some body. Throws CaseIssue.
void check_frames(const Model& model);

/// What `simulation` would write in so many steps. Throws CaseIssue.
void check_output(const Simulation& simulation, Real steps);

}  // namespace talus
