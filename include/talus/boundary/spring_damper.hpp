// Ties the centre of mass of some particles to a fixed point by a spring and a dashpot (boundary 4).
//
//   c = sum m x / M, w = sum m v / M over the particles,   R = -D [k (c - a) + b w],   f_i = R m_i / M
//   energy 1/2 k |D (c - a)|^2,   D = n n^T along a direction n, or the unit tensor
#pragma once

#include <optional>
#include <string>

#include "talus/boundary/boundary_force.hpp"
#include "talus/core/option.hpp"
#include "talus/geometry/selection.hpp"

namespace talus {

/// The spring, bound to a body.
struct SpringForce : BoundaryForce {
  std::vector<Index> particles;
  Real mass = 0;                      ///< M [kg; kg/m in 2-D]
  Vec3 anchor = Vec3::Zero();         ///< a [m]
  Mat3 projector = Mat3::Identity();  ///< D [-]
  Real k = 0;                         ///< [N/m; N/m^2 in 2-D]
  Real b = 0;                         ///< [N s/m; N s/m^2 in 2-D]

  /// Adds to ForceKind::boundary.
  void apply(SolidBody& body, Real t);
  /// Largest stable step of the mass M on the spring and the dashpot [s].
  [[nodiscard]] Real time_limit(const SolidBody& body) const;
};

struct SpringDamper {
  static constexpr std::string_view name = "spring_damper";
  static constexpr std::string_view help = "spring and dashpot between the centre of mass of particles and a point";

  std::string body;
  Selection where{};
  Real stiffness = 0;               ///< of all particles together [N/m]
  Real damping = 0;                 ///< of all particles together [N s/m]
  std::optional<Vec3> anchor{};     ///< [m]; default: where their centre is in the reference state
  std::optional<Vec3> direction{};  ///< default: all

  static constexpr auto options() {
    return OptionTable{
        required("body", &SpringDamper::body, "the body"),
        required("where", &SpringDamper::where, "the particles that it holds together"),
        required("stiffness", &SpringDamper::stiffness, dim::stiffness, "of the spring; per metre in 2-D",
                 non_negative),
        optional("damping", &SpringDamper::damping, dim::damping, "of the dashpot; per metre in 2-D", non_negative),
        optional("anchor", &SpringDamper::anchor, dim::length, "the fixed end; default: their centre at rest"),
        optional("direction", &SpringDamper::direction, dim::none, "acts along this direction only; default: all")};
  }

  [[nodiscard]] SpringForce resolve(const SolidBody& target) const;
};

}  // namespace talus
