// Moves particles along a path that is given in time.
#pragma once

#include <optional>

#include "talus/boundary/clamp.hpp"

namespace talus {

/// Either `displacement` (from the reference positions) or `velocity`, each three functions of t.
struct PrescribedMotion {
  static constexpr std::string_view name = "prescribed_motion";
  static constexpr std::string_view help = "moves particles by displacements or velocities that depend on time";

  std::string body;
  Selection where{};
  std::optional<std::array<TimeFunction, 3>> displacement{};  ///< [m]
  std::optional<std::array<TimeFunction, 3>> velocity{};      ///< [m/s]
  std::vector<Axis> components{};                             ///< empty: all

  static constexpr auto options() {
    return OptionTable{
        required("body", &PrescribedMotion::body, "the body"),
        required("where", &PrescribedMotion::where, "the particles that are moved"),
        optional("displacement", &PrescribedMotion::displacement, dim::length, "from the reference positions"),
        optional("velocity", &PrescribedMotion::velocity, dim::velocity, "instead of a displacement"),
        optional("components", &PrescribedMotion::components, "directions that are prescribed; default: all")};
  }

  [[nodiscard]] MotionConstraint resolve(const SolidBody& target) const;
};

}  // namespace talus
