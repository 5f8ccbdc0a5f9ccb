// The sliding sense: an elastic predictor with Coulomb's limit (contact-law 1-4). One routine serves tangential sliding
// between solids and, with generalised rates, sliding, rolling and twisting between grains.
//
//   xi* = xi + ds,  f_e = -k xi*,  limit F = mu_s N (mu_d N while slipping)
//   inside: sticks, unless it slid and slides on.  Outside: slips, |f_e| = mu_d N, xi = -f_e/k; the plastic slip
//   xi* - xi dissipates 1/2 k (xi_n + xi_n+1).(xi* - xi), which closes the energy exactly. Where k follows the load by
//   steps the force of before was not k xi_n: `pull` says what it was, over that.
//   A viscous part -c s' is added as far as the total stays within max(F, |f_e|).
// Luding's rule (2008), for comparison, holds the sum -k xi* - c s' against the limit and gives the spring what the
// dashpot leaves of it: on slip xi = -(f + c s')/k (contact-law 7).
#pragma once

#include "talus/core/option.hpp"
#include "talus/core/types.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace talus {

/// What a contact remembers of its sliding.
struct SlidingHistory {
  Vec3 xi = Vec3::Zero();  ///< elastic displacement [m]
  bool slip = false;
};

/// What the elastic displacement of a contact that slips is set to.
enum class SlidingReset { elastic, luding };
constexpr auto choices(std::type_identity<SlidingReset>) {
  using R = SlidingReset;
  return std::array{Word<R>{"elastic", R::elastic, "to the limit: the dashpot gets what is left below it"},
                    Word<R>{"luding", R::luding, "Luding's own rule: to the limit less what the dashpot carries"}};
}

struct SlidingParameters {
  Real k = 0;              ///< stiffness [N/m]
  Real c = 0;              ///< viscous coefficient [N s/m]
  Real static_limit = 0;   ///< mu_s N [N]
  Real dynamic_limit = 0;  ///< mu_d N [N]
  SlidingReset reset = SlidingReset::elastic;
  Real pull = 1;           ///< force of the spring when the step began, over k xi: not 1 where k changes by steps [-]
};

struct SlidingAnswer {
  Vec3 force = Vec3::Zero();  ///< on the body whose relative displacement is given [N]
  Real stored = 0;            ///< 1/2 k xi^2 [J]
  Real sliding_loss = 0;      ///< in this step; >= 0, but for what contact-law 7 and 10 say [J]
  Real viscous_loss = 0;      ///< in this step, where its speed is constant: 0 where a rate is given [J]
  Real viscous_power = 0;     ///< now, where a rate is given, >= 0 [W]
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

/// The share of `drag` [N] that acts beside the elastic force that is in `answer`.
inline Real add_drag(SlidingAnswer& answer, const Vec3& drag, Real limit) {
  const Real share = share_within(answer.force, drag, std::max(limit, answer.force.norm()));
  answer.force += share * drag;
  return share;
}

/// The elastic part of a step.
inline SlidingAnswer hold(SlidingHistory& history, const Vec3& ds, Real limit, const SlidingParameters& p) {
  SlidingAnswer answer;
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
    answer.sliding_loss = Real(0.5) * p.k * (p.pull * history.xi + xi).dot(trial - xi);
    history.xi = xi;
  } else {
    history.xi = trial;
  }
  answer.stored = Real(0.5) * p.k * history.xi.squaredNorm();
  answer.force = f;
  return answer;
}

/// Luding's rule. Its dashpot acts in full, so where it alone exceeds the limit the spring pulls along: the loss of
/// sliding is then negative and only the sum with that of the dashpot is not.
inline SlidingAnswer hold_luding(SlidingHistory& history, const Vec3& ds, const Vec3& drag, Real limit,
                                 const SlidingParameters& p) {
  SlidingAnswer answer;
  const Vec3 trial = history.xi + ds;
  answer.force = -p.k * trial + drag;
  const Real size = answer.force.norm();
  history.slip = size > limit;
  if (history.slip) {
    answer.force *= p.dynamic_limit / size;
    const Vec3 xi = (drag - answer.force) / p.k;
    answer.sliding_loss = Real(0.5) * p.k * (history.xi + xi).dot(trial - xi);
    history.xi = xi;
  } else {
    history.xi = trial;
  }
  answer.stored = Real(0.5) * p.k * history.xi.squaredNorm();
  return answer;
}

/// What both fronts below do. `drag` [N] is what the dashpot wants, `share` of it what it gets.
inline SlidingAnswer slide_against(SlidingHistory& history, const Vec3& ds, const Vec3& drag,
                                   const SlidingParameters& p, Real& share) {
  share = 0;
  const Real limit = history.slip ? p.dynamic_limit : p.static_limit;
  if (p.k <= 0 || limit <= 0) {
    SlidingAnswer answer;
    answer.sliding_loss = Real(0.5) * p.k * history.xi.squaredNorm();
    history = {Vec3::Zero(), true};
    return answer;
  }
  if (p.reset == SlidingReset::luding) {
    share = 1;
    return hold_luding(history, ds, drag, limit, p);
  }
  SlidingAnswer answer = hold(history, ds, limit, p);
  if (drag != Vec3::Zero()) share = add_drag(answer, drag, limit);
  return answer;
}

}  // namespace detail

/// One step at constant speed: `ds` [m] is the relative displacement in the contact plane, `dt` [s] its duration.
inline SlidingAnswer slide(SlidingHistory& history, const Vec3& ds, Real dt, const SlidingParameters& p) {
  const Vec3 drag = p.c > 0 && dt > 0 ? Vec3(-(p.c / dt) * ds) : Vec3::Zero();
  Real share = 0;
  SlidingAnswer answer = detail::slide_against(history, ds, drag, p, share);
  answer.viscous_loss = -share * drag.dot(ds);
  return answer;
}

/// One step of displacement `ds` [m] that ends at the speed `rate` [m/s], both in the contact plane.
inline SlidingAnswer slide(SlidingHistory& history, const Vec3& ds, const Vec3& rate, const SlidingParameters& p) {
  const Vec3 drag = -p.c * rate;
  Real share = 0;
  SlidingAnswer answer = detail::slide_against(history, ds, drag, p, share);
  answer.viscous_power = -share * drag.dot(rate);
  return answer;
}

/// Carries a vector of the old contact plane into the new one by the smallest rotation between the normals
/// (contact-law 5).
inline Vec3 turn_with_normal(const Vec3& xi, const Vec3& old_normal, const Vec3& normal) {
  const Real cosine = old_normal.dot(normal);
  if (cosine <= -0.5) return xi - normal * normal.dot(xi);  // no smallest rotation worth the name: project
  return xi - (normal.dot(xi) / (1 + cosine)) * (old_normal + normal);
}

/// Turns a vector of the contact plane about its normal by an angle [rad], small or not: exact in length, the angle to
/// third order (contact-law 6).
inline Vec3 spin_about(const Vec3& xi, const Vec3& normal, Real angle) {
  const Real q = Real(0.5) * angle;
  return ((1 - q * q) * xi + 2 * q * normal.cross(xi)) / (1 + q * q);
}

/// How the frame of a contact turned in a step.
struct ContactTurn {
  Vec3 normal_before, normal;
  Real spin = 0;  ///< mean spin of the two about the normal, times the length of the step [rad]
};

/// Carries a vector of the contact plane along with both partners: the step from history to history of every sense.
inline Vec3 carried(const Vec3& xi, const ContactTurn& turn) {
  return spin_about(turn_with_normal(xi, turn.normal_before, turn.normal), turn.normal, turn.spin);
}

/// The same for a vector along the normal, which is what twisting remembers.
inline Vec3 carried_along_normal(const Vec3& xi, const ContactTurn& turn) {
  return xi.dot(turn.normal_before) * turn.normal;
}

}  // namespace talus
