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
  /// Put into each kind of force [J]; into the internal one only where the zero-energy control is part of it.
  std::array<Real, force_kind_count> work{};
  Real of_told_control = 0;  ///< of the internal ones, where the control in them tells its own [J]
  Real scheme = 0;           ///< dt^2/(8m) (|f|^2 - |f'|^2) [J]
  Real kinetic = 0;          ///< at the end of the step [J]

  StepWork& operator+=(const StepWork& other);
};

/// Sets every kind of force that contact and boundaries add to, and of dashpots that do not act in every step, back to
/// zero.
void clear_added_forces(SolidBody& body);

/// Sums all kinds but the reactions into total_force. The kicks do without.
void sum_forces(SolidBody& body);

/// First half: v += dt/2 f/m, u += dt v. Also finds the largest speed. Calls moved(first, last) for particles that have
/// got there, block by block, while they are in the nearest cache.
StepWork kick_and_drift(SolidBody& body, Real dt, const std::function<void(Index, Index)>& moved);

/// Second half: v += dt/2 f'/m.
StepWork kick(SolidBody& body, Real dt);

/// The same where someone else goes through the particles: go_through(kick_block) calls kick_block(block, first, last)
/// for each of so many blocks.
using KickOfBlock = std::function<void(Index block, Index first, Index last)>;
StepWork kick(SolidBody& body, Real dt, Index blocks, const std::function<void(const KickOfBlock&)>& go_through);

/// What v would be after that.
void velocity_after_kick(const SolidBody& body, Real dt, std::vector<Vec3>& velocity);

/// Whether stress, with the control in it, is all that has ever acted on a body.
[[nodiscard]] bool stress_acts_alone(const SolidBody& body);

[[nodiscard]] Real kinetic_energy(const SolidBody& body);
[[nodiscard]] Vec3 linear_momentum(const SolidBody& body);
[[nodiscard]] Vec3 angular_momentum(const SolidBody& body);
[[nodiscard]] Real total_mass(const SolidBody& body);

}  // namespace talus
