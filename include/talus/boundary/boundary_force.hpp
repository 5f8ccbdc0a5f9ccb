// What forces on a body have in common that act whenever the forces of a step are summed: nothing to do at its ends.
#pragma once

#include "talus/body/solid_body.hpp"

namespace talus {

/// Each adds how it applies its force, and what that allows a step to be.
struct BoundaryForce {
  Vec3 force = Vec3::Zero();  ///< on the body, of the last call [N; N/m in 2-D]

  void begin_step(SolidBody& /*body*/, Real /*t*/, Real /*dt*/) const {}
  void end_step(SolidBody& /*body*/, Real /*t*/, Real /*dt*/) const {}

  [[nodiscard]] Vec3 resultant(const SolidBody& /*body*/) const { return force; }
};

}  // namespace talus
