// Brakes every particle against the space, for settling and quasi-static loading (boundary 5): f = -rate m D v.
#pragma once

#include <optional>
#include <string>

#include "talus/body/solid_body.hpp"
#include "talus/boundary/boundary_work.hpp"
#include "talus/core/option.hpp"

namespace talus {

/// The brake, bound to a body.
struct DampingForce {
  Mat3 projector = Mat3::Identity();  ///< D: n n^T along a direction n, or the unit tensor [-]
  Real rate = 0;                      ///< [1/s]
  BoundaryWork last{};
  Vec3 force = Vec3::Zero();  ///< on the body, of the last call [N; N/m in 2-D]

  void begin_step(SolidBody& /*body*/, Real /*t*/, Real /*dt*/) const {}
  /// Adds to ForceKind::boundary.
  void apply(SolidBody& body, Real t);
  void end_step(SolidBody& /*body*/, Real /*t*/, Real /*dt*/) const {}

  [[nodiscard]] BoundaryWork work() const { return last; }
  [[nodiscard]] Vec3 resultant(const SolidBody& /*body*/) const { return force; }
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
