// How much farther than they act lists of near particles of two solids reach, so that they last.
#pragma once

#include "talus/body/solid_body.hpp"

namespace talus {

/// [m]; rebuilding is rare then, and spare pairs are cheap.
[[nodiscard]] inline Real list_skin(const SolidBody& a, const SolidBody& b) {
  constexpr Real skin_in_spacings = 0.25;  // mean ones
  return skin_in_spacings * Real(0.5) * (a.spacing + b.spacing);
}

}  // namespace talus
