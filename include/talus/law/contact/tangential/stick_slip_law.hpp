// Friction of a solid on a wall, as solids have it among themselves: elastic slip with a stiffness that follows the
// load (contact 7), and Coulomb's limit.
//   k = min(mu_s N/xi_c, 0.1 m/dt^2),   f_t = -k xi - c v_t,   |f_t| <= mu_s N, mu_d N in slip,
//   c = min(damping sqrt(k m), 0.1 m/dt)
// xi_c = elastic_slip dx. When k changes the spring keeps its energy, as the load does no work on it: xi ~ 1/sqrt(k).
#pragma once

#include <cmath>

#include "talus/law/contact/sliding_point.hpp"
#include "talus/law/contact/tangential/load_stiffness.hpp"

namespace talus {

/// The law, ready to evaluate.
struct StickSlipLaw {
  Real elastic_slip = 0;  ///< xi_c over the diameter of a particle [-]
  Real damping = 0;       ///< over sqrt(k m) [-]
  Real mu_static = 0;     ///< [-]
  Real mu_dynamic = 0;    ///< [-]

  [[nodiscard]] SlidingAnswer evaluate(TangentialSpringHistory& history, const SlidingPoint& point,
                                       const ContactPoint& pair) const {
    const Real limit = mu_static * (pair.overlap > 0 ? point.load : Real(0));
    const Real slip_scale = elastic_slip * 2 * pair.reduced_radius;
    const Real k = friction_stiffness(limit, slip_scale, pair.reduced_mass, pair.dt);
    if (k <= 0) {
      SlidingAnswer answer;
      answer.sliding_loss = Real(0.5) * history.k * history.sliding.xi.squaredNorm();
      history = {};
      return answer;
    }
    const Real pull = std::sqrt(history.k / k);  // 0 at the start: then there is no xi either
    const Vec3 xi = pull * carried(history.sliding.xi, point.turn);
    history.sliding.xi = xi;
    history.k = k;
    const SlidingParameters parameters{.k = k,
                                       .c = friction_dashpot(damping, k, pair.reduced_mass, pair.dt),
                                       .static_limit = limit,
                                       .dynamic_limit = mu_dynamic * point.load,
                                       .pull = pull};
    const Vec3 ds = entered_share(pair) * point.ds;
    SlidingAnswer answer = slide(history.sliding, ds, point.rate, parameters);
    answer.scheme = scheme_of_jump(parameters, xi, history.sliding);
    return answer;
  }

  /// It keeps within the limit of the step by itself [N/m].
  template <class T>
  [[nodiscard]] T stiffest(const ContactPointOf<T>& /*deepest*/, const std::type_identity_t<T>& /*of_normal*/) const {
    return 0;
  }
};

}  // namespace talus
