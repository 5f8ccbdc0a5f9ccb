// The sliding sense: an elastic predictor with Coulomb's limit (contact-law 1-4). One routine serves tangential sliding
// between solids and, with generalised rates, rolling and twisting between grains.
//
//   xi* = xi + ds,  f_e = -k xi*,  limit F = mu_s N (mu_d N while slipping)
//   inside: sticks, unless it slid and slides on.  Outside: slips, |f_e| = mu_d N, xi = -f_e/k; the plastic slip
//   xi* - xi dissipates 1/2 k (xi_n + xi_n+1).(xi* - xi), which closes the energy exactly.
//   A viscous part -c ds/dt is added as far as the total stays within max(F, |f_e|).
#pragma once

#include "talus/core/types.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

/// What a contact remembers of its sliding.
struct SlidingHistory {
  Vec3 xi = Vec3::Zero();  ///< elastic displacement [m]
  bool slip = false;
};

struct SlidingParameters {
  Real k = 0;              ///< stiffness [N/m]
  Real c = 0;              ///< viscous coefficient [N s/m]
  Real static_limit = 0;   ///< mu_s N [N]
  Real dynamic_limit = 0;  ///< mu_d N [N]
};

struct SlidingAnswer {
  Vec3 force = Vec3::Zero();  ///< on the body whose relative displacement is given [N]
  Real stored = 0;            ///< 1/2 k xi^2 [J]
  Real sliding_loss = 0;      ///< >= 0 [J]
  Real viscous_loss = 0;      ///< >= 0 [J]
};

namespace detail {

/// Largest share s in [0, 1] with |f + s g| <= bound, for |f| <= bound.
inline Real share_within(const Vec3& f, const Vec3& g, Real bound) {
  if ((f + g).squaredNorm() <= bound * bound) return 1;
  const Real gg = g.squaredNorm();
  if (gg == 0) return 1;  // |f| may exceed the bound by round-off
  const Real fg = f.dot(g);
  const Real room = std::max(Real(0), bound * bound - f.squaredNorm());
  return std::clamp((-fg + std::sqrt(std::max(Real(0), fg * fg + gg * room))) / gg, Real(0), Real(1));
}

}  // namespace detail

/// One step: `ds` [m] is the relative displacement in the contact plane, `dt` [s] its duration.
inline SlidingAnswer slide(SlidingHistory& history, const Vec3& ds, Real dt, const SlidingParameters& p) {
  SlidingAnswer answer;
  const Real limit = history.slip ? p.dynamic_limit : p.static_limit;
  if (p.k <= 0 || limit <= 0) {
    answer.sliding_loss = Real(0.5) * p.k * history.xi.squaredNorm();
    history = {Vec3::Zero(), true};
    return answer;
  }
  // 1. Predict, 2. hold against the limit.
  const Vec3 trial = history.xi + ds;
  Vec3 f = -p.k * trial;
  const Real size = f.norm();
  // A contact that still slides the way it slid has not stopped, even if a rising load has lifted the limit over its
  // force: it keeps the dynamic limit. Taken for stuck it would climb to the static one, let go, and so on.
  const bool slides_on = history.slip && p.dynamic_limit < p.static_limit && ds.dot(history.xi) > 0;
  history.slip = size > limit || slides_on;
  if (history.slip) {
    if (size > limit) f *= p.dynamic_limit / size;
    const Vec3 xi = -f / p.k;
    answer.sliding_loss = Real(0.5) * p.k * (history.xi + xi).dot(trial - xi);
    history.xi = xi;
  } else {
    history.xi = trial;
  }
  answer.stored = Real(0.5) * p.k * history.xi.squaredNorm();
  // 3. Viscous part within what is left.
  if (p.c > 0 && dt > 0) {
    const Vec3 drag = -(p.c / dt) * ds;
    const Real share = detail::share_within(f, drag, std::max(limit, f.norm()));
    f += share * drag;
    answer.viscous_loss = -share * drag.dot(ds);
  }
  answer.force = f;
  return answer;
}

/// Carries a vector of the old contact plane into the new one by the smallest rotation between the normals
/// (contact-law 5).
inline Vec3 turn_with_normal(const Vec3& xi, const Vec3& old_normal, const Vec3& normal) {
  const Real cosine = old_normal.dot(normal);
  if (cosine <= -0.5) return xi - normal * normal.dot(xi);  // no smallest rotation worth the name: project
  return xi - (normal.dot(xi) / (1 + cosine)) * (old_normal + normal);
}

}  // namespace talus
