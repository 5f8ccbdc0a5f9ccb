// The step that every sticking and slipping contact between solids takes: elastic slip with a stiffness that follows
// the load (contact 6, 7). Pairs of particles and contact points of a field use the same one.
#pragma once

#include "talus/law/contact/sliding_sense.hpp"
#include "talus/law/contact/tangential/coulomb.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

/// Tangential stiffness stays below this share of m/dt^2, damping below this share of m/dt: far inside the limit of
/// stability, whatever the load (contact 7), (contact 8).
inline constexpr Real explicit_stability = 0.1;

/// What one contact remembers.
struct FrictionHistory {
  SlidingHistory sliding;
  Vec3 normal = Vec3::Zero();
  Real k = 0;  ///< tangential stiffness of the last step [N/m]

  [[nodiscard]] Real stored() const { return Real(0.5) * k * sliding.xi.squaredNorm(); }
  /// Forgets everything; what was stored is lost. Returns it [J].
  Real release() {
    const Real lost = stored();
    *this = {};
    sliding.slip = true;
    return lost;
  }
};

/// Carries the elastic slip into the plane of the new normal and its stiffness to the new load; returns what the spring
/// loses by it [J]. `slip_scale` = xi_c [m], `mass` [kg] bounds the stiffness.
inline Real carry_friction(FrictionHistory& h, const Vec3& normal, Real limit, Real slip_scale, Real mass, Real dt) {
  const Real before = h.stored();
  if (h.k > 0) h.sliding.xi = turn_with_normal(h.sliding.xi, h.normal, normal);
  h.normal = normal;
  Real k = limit / slip_scale;
  if (dt > 0) k = std::min(k, explicit_stability * mass / (dt * dt));
  if (k > h.k) h.sliding.xi *= h.k / k;  // the force is kept; when k falls, the slip is
  h.k = k;
  return before - h.stored();
}

/// Slides the contact by its relative velocity `v` under the load `pressed` [N].
inline SlidingAnswer rub_contact(FrictionHistory& h, const CoulombStickSlip& law, Real pressed, Real mass, const Vec3& v,
                                 Real dt) {
  const SlidingParameters parameters{h.k, law.damping * std::sqrt(h.k * mass), law.static_limit() * pressed,
                                     law.dynamic_limit() * pressed};
  return slide(h.sliding, dt * (v - h.normal.dot(v) * h.normal), dt, parameters);
}

}  // namespace talus
