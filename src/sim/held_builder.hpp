// Bodies of grains that are held, now or ever, as a case says.
#pragma once

#include <optional>

#include "talus/dem/held_grains.hpp"
#include "talus/numerics/periodic_box.hpp"
#include "talus/sim/case.hpp"

namespace talus {

/// Nothing where `spec` never holds its grains, `number` being that of `body`. Throws CaseIssue for motions that they
/// cannot make.
[[nodiscard]] std::optional<HeldGrains> make_held(const Case& description, const GrainSpec& spec, const GrainBody& body,
                                                  Index number, const PeriodicBox& box);

}  // namespace talus
