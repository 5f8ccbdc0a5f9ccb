// Brakes every particle against the space, for settling and quasi-static loading (boundary 5): f = -rate m D v.
#pragma once

#include <optional>
#include <string>

#include "talus/boundary/boundary_force.hpp"
#include "talus/core/option.hpp"

namespace talus {

/// The brake, bound to a body.
struct DampingForce : BoundaryForce {
  Mat3 projector = Mat3::Identity();  ///< D: n n^T along a direction n, or the unit tensor [-]
  Real rate = 0;                      ///< [1/s]

  /// Adds to ForceKind::boundary.
  void apply(SolidBody& body, Real t);
  /// Largest stable step of the explicit brake, 2/rate [s].
  [[nodiscard]] Real time_limit(const SolidBody& body) const;
};

struct Damping {
  static constexpr std::string_view name = "damping";
  static constexpr std::string_view help = "brakes a body with a force that is proportional to mass and velocity";

  std::string body;
  std::optional<Vec3> along{};  ///< default: all directions
  Real rate = 0;                ///< [1/s]

  static constexpr auto options() {
    return OptionTable{
        required("body", &Damping::body, "the body"),
        optional("along", &Damping::along, dim::none, "brakes this direction only; default: all"),
        required("rate", &Damping::rate, dim::rate, "fraction of the velocity lost per second", non_negative)};
  }

  [[nodiscard]] DampingForce resolve(const SolidBody& target) const;
};

/// n n^T of a direction of any length but zero, the unit tensor without one. Throws CaseError for a zero vector.
[[nodiscard]] Mat3 projector_along(const std::optional<Vec3>& direction);

}  // namespace talus
