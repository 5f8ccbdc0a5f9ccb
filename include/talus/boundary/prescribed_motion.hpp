// Moves particles along a path that is given in time, or turns them about an axis.
#pragma once

#include <optional>

#include "talus/boundary/clamp.hpp"
#include "talus/core/contradiction.hpp"

namespace talus {

/// A turn about an axis (boundary 10, 11).
struct PrescribedRotation {
  Vec3 axis = Vec3::UnitZ();            ///< any length
  Vec3 centre = Vec3::Zero();           ///< a point of the axis [m]
  std::optional<TimeFunction> angle{};  ///< from the reference positions [rad]
  std::optional<TimeFunction> rate{};   ///< [rad/s]

  static constexpr auto options() {
    return OptionTable{
        optional("axis", &PrescribedRotation::axis, dim::none, "direction of the axis, right-handed; z in 2-D"),
        optional("centre", &PrescribedRotation::centre, dim::length, "a point of the axis"),
        optional("angle", &PrescribedRotation::angle, dim::none, "from the reference positions, in rad or \"deg\""),
        optional("rate", &PrescribedRotation::rate, dim::rate,
                 "angular velocity, instead of an angle: turns particles from where they are")};
  }
};

/// Exactly one of `displacement` (from the reference positions), `velocity`, each three functions of t, and `rotation`;
/// but a displacement may carry a rotation by an angle along.
struct PrescribedMotion {
  static constexpr std::string_view name = "prescribed_motion";
  static constexpr std::string_view help = "moves or turns particles as time says";

  std::string body;
  Selection where{};
  HeldAt at = HeldAt::particles;
  std::optional<std::array<TimeFunction, 3>> displacement{};  ///< [m]
  std::optional<std::array<TimeFunction, 3>> velocity{};      ///< [m/s]
  std::optional<PrescribedRotation> rotation{};
  std::vector<Axis> components{};  ///< empty: all

  static constexpr auto options() {
    return OptionTable{
        required("body", &PrescribedMotion::body, "the body"),
        required("where", &PrescribedMotion::where, "the particles that are moved"),
        optional("at", &PrescribedMotion::at, "what of them is moved"),
        optional("displacement", &PrescribedMotion::displacement, dim::length, "from the reference positions"),
        optional("velocity", &PrescribedMotion::velocity, dim::velocity, "instead of a displacement"),
        optional("rotation", &PrescribedMotion::rotation,
                 "about an axis, instead of a velocity or displacement; an angle may go with a displacement"),
        optional("components", &PrescribedMotion::components,
                 "directions that are prescribed; default: all. What turns about x, y or z may be free along that")};
  }

  [[nodiscard]] Contradiction contradiction() const;
  [[nodiscard]] MotionConstraint resolve(const SolidBody& target) const;
};

}  // namespace talus
