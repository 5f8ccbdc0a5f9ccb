// A frictionless rigid wall: a penalty on the particle centre at half the reference spacing (boundary 3).
//
//   gap = (x - p(t)).n - dx/2,   f = -k gap n where gap < 0,   energy 1/2 k gap^2,   k = stiffness E A/dx,
//   A = dx^(d-1)
// The offset dx/2 does not follow F: one that does would lose energy. Stiffness 3 is unstable.
#pragma once

#include <string>

#include "talus/boundary/boundary_force.hpp"
#include "talus/core/option.hpp"

namespace talus {

/// The wall, bound to a body.
struct PlaneForce : BoundaryForce {
  Vec3 point = Vec3::Zero();     ///< on the plane, at t = 0 [m]
  Vec3 normal = Vec3::UnitY();   ///< unit vector, towards the body
  Vec3 velocity = Vec3::Zero();  ///< of the wall [m/s]
  Real k = 0;                    ///< per particle [N/m; N/m^2 in 2-D]

  /// Adds to ForceKind::boundary.
  void apply(SolidBody& body, Real t);
  /// Largest stable step of a particle on the wall, 2 sqrt(m/k) [s].
  [[nodiscard]] Real time_limit(const SolidBody& body) const;
};

struct RigidPlane {
  static constexpr std::string_view name = "rigid_plane";
  static constexpr std::string_view help = "frictionless rigid wall that stands still or moves at constant velocity";

  std::string body;
  Vec3 point = Vec3::Zero();     ///< [m]
  Vec3 normal = Vec3::Zero();    ///< any length, towards the body
  Vec3 velocity = Vec3::Zero();  ///< [m/s]
  Real stiffness = 0.3;          ///< over E A/dx [-]

  static constexpr auto options() {
    return OptionTable{
        required("body", &RigidPlane::body, "the body that meets the wall"),
        required("point", &RigidPlane::point, dim::length, "a point of the wall at t = 0"),
        required("normal", &RigidPlane::normal, dim::none, "direction from the wall to the body"),
        optional("velocity", &RigidPlane::velocity, dim::velocity, "of the wall"),
        optional("stiffness", &RigidPlane::stiffness, dim::none, "penalty over E A/dx; 3 is unstable", inside(0, 3))};
  }

  [[nodiscard]] PlaneForce resolve(const SolidBody& target) const;
};

}  // namespace talus
