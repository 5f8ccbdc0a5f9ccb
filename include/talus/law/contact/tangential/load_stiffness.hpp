// A tangential stiffness that follows the load, so that every contact reaches its limit at the same elastic slip,
// whether it carries much or little (contact 7): k_t = min(mu_s f_N/xi_c, 0.1 m/dt^2).
#pragma once

#include <algorithm>
#include <cmath>

#include "talus/core/types.hpp"

namespace talus {

/// Tangential stiffness stays below this share of m/dt^2, damping below this share of m/dt: far inside the limit of
/// stability, whatever the load (contact 7, 8, 19, 21).
inline constexpr Real explicit_stability = 0.1;

/// Stiffness with which a contact reaches its limit [N] at the elastic slip `slip_scale` = xi_c [m]; `mass` [kg] bounds
/// it (contact 7).
inline Real friction_stiffness(Real limit, Real slip_scale, Real mass, Real dt) {
  const Real k = limit / slip_scale;
  return dt > 0 ? std::min(k, explicit_stability * mass / (dt * dt)) : k;
}

/// Coefficient of a dashpot beside such a spring, damping sqrt(k m) [N s/m], bounded likewise. It sees the velocity of
/// half a step before, so a motion at w rad/s with c' in all is stable while (w dt)^2 + 2 c' dt/m < 4. Where surfaces
/// slide on each other, each hands the dashpots of its points to one layer, and the reduced mass is half of a
/// particle's: c' = 4 c. Waves at 0.9 of their own limit leave (w dt)^2 = 3.24, hence c dt/m < 0.095.
inline Real friction_dashpot(Real damping, Real k, Real mass, Real dt) {
  const Real c = damping * std::sqrt(k * mass);
  return dt > 0 ? std::min(c, explicit_stability * mass / dt) : c;
}

}  // namespace talus
