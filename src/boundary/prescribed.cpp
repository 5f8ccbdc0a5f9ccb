// Clamps and prescribed motions become constraints on particles.
#include <cmath>

#include "talus/boundary/clamp.hpp"
#include "talus/boundary/prescribed_motion.hpp"
#include "talus/geometry/refuse.hpp"
#include "talus/geometry/wall/in_plane.hpp"

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

namespace {

/// What a boundary holds of a body.
MotionConstraint hold(const SolidBody& target, const Selection& where, HeldAt at, PathKind kind) {
  MotionConstraint made{.kind = kind};
  if (at == HeldAt::surface) {
    made.places = places_of_face(target, where);
  } else {
    made.particles = where.resolve(target.X, target.spacing, target.dimension, target.turn);
  }
  return made;
}

}  // namespace

MotionConstraint Clamp::resolve(const SolidBody& target) const {
  MotionConstraint made = hold(target, where, at, PathKind::rest);
  made.components = component_mask(components, target.dimension);
  return made;
}

namespace {

Contradiction rotation_contradiction(const PrescribedMotion& motion) {
  const PrescribedRotation& rotation = *motion.rotation;
  if (rotation.axis.isZero(0)) {
    return {"rotation/axis", "has no direction: give a vector other than zero, such as [0, 0, 1]"};
  }
  if (rotation.angle.has_value() == rotation.rate.has_value()) {
    return {"rotation", "give \"angle\" or \"rate\", one of the two"};
  }
  if (motion.velocity) return {"velocity", "and \"rotation\" both say how fast the particles go: give one of them"};
  if (motion.displacement && rotation.rate) {
    return {"rotation/rate", "does not go with a displacement, which says where the particles are: give \"angle\""};
  }
  return {};
}

/// A turn moves particles in both directions across its axis, so both must be prescribed.
std::uint8_t turned_components(const PrescribedMotion& motion, const Vec3& axis, int dimension) {
  const std::uint8_t mask = component_mask(motion.components, dimension);
  for (int k = 0; k < dimension; ++k) {
    if ((mask >> k & 1U) != 0 || std::abs(axis[k]) == 1) continue;
    refuse("components: a turn about (", axis.x(), ", ", axis.y(), ", ", axis.z(), ") moves particles along ", "xyz"[k],
           " as well; only what turns about x, y or z may be left free, along that axis");
  }
  return mask;
}

}  // namespace

Contradiction PrescribedMotion::contradiction() const {
  if (rotation) return rotation_contradiction(*this);
  if (displacement.has_value() == velocity.has_value()) {
    return {"", displacement ? "\"displacement\" and \"velocity\" both say how the particles move: give one of them"
                             : "give \"displacement\", \"velocity\" or \"rotation\": there is none of them"};
  }
  return {};
}

MotionConstraint PrescribedMotion::resolve(const SolidBody& target) const {
  if (const auto [key, sentence] = contradiction(); !sentence.empty()) refuse(key, key.empty() ? "" : ": ", sentence);
  MotionConstraint made =
      hold(target, where, at, velocity || (rotation && rotation->rate) ? PathKind::velocity : PathKind::displacement);
  if (displacement) made.path = *displacement;
  if (velocity) made.path = *velocity;
  if (!rotation) {
    made.components = component_mask(components, target.dimension);
    return made;
  }
  check_across_plane("the axis of rotation", rotation->axis, target.dimension);
  made.turn = GivenTurn{.axis = rotation->axis.stableNormalized(),
                        .centre = rotation->centre,
                        .motion = rotation->angle ? *rotation->angle : *rotation->rate};
  made.components = turned_components(*this, made.turn->axis, target.dimension);
  return made;
}

}  // namespace talus
