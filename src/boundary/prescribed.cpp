// Clamps and prescribed motions become constraints on particles.
#include "talus/boundary/clamp.hpp"
#include "talus/boundary/prescribed_motion.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {

std::uint8_t component_mask(const std::vector<Axis>& axes, int dimension) {
  if (axes.empty()) return dimension == 2 ? 0b011 : 0b111;
  unsigned mask = 0;
  for (const Axis axis : axes) {
    if (axis == Axis::z && dimension == 2) refuse("components: z is frozen in two dimensions; x and y are there");
    mask |= 1U << static_cast<unsigned>(axis);
  }
  return static_cast<std::uint8_t>(mask);
}

MotionConstraint Clamp::resolve(const SolidBody& target) const {
  return {.particles = where.resolve(target.X, target.spacing, target.dimension, target.turn),
          .components = component_mask(components, target.dimension),
          .kind = PathKind::rest};
}

MotionConstraint PrescribedMotion::resolve(const SolidBody& target) const {
  if (displacement.has_value() == velocity.has_value()) {
    refuse("exactly one of displacement and velocity is needed; there ", displacement ? "are both" : "is neither");
  }
  return {.particles = where.resolve(target.X, target.spacing, target.dimension, target.turn),
          .components = component_mask(components, target.dimension),
          .kind = displacement ? PathKind::displacement : PathKind::velocity,
          .path = displacement ? *displacement : *velocity};
}

}  // namespace talus
