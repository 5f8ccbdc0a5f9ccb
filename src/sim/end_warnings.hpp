// What a user should know after a run.
#pragma once

#include <string>
#include <vector>

#include "talus/sim/grain_watch.hpp"
#include "talus/sim/simulation.hpp"

namespace talus {

/// Bodies that are squeezed to where their law softens. The same sentence for each however far it goes, so that it
/// can be asked for now and then.
[[nodiscard]] std::vector<std::string> softening_warnings(const Model& model);

/// About energies, depth of contacts, softening laws, springs and bonds of grains.
[[nodiscard]] std::vector<std::string> end_warnings(const Simulation& simulation, const GrainWatch& watch);

}  // namespace talus
