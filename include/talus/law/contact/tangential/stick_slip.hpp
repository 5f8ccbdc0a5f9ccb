// The step that every sticking and slipping contact between solids takes: elastic slip with a stiffness that follows
// the load (contact 6, 7, 19). Pairs of particles and contact points of a field use the same one.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "talus/law/contact/sliding_sense.hpp"
#include "talus/law/contact/tangential/coulomb.hpp"
#include "talus/law/contact/tangential/load_stiffness.hpp"

namespace talus {

/// What one contact remembers.
struct FrictionHistory {
  SlidingHistory sliding;
  Vec3 normal = Vec3::Zero();
  Real k = 0;     ///< tangential stiffness of the last step [N/m]
  Real pull = 1;  ///< force that the step began with, over that of the elastic slip as it was carried on [-]
  Vec3 force = Vec3::Zero();  ///< of the last step, kept where there is no spring [N]

  [[nodiscard]] Real stored() const { return Real(0.5) * k * sliding.xi.squaredNorm(); }
  /// Forgets everything; what was stored is lost. Returns it [J].
  Real release() {
    const Real lost = stored();
    *this = {};
    sliding.slip = true;
    return lost;
  }
};

/// What a contact without a spring loses that has moved by `ds` [m]: the work of the forces of before and now [J].
/// Where a body rests they turn about in every step, and in the mean nothing is lost.
inline Real loss_without_spring(FrictionHistory& h, const Vec3& force, const Vec3& ds) {
  return Real(-0.5) * (std::exchange(h.force, force) + force).dot(ds);
}

/// Carries the elastic slip into the plane of a new normal and on to a stiffness that follows the load. Both return
/// what the spring loses by it [J]. The force jumps with the stiffness; work was done by that of before.
///
/// Here the spring keeps its energy, as the load does no work on it: a swing leaves the force as it was (contact 19).
inline Real carry_friction(FrictionHistory& h, const Vec3& normal, Real k) {
  const Real before = h.stored();
  h.pull = h.k > 0 ? std::sqrt(h.k / k) : 1;
  h.sliding.xi = h.pull * turn_with_normal(h.sliding.xi, NormalTurn(h.normal, normal));
  h.normal = normal;
  h.k = k;
  return before - h.stored();
}

/// Here it keeps its force when k rises, its slip when k falls: pairs that lattices carry past each other (contact 7).
inline Real carry_friction_of_pair(FrictionHistory& h, const Vec3& normal, Real k) {
  const Real before = h.stored();
  h.sliding.xi = turn_with_normal(h.sliding.xi, NormalTurn(h.normal, normal));
  h.normal = normal;
  h.pull = k > h.k ? 1 : h.k / k;
  if (k > h.k) h.sliding.xi *= h.k / k;
  h.k = k;
  return before - h.stored();
}

/// Slides the contact by its relative velocity `v` under the load `pressed` [N].
inline SlidingAnswer rub_contact(FrictionHistory& h, const CoulombStickSlip& law, Real pressed, Real mass,
                                 const Vec3& v, Real dt) {
  const SlidingParameters parameters{.k = h.k,
                                     .c = friction_dashpot(law.damping, h.k, mass, dt),
                                     .static_limit = law.static_limit() * pressed,
                                     .dynamic_limit = law.dynamic_limit() * pressed,
                                     .pull = h.pull};
  const Vec3 xi = h.sliding.xi;
  SlidingAnswer answer = slide(h.sliding, dt * (v - h.normal.dot(v) * h.normal), dt, parameters);
  answer.scheme = scheme_of_jump(parameters, xi, h.sliding);
  return answer;
}

}  // namespace talus
