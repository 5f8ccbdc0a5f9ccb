// A case made ready to run, and what its user should know before it does.
#pragma once

#include <string>
#include <vector>

#include "talus/sim/case_reader.hpp"
#include "talus/sim/simulation.hpp"

namespace talus {

/// Throws CaseError with the place of what does not fit together.
[[nodiscard]] Simulation make_simulation(const CaseFile& file);

/// The same; and before anything is built, formulas of time have their values where it is known that a run asks for
/// them.
[[nodiscard]] Simulation checked_simulation(const CaseFile& file);

/// Throws CaseError where limits.region or limits.step would stop the run before its first step: of a simulation at its
/// start.
void check_limits(const CaseFile& file, Simulation& simulation);

/// The place of the component of gravity that has no finite value at t [s]; empty where all have one.
[[nodiscard]] std::string lost_gravity(const Case& description, Real t);

/// About steps that are too long, what has been bonded, laws of spheres in the plane, and sizes of meshes.
[[nodiscard]] std::vector<std::string> early_warnings(const CaseFile& file, Simulation& simulation);

}  // namespace talus
