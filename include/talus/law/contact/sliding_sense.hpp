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

#include <array>
#include <type_traits>

#include "talus/core/option.hpp"
#include "talus/numerics/pack.hpp"

namespace talus {

/// A displacement in space, or in one dimension: along the normal, where twisting lies.
template <class T, int n>
using VectorOf = Eigen::Matrix<T, n, 1>;

/// What a contact remembers of its sliding.
template <class T, int n>
struct SlidingHistoryIn {
  VectorOf<T, n> xi = VectorOf<T, n>::Zero();  ///< elastic displacement [m]
  T slip = 0;                                  ///< 1 where it slips, else 0
};
template <class T>
using SlidingHistoryOf = SlidingHistoryIn<T, 3>;
using SlidingHistory = SlidingHistoryOf<Real>;

/// What the elastic displacement of a contact that slips is set to.
enum class SlidingReset { elastic, luding };
constexpr auto choices(std::type_identity<SlidingReset>) {
  using R = SlidingReset;
  return std::array{Word<R>{"elastic", R::elastic, "to the limit: the dashpot gets what is left below it"},
                    Word<R>{"luding", R::luding, "Luding's own rule: to the limit less what the dashpot carries"}};
}

template <class T>
struct SlidingParametersOf {
  T k = 0;              ///< stiffness [N/m]
  T c = 0;              ///< viscous coefficient [N s/m]
  T static_limit = 0;   ///< mu_s N [N]
  T dynamic_limit = 0;  ///< mu_d N [N]
  SlidingReset reset = SlidingReset::elastic;
  T pull = 1;  ///< force of the spring when the step began, over k xi: not 1 where k changes by steps [-]
};
using SlidingParameters = SlidingParametersOf<Real>;

template <class T, int n>
struct SlidingAnswerIn {
  VectorOf<T, n> force = VectorOf<T, n>::Zero();  ///< on the body whose relative displacement is given [N]
  T stored = 0;                                   ///< 1/2 k xi^2 [J]
  T sliding_loss = 0;                             ///< in this step; >= 0, but for what contact-law 7 and 10 say [J]
  T viscous_loss = 0;   ///< in this step, where its speed is constant: 0 where a rate is given [J]
  T viscous_power = 0;  ///< now, where a rate is given, >= 0 [W]
};
template <class T>
using SlidingAnswerOf = SlidingAnswerIn<T, 3>;
using SlidingAnswer = SlidingAnswerOf<Real>;

namespace detail {

/// Largest share s in [0, 1] with |f + s g|^2 <= bound2, from f^2 = ff <= bound2, f.g = fg and g^2 = gg.
template <class T>
T share_within(const T& ff, const T& fg, const T& gg, const T& bound2) {
  const auto beyond = ff + 2 * fg + gg > bound2 && gg > 0;  // |f| may exceed the bound by round-off
  const T share = (sqrt(fg * fg + gg * (bound2 - ff)) - fg) * inverse(gg);
  return select(beyond, min(T(1), max(T(0), share)), 1);
}

/// The elastic part of a step, and of `drag` what is left below the limit. Contacts mostly wait for this, so nothing in
/// it waits for what it could do without.
template <class T, int n>
SlidingAnswerIn<T, n> hold(SlidingHistoryIn<T, n>& history, const VectorOf<T, n>& ds, VectorOf<T, n>& drag,
                           const T& limit, const SlidingParametersOf<T>& p) {
  using Vector = VectorOf<T, n>;
  SlidingAnswerIn<T, n> answer;
  // 1. Predict, 2. hold against the limit.
  const Vector trial = history.xi + ds;
  const T trial2 = trial.squaredNorm(), size2 = p.k * p.k * trial2;
  // A contact that still slides the way it slid has not stopped, even if a rising load has lifted the limit over its
  // force: it keeps the dynamic limit. Taken for stuck it would climb to the static one, let go, and so on.
  const auto beyond = size2 > limit * limit;
  const auto slides_on = history.slip > 0 && p.dynamic_limit < p.static_limit && ds.dot(history.xi) > 0;
  history.slip = select(beyond || slides_on, 1, 0);
  // Most packs have a contact that slips: no branch, which the processor would have to guess.
  T kept = select(beyond, p.dynamic_limit * inverse_sqrt(size2), 1);
  kept = select(p.k <= 0 || limit <= 0, 0, kept);  // nothing holds: what is stored is lost
  const T half_k = Real(0.5) * p.k, pull = -p.k * kept;
  answer.sliding_loss = half_k * (1 - kept) * (p.pull * history.xi.dot(trial) + kept * trial2);
  answer.stored = half_k * (kept * kept) * trial2;
  answer.force = pull * trial;
  // 3. The dashpot.
  if (anywhere(p.c > 0)) {
    const T ff = kept * kept * size2;
    drag *= share_within<T>(ff, pull * trial.dot(drag), drag.squaredNorm(), max(limit * limit, ff));
    answer.force += drag;
  }
  history.xi = kept * trial;
  return answer;
}

/// Luding's rule. Its dashpot acts in full, so where it alone exceeds the limit the spring pulls along: the loss of
/// sliding is then negative and only the sum with that of the dashpot is not.
template <class T, int n>
SlidingAnswerIn<T, n> hold_luding(SlidingHistoryIn<T, n>& history, const VectorOf<T, n>& ds, const VectorOf<T, n>& drag,
                                  const T& limit, const SlidingParametersOf<T>& p) {
  using Vector = VectorOf<T, n>;
  SlidingAnswerIn<T, n> answer;
  const Vector trial = history.xi + ds;
  answer.force = -p.k * trial + drag;
  const T size = answer.force.norm();
  const auto free = p.k <= 0 || limit <= 0;  // as in hold()
  const auto slips = size > limit || free;
  answer.force *= select(free, 0, select(slips, p.dynamic_limit / size, 1));
  const Vector left = select(free, Vector(Vector::Zero()), Vector((drag - answer.force) / p.k));
  const Vector xi = select(slips, left, trial);
  answer.sliding_loss = select(slips, Real(0.5) * p.k * Vector(history.xi + xi).dot(trial - xi), 0);
  history.xi = xi;
  history.slip = select(slips, 1, 0);
  answer.stored = Real(0.5) * p.k * history.xi.squaredNorm();
  return answer;
}

/// What both fronts below do. `drag` [N] is what the dashpot wants; on return, what it gets.
template <class T, int n>
SlidingAnswerIn<T, n> slide_against(SlidingHistoryIn<T, n>& history, const VectorOf<T, n>& ds, VectorOf<T, n>& drag,
                                    const SlidingParametersOf<T>& p) {
  const T limit = select(history.slip > 0, p.dynamic_limit, p.static_limit);
  const auto free = p.k <= 0 || limit <= 0;  // of what is not held nothing but the spring's energy counts
  const VectorOf<T, n> none = VectorOf<T, n>::Zero();
  const VectorOf<T, n> moved = select(free, none, ds);
  drag = select(free, none, drag);
  const bool luding = p.reset == SlidingReset::luding;
  SlidingParametersOf<T> held = p;
  held.pull = select(free, 1, p.pull);
  const SlidingAnswerIn<T, n> answer =
      luding ? hold_luding(history, moved, drag, limit, held) : hold(history, moved, drag, limit, held);
  history.slip = select(free, 1, history.slip);
  return answer;
}

}  // namespace detail

/// One step at constant speed: `ds` [m] is the relative displacement in the contact plane, `dt` [s] its duration.
inline SlidingAnswer slide(SlidingHistory& history, const Vec3& ds, Real dt, const SlidingParameters& p) {
  Vec3 drag = p.c > 0 && dt > 0 ? Vec3(-(p.c / dt) * ds) : Vec3::Zero();
  SlidingAnswer answer = detail::slide_against(history, ds, drag, p);
  answer.viscous_loss = -drag.dot(ds);
  return answer;
}

/// One step of displacement `ds` [m] that ends at the speed `rate` [m/s], both in the contact plane.
template <class T, int n>
SlidingAnswerIn<T, n> slide(SlidingHistoryIn<T, n>& history, const VectorOf<T, n>& ds,
                            const std::type_identity_t<VectorOf<T, n>>& rate, const SlidingParametersOf<T>& p) {
  VectorOf<T, n> drag = -p.c * rate;
  SlidingAnswerIn<T, n> answer = detail::slide_against(history, ds, drag, p);
  answer.viscous_power = -drag.dot(rate);
  return answer;
}

/// Carries a vector of the old contact plane into the new one by the smallest rotation between the normals
/// (contact-law 5).
template <class T>
Vec3Of<T> turn_with_normal(const Vec3Of<T>& xi, const Vec3Of<T>& old_normal, const Vec3Of<T>& normal) {
  const T cosine = old_normal.dot(normal), along = normal.dot(xi);
  const Vec3Of<T> turned = xi - along * inverse(1 + cosine) * (old_normal + normal);
  const auto reversed = cosine <= -0.5;  // no smallest rotation worth the name: project
  return anywhere(reversed) ? select(reversed, Vec3Of<T>(xi - along * normal), turned) : turned;
}

inline Vec3 turn_with_normal(const Vec3& xi, const Vec3& old_normal, const Vec3& normal) {
  return turn_with_normal<Real>(xi, old_normal, normal);
}

/// Turns a vector of the contact plane about its normal by an angle [rad], small or not: exact in length, the angle to
/// third order (contact-law 6).
template <class T>
Vec3Of<T> spin_about(const Vec3Of<T>& xi, const Vec3Of<T>& normal, const T& angle) {
  const T q = Real(0.5) * angle;
  return inverse(1 + q * q) * ((1 - q * q) * xi + 2 * q * normal.cross(xi));
}

/// How the frame of a contact turned in a step.
template <class T>
struct ContactTurnOf {
  Vec3Of<T> normal_before, normal;
  T spin = 0;  ///< mean spin of the two about the normal, times the length of the step [rad]
};
using ContactTurn = ContactTurnOf<Real>;

/// Carries a vector of the contact plane along with both partners: the step from history to history of every sense.
template <class T>
Vec3Of<T> carried(const Vec3Of<T>& xi, const ContactTurnOf<T>& turn) {
  return spin_about(turn_with_normal(xi, turn.normal_before, turn.normal), turn.normal, turn.spin);
}

/// The same for a vector along the normal, which is what twisting remembers.
template <class T>
Vec3Of<T> carried_along_normal(const Vec3Of<T>& xi, const ContactTurnOf<T>& turn) {
  return xi.dot(turn.normal_before) * turn.normal;
}
inline Vec3 carried_along_normal(const Vec3& xi, const ContactTurn& turn) {
  return carried_along_normal<Real>(xi, turn);
}

}  // namespace talus
