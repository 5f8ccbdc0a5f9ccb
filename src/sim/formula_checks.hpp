// Whether formulas of time have a value where a run begins.
#pragma once

#include "talus/sim/case.hpp"

namespace talus {

/// Throws LostFormula when one of a boundary or of the motion of a wall has no finite value at t [s].
void check_formulas(const Case& description, Real t);

}  // namespace talus
