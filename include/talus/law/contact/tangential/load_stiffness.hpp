// A tangential stiffness that follows the load, so that every contact reaches its limit at the same elastic slip,
// whether it carries much or little (contact 7): k_t = min(mu_s f_N/xi_c, 0.1 m/dt^2).
#pragma once

#include <algorithm>

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

}  // namespace talus
