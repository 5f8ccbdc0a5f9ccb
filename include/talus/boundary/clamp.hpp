// Holds particles where they are.
#pragma once

#include <string>

#include "talus/boundary/motion_constraint.hpp"
#include "talus/core/option.hpp"
#include "talus/geometry/selection.hpp"

namespace talus {

/// Of particles, the effective plane of a clamp lies about one spacing behind the interface, and four layers make a hard
/// one; at the surface it is there.
struct Clamp {
  static constexpr std::string_view name = "clamp";
  static constexpr std::string_view help = "holds particles in place, in all or some directions";

  std::string body;
  Selection where{};
  HeldAt at = HeldAt::particles;
  std::vector<Axis> components{};  ///< empty: all

  static constexpr auto options() {
    return OptionTable{required("body", &Clamp::body, "the body"),
                       required("where", &Clamp::where, "the particles that are held"),
                       optional("at", &Clamp::at, "what of them is held"),
                       optional("components", &Clamp::components, "directions that are held; default: all")};
  }

  [[nodiscard]] MotionConstraint resolve(const SolidBody& target) const;
};

/// Bits of the components named by `axes`, all of the space when empty. Throws CaseError for z in 2-D.
[[nodiscard]] std::uint8_t component_mask(const std::vector<Axis>& axes, int dimension);

}  // namespace talus
