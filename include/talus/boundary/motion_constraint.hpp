// Particles on a prescribed path, held there by reactions that enter the step like any other force.
//
// Kick-drift-kick from t to t + dt, with f the sum of all other forces (boundary 1-2):
//   first half kick   r0 = 2 m/dt (w - v) - f,      w = (target displacement at t + dt - u)/dt
//   second half kick  r1 = 2 m/dt (path'(t + dt) - v) - f
// so the drift ends on the path, the step ends with the path's velocity, and the work of the reactions,
// 1/2 (r0 + r1) . dx, closes the ledger like that of every other force.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/core/time_function.hpp"

namespace talus {

/// What the three functions of a path mean.
enum class PathKind { rest, displacement, velocity };

struct MotionConstraint {
  std::vector<Index> particles;
  std::uint8_t components = 0;  ///< bit k: component k is prescribed
  PathKind kind = PathKind::rest;
  std::array<TimeFunction, 3> path{};  ///< displacement from the reference position [m], or velocity [m/s]

  [[nodiscard]] bool prescribes(int component) const { return (components >> component & 1U) != 0; }

  /// Writes ForceKind::reaction of its components; `total_force` holds every other force at t, `v` the velocity at t.
  void begin_step(SolidBody& body, Real t, Real dt) const;
  /// No force of its own: the reactions do all.
  void apply(SolidBody& /*body*/, Real /*t*/) const {}
  /// The same at the end of the step: `total_force` at t + dt, `v` the velocity at half step.
  void end_step(SolidBody& body, Real t, Real dt) const;

  /// Sum of the reactions on its particles [N; N/m in 2-D].
  [[nodiscard]] Vec3 resultant(const SolidBody& body) const;
  /// Reactions do not limit the step.
  [[nodiscard]] Real time_limit(const SolidBody& body) const;

 private:
  struct Goal {
    std::array<Real, 3> value{};  ///< velocity [m/s], or displacement at the end of the step [m]
    bool is_displacement = false;
  };
  void react(SolidBody& body, Real dt, const Goal& goal) const;
};

}  // namespace talus
