// Where contact starts: its strength from the load, the gap that just carries a body, and what would throw it off.
#pragma once

#include "talus/contact/solid_contact.hpp"
#include "talus/sim/case.hpp"

namespace talus {

/// Largest and smallest coordinate of a body along a direction [m].
struct Extent {
  Real low, high;
};
[[nodiscard]] Extent extent_along(const SolidBody& body, const Vec3& direction);

/// `alpha: auto` (contact 10): proportional to p_c/E, p_c = rho g H of the resting body + rho c |v_n|/2 of the approach
/// at the start.
[[nodiscard]] Real automatic_alpha(const SolidBody& resting, const SolidBody& carrier, const Vec3& gravity);

/// Moves the resting body against gravity until the contact carries what its weight, and that of `on_top` [kg; kg/m in
/// 2-D] which stands on it, press on the surface with (contact 12); returns the gap between the facing particle layers
/// [m]. Throws CaseError when the contact is too soft to carry it, or nothing of it lies above the carrier.
Real rest_on(SolidContact& contact, SolidBody& resting, const Vec3& gravity, Real on_top = 0);

/// Moves a body rigidly in its reference state.
void translate(SolidBody& body, const Vec3& shift);

}  // namespace talus
