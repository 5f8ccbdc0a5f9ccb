// What a measured column must mean: a quantity that its body has, and no key that says nothing about it.
#pragma once

#include <vector>

#include "talus/core/contradiction.hpp"
#include "talus/sim/case.hpp"

namespace talus {

/// All that is wrong with a column whose bodies exist.
[[nodiscard]] std::vector<Contradiction> column_complaints(const MeasuredColumn& column, const Case& description);

}  // namespace talus
