// Kick-drift-kick for a solid body, with the work of every force booked on the way (tlsph 12).
//
// The trapezoidal work -1/2 (f + f').dx of a step is booked in two halves, one when the step starts and one when it
// ends, because the drift velocity is the same in both: no force of the last step has to be kept.
#pragma once

#include "talus/body/solid_body.hpp"

#include <array>

namespace talus {

/// Sums over one body and one step.
struct StepWork {
  /// Put into each kind of force [J]; into the internal one only where the zero-energy control is part of it.
  std::array<Real, force_kind_count> work{};
  Real scheme = 0;                            ///< dt^2/(8m) (|f|^2 - |f'|^2) [J]
  Real kinetic = 0;                           ///< at the end of the step [J]

  StepWork& operator+=(const StepWork& other);
};

/// Sets every kind of force that contact and boundaries add to, back to zero.
void clear_added_forces(SolidBody& body);

/// Sums all kinds but the reactions into total_force.
void sum_forces(SolidBody& body);

/// First half: v += dt/2 f/m, u += dt v. Also finds the largest speed.
StepWork kick_and_drift(SolidBody& body, Real dt);

/// Second half: v += dt/2 f'/m.
StepWork kick(SolidBody& body, Real dt);

[[nodiscard]] Real kinetic_energy(const SolidBody& body);
[[nodiscard]] Vec3 linear_momentum(const SolidBody& body);
[[nodiscard]] Vec3 angular_momentum(const SolidBody& body);
[[nodiscard]] Real total_mass(const SolidBody& body);

}  // namespace talus
