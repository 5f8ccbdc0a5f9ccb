// Kick-drift-kick for a solid body, with the work of every force booked on the way (tlsph 12).
//
// The trapezoidal work -1/2 (f + f').dx of a step is booked in two halves, one when the step starts and one when it
// ends, because the drift velocity is the same in both: no force of the last step has to be kept.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "talus/body/solid_body.hpp"

namespace talus {

/// Sums over one body and one step.
struct StepWork {
  /// Work that the particles have done against each kind of force [J]; against the internal one it is summed only where
  /// the zero-energy control is part of it.
  std::array<Real, force_kind_count> work{};
  Real of_told_control = 0;  ///< the part against internal forces whose control tells its work itself [J]
  Real scheme = 0;           ///< dt^2/(8m) (|f|^2 - |f'|^2) [J]
  Real kinetic = 0;          ///< at the end of the step [J]

  StepWork& operator+=(const StepWork& other);
};

/// Zeroes the kinds of force that contact and boundaries add to, and that of dashpots which do not act in every step.
void clear_added_forces(SolidBody& body);

/// Sums all kinds but the reactions into total_force, which the kicks do not need.
void sum_forces(SolidBody& body);

/// First half: v += dt/2 f/m, u += dt v. Also finds the largest speed. Calls moved(first, last) for each block of
/// particles as soon as it has moved, while it is in the nearest cache.
StepWork kick_and_drift(SolidBody& body, Real dt, const std::function<void(Index, Index)>& moved);

/// Second half: v += dt/2 f'/m.
StepWork kick(SolidBody& body, Real dt);

/// The same where the caller goes through the particles: go_through(kick_block) calls kick_block(block, first, last)
/// for each of so many blocks.
using KickOfBlock = std::function<void(Index block, Index first, Index last)>;
StepWork kick(SolidBody& body, Real dt, Index blocks, const std::function<void(const KickOfBlock&)>& go_through);

/// The velocity [m/s] that kick() would leave.
void velocity_after_kick(const SolidBody& body, Real dt, std::vector<Vec3>& velocity);

/// Whether stress, with the control in it, is all that has ever acted on a body.
[[nodiscard]] bool stress_acts_alone(const SolidBody& body);

[[nodiscard]] Real kinetic_energy(const SolidBody& body);
[[nodiscard]] Vec3 linear_momentum(const SolidBody& body);
[[nodiscard]] Vec3 angular_momentum(const SolidBody& body);
[[nodiscard]] Real total_mass(const SolidBody& body);

}  // namespace talus
