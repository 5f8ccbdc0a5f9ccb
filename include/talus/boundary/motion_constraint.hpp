// Particles on a prescribed path, held there by reactions that enter the step like any other force.
//
// Kick-drift-kick from t to t + dt, with f the sum of all other forces (boundary 1-2):
//   first half kick   r0 = 2 m/dt (w - v) - f,      w = (target displacement at t + dt - u)/dt
//   second half kick  r1 = 2 m/dt (path'(t + dt) - v) - f
// so the drift ends on the path, the step ends with the path's velocity, and the work of the reactions,
// 1/2 (r0 + r1) . dx, closes the ledger like that of every other force.
//
// A turn about an axis n through c adds K (X - c) to the target, K = Q - 1 = sin(theta) N + 2 sin^2(theta/2) N^2,
// N = [n]x (boundary 10): the places are on the exact circle, whatever the step. One whose rate is given turns the
// particles from where they are (boundary 11), so it needs no memory of how far they have come.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "talus/body/solid_body.hpp"
#include "talus/boundary/held_face.hpp"
#include "talus/core/time_function.hpp"

namespace talus {

/// What the three functions of a path mean.
enum class PathKind { rest, displacement, velocity };

/// A turn about an axis that stands still.
struct GivenTurn {
  Vec3 axis = Vec3::UnitZ();   ///< n, unit vector
  Vec3 centre = Vec3::Zero();  ///< c [m]
  TimeFunction motion{};       ///< theta from the reference state [rad], or its rate [rad/s], as the path is given

  /// Q - 1 of a turn by `angle` [rad] [-].
  [[nodiscard]] Mat3 change(Real angle) const;
};

struct MotionConstraint {
  std::vector<Index> particles{};
  std::vector<HeldPlace> places{};  ///< of a face that is held at its surface: in place of particles
  std::uint8_t components = 0;      ///< bit k: component k is prescribed
  PathKind kind = PathKind::rest;
  std::array<TimeFunction, 3> path{};  ///< displacement from the reference position [m], or velocity [m/s]
  std::optional<GivenTurn> turn{};     ///< adds to a path of either kind

  [[nodiscard]] bool prescribes(int component) const { return (components >> component & 1U) != 0; }

  /// Writes ForceKind::reaction of its components; `total_force` holds every other force at t, `v` the velocity at t.
  void begin_step(SolidBody& body, Real t, Real dt) const;
  /// No force of its own: the reactions do all.
  void apply(SolidBody& /*body*/, Real /*t*/) const {}
  /// The same at the end of the step: `total_force` at t + dt, `v` the velocity at half step.
  void end_step(SolidBody& body, Real t, Real dt) const;

  /// Where a path of displacements wants at t what is at X in the reference state, from there [m].
  [[nodiscard]] Vec3 target(const Vec3& X, Real t) const;

  /// All that it acts on.
  [[nodiscard]] std::vector<Index> held_particles() const;
  /// Sum of the reactions on its particles [N; N/m in 2-D].
  [[nodiscard]] Vec3 resultant(const SolidBody& body) const;
  /// Reactions do not limit the step.
  [[nodiscard]] Real time_limit(const SolidBody& body) const;

 private:
  /// a + B (X - c) of displacements, a + B (x - c) of velocities.
  struct Goal {
    Vec3 value = Vec3::Zero();   ///< a: velocity [m/s], or displacement at the end of the step [m]
    Mat3 spread = Mat3::Zero();  ///< B, of a turn [1/s], or [-]
    bool is_displacement = false;
  };
  [[nodiscard]] Vec3 path_at(Real t) const { return {path[0](t), path[1](t), path[2](t)}; }
  /// The velocity that the goal asks for, of what is at X, has come by u and is at x [m/s].
  [[nodiscard]] Vec3 wanted(const Goal& goal, Real dt, const Vec3& X, const Vec3& u, const Vec3& x) const;
  void react(SolidBody& body, Real dt, const Goal& goal) const;
  void react_at(const HeldPlace& place, SolidBody& body, Real dt, const Goal& goal) const;
};

}  // namespace talus
