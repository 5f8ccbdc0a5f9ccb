// What all forces have in common that are given from outside: they hold nothing, lose nothing and do not limit the
// step.
#pragma once

#include <limits>

#include "talus/body/solid_body.hpp"
#include "talus/boundary/boundary_work.hpp"

namespace talus {

/// Each adds how it applies its force to a body, as ForceKind::load.
struct GivenLoad {
  Vec3 force = Vec3::Zero();  ///< on the body, of the last call [N; N/m in 2-D]

  void begin_step(SolidBody& /*body*/, Real /*t*/, Real /*dt*/) const {}
  void end_step(SolidBody& /*body*/, Real /*t*/, Real /*dt*/) const {}

  /// What it gives is work from outside.
  [[nodiscard]] BoundaryWork work() const { return {}; }
  [[nodiscard]] Vec3 resultant(const SolidBody& /*body*/) const { return force; }
  /// A force far below the moduli does not limit the step [s].
  [[nodiscard]] Real time_limit(const SolidBody& /*body*/) const { return std::numeric_limits<Real>::infinity(); }
};

}  // namespace talus
