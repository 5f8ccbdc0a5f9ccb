// What all forces have in common that are given from outside: they do not limit the step.
#pragma once

#include "talus/boundary/boundary_force.hpp"

namespace talus {

/// Each adds how it applies its force to a body, as ForceKind::load.
struct GivenLoad : BoundaryForce {
  /// A force far below the moduli does not limit the step [s].
  [[nodiscard]] Real time_limit(const SolidBody& /*body*/) const { return infinity; }
};

}  // namespace talus
