// How much memory there is: what would not fit is refused before it is asked for.
#pragma once

#include <string>

#include "talus/core/types.hpp"

namespace talus {

/// Of a particle of a solid: arrays of the body and of its solver, without the bonds [bytes].
inline constexpr Real bytes_per_particle = 1100;
/// Of a sphere of a grain: rows, and about ten listed pairs [bytes].
inline constexpr Real bytes_per_sphere = 2500;

/// What this process may have [bytes]: of the machine, its control group, or the limit of its address space (ulimit
/// -v), whichever is least.
[[nodiscard]] Real machine_memory();

/// Throws CaseError when `bytes` are more than that: "`what` would take about 3.2 TB of memory, and there are 24 GB:
/// `advice`".
void refuse_memory(Real bytes, const std::string& what, const std::string& advice);

}  // namespace talus
