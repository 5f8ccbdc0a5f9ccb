// What holds and drives bodies. Each entry names its body and offers `resolve(const SolidBody&)`, which yields
// what acts in a step: begin_step, apply, end_step, resultant, time_limit (active_boundary.hpp).
#pragma once

#include "talus/boundary/clamp.hpp"
#include "talus/boundary/damping.hpp"
#include "talus/boundary/load.hpp"
#include "talus/boundary/pressure.hpp"
#include "talus/boundary/prescribed_motion.hpp"
#include "talus/boundary/rigid_plane.hpp"
#include "talus/boundary/spring_damper.hpp"
#include "talus/boundary/traction.hpp"
#include "talus/core/catalog.hpp"

namespace talus {

struct Boundaries : Catalog<Clamp, PrescribedMotion, RigidPlane, SpringDamper, Load, Traction, Pressure, Damping> {
  static constexpr std::string_view family = "boundary";
};

}  // namespace talus
