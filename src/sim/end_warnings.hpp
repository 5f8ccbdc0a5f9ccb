// What a user should know after a run.
#pragma once

#include <string>
#include <vector>

#include "talus/sim/grain_watch.hpp"
#include "talus/sim/simulation.hpp"

namespace talus {

/// About energies, depth of contacts, springs and bonds of grains.
[[nodiscard]] std::vector<std::string> end_warnings(const Simulation& simulation, const GrainWatch& watch);

}  // namespace talus
