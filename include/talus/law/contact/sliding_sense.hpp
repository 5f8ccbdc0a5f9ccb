// The sliding sense: an elastic predictor with Coulomb's limit (contact-law 1-4). One routine serves tangential sliding
// between solids and, with generalised rates, sliding, rolling and twisting between grains.
//
//   xi* = xi + ds,  f_e = -k xi*,  limit F = mu_s N (mu_d N while slipping)
//   inside: sticks, unless it slid and slides on.  Outside: slips, |f_e| = mu_d N, xi = -f_e/k; the plastic slip
//   xi* - xi dissipates 1/2 k (xi_n + xi_n+1).(xi* - xi), which closes the energy exactly. Where k follows the load by
//   steps the force of before was not k xi_n: `pull` says what it was, over that.
//   A viscous part -c s' is added as far as the total stays within F, of a spring at its limit within mu_d N.
// Luding's rule (2008), for comparison, holds the sum -k xi* - c s' against the limit and gives the spring what the
// dashpot leaves of it: on slip xi = -(f + c s')/k (contact-law 7).
#pragma once

#include <array>
#include <type_traits>
#include <utility>

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
  T moved = 1;  ///< part of the displacement that counts: less where surfaces met within the step [-]
  T pull = 1;   ///< force of the spring when the step began, over k xi: not 1 where k changes by steps [-]
};
using SlidingParameters = SlidingParametersOf<Real>;

template <class T, int n>
struct SlidingAnswerIn {
  VectorOf<T, n> force = VectorOf<T, n>::Zero();  ///< on the body whose relative displacement is given [N]
  T stored = 0;                                   ///< 1/2 k xi^2 [J]
  T sliding_loss = 0;                             ///< in this step; >= 0, but for what contact-law 7 and 10 say [J]
  T scheme = 0;                                   ///< of the work of this step, see scheme_of_jump() [J]
  T viscous_loss = 0;   ///< in this step, where its speed is constant: 0 where a rate is given [J]
  T viscous_power = 0;  ///< now, where a rate is given, >= 0 [W]
};
template <class T>
using SlidingAnswerOf = SlidingAnswerIn<T, 3>;
using SlidingAnswer = SlidingAnswerOf<Real>;

namespace detail {

/// Largest share s in [0, 1] with (f + s g)^2 <= F^2, from f.g = fg, g^2 = gg and room = F^2 - f^2 >= 0.
template <class T>
T share_within(const T& fg, const T& gg, const T& room) {
  const auto beyond = 2 * fg + gg > room;
  const T share = select(beyond, 0, 1);
  // What pulls along with a spring at its limit gets nothing; most of what slips does, and most of the rest is within.
  const auto partly = beyond && (room > 0 || fg < 0);
  if (!anywhere(partly)) return share;
  return select(partly, min(T(1), (sqrt(fg * fg + gg * room) - fg) * inverse(gg)), share);
}

/// A contact that still slides the way it slid has not stopped, even if a rising load has lifted the limit over its
/// force: it keeps the dynamic limit. Taken for stuck it would climb to the static one, let go, and so on.
template <class T, int n, class Condition>
void note_slip(SlidingHistoryIn<T, n>& history, const VectorOf<T, n>& ds, Condition slips,
               const SlidingParametersOf<T>& p) {
  const auto slid = history.slip > 0 && p.dynamic_limit < p.static_limit;
  if (anywhere(slid)) slips = slips || (slid && ds.dot(history.xi) > 0);
  history.slip = select(slips, 1, 0);
}

/// The elastic part of a step, and of the dashpot what is left below the limit. Contacts mostly wait for this, so
/// nothing in it waits for what it could do without. `free`: nothing holds, and what is stored is lost.
template <class T, int n, class Condition>
SlidingAnswerIn<T, n> hold(SlidingHistoryIn<T, n>& history, const VectorOf<T, n>& ds, const VectorOf<T, n>& rate,
                           const T& limit, Condition free, const SlidingParametersOf<T>& p) {
  using Vector = VectorOf<T, n>;
  SlidingAnswerIn<T, n> answer;
  // 1. Predict, 2. hold against the limit.
  const Vector trial = history.xi + ds;
  const T trial2 = trial.squaredNorm(), size2 = p.k * p.k * trial2;
  const auto beyond = size2 > limit * limit;
  note_slip(history, ds, beyond || free, p);
  // Most packs have a contact that slips: no branch, which the processor would have to guess.
  const T kept = select(free, 0, select(beyond, p.dynamic_limit * inverse_sqrt(size2), 1));
  const T half_k = Real(0.5) * p.k, stiff = p.k * kept;
  answer.sliding_loss = half_k * (1 - kept) * (select(free, 1, p.pull) * history.xi.dot(trial) + kept * trial2);
  answer.stored = half_k * (kept * kept) * trial2;
  answer.force = -stiff * trial;
  history.xi = kept * trial;
  // 3. The dashpot, which wants -c s'.
  if (anywhere(p.c > 0)) {
    const T rate2 = rate.squaredNorm(), room = select(beyond, 0, limit * limit - size2);
    const T share = share_within<T>(p.c * stiff * trial.dot(rate), p.c * p.c * rate2, room);
    const T c = select(free, 0, share) * p.c;
    answer.force -= c * rate;
    answer.viscous_power = c * rate2;
  }
  return answer;
}

/// The same along a line, where what is too much is cut off, and no root is needed.
template <class T, class Condition>
SlidingAnswerIn<T, 1> hold(SlidingHistoryIn<T, 1>& history, const VectorOf<T, 1>& ds, const VectorOf<T, 1>& rate,
                           const T& limit, Condition free, const SlidingParametersOf<T>& p) {
  const T before = history.xi[0], trial = before + ds[0], pull = p.k * trial;
  const auto beyond = abs(pull) > limit;
  note_slip(history, ds, beyond || free, p);
  const T cut = select(pull < 0, -p.dynamic_limit, p.dynamic_limit);
  const T spring = select(free, 0, select(beyond, cut, pull));
  T xi = select(free, 0, trial);
  if (anywhere(beyond)) xi = select(beyond && !free, cut * inverse(p.k), xi);
  SlidingAnswerIn<T, 1> answer;
  answer.sliding_loss = Real(0.5) * (pull - spring) * (select(free, 1, p.pull) * before + xi);
  answer.stored = Real(0.5) * spring * xi;
  history.xi[0] = xi;
  const T bound = select(free, 0, select(beyond, p.dynamic_limit, limit));
  const T whole = max(-bound, min(bound, spring + p.c * rate[0]));
  answer.force[0] = -whole;
  answer.viscous_power = (whole - spring) * rate[0];
  return answer;
}

/// Luding's rule. Its dashpot acts in full, so where it alone exceeds the limit the spring pulls along: the loss of
/// sliding is then negative and only the sum with that of the dashpot is not.
template <class T, int n, class Condition>
SlidingAnswerIn<T, n> hold_luding(SlidingHistoryIn<T, n>& history, const VectorOf<T, n>& ds, const VectorOf<T, n>& rate,
                                  const T& limit, Condition free, const SlidingParametersOf<T>& p) {
  using Vector = VectorOf<T, n>;
  SlidingAnswerIn<T, n> answer;
  const T c = select(free, 0, p.c);
  const Vector trial = history.xi + ds, drag = -c * rate;
  answer.force = -p.k * trial + drag;
  const T size = answer.force.norm();
  const auto slips = size > limit || free;
  answer.force *= select(free, 0, select(slips, p.dynamic_limit / size, 1));
  const Vector left = select(free, Vector(Vector::Zero()), Vector((drag - answer.force) / p.k));
  const Vector xi = select(slips, left, trial);
  answer.sliding_loss = select(slips, Real(0.5) * p.k * Vector(history.xi + xi).dot(trial - xi), 0);
  history.xi = xi;
  history.slip = select(slips, 1, 0);
  answer.stored = Real(0.5) * p.k * history.xi.squaredNorm();
  answer.viscous_power = c * rate.squaredNorm();
  return answer;
}

}  // namespace detail

/// One step of displacement `ds` [m] that ends at the speed `rate` [m/s], both in the contact plane.
template <class T, int n>
SlidingAnswerIn<T, n> slide(SlidingHistoryIn<T, n>& history, const VectorOf<T, n>& ds,
                            const std::type_identity_t<VectorOf<T, n>>& rate, const SlidingParametersOf<T>& p) {
  const T limit = select(history.slip > 0, p.dynamic_limit, p.static_limit);
  const auto free = p.k <= 0 || limit <= 0;
  const VectorOf<T, n> moved = select(free, 0, p.moved) * ds;  // of what is not held only the spring's energy counts
  return p.reset == SlidingReset::luding ? detail::hold_luding(history, moved, rate, limit, free, p)
                                         : detail::hold(history, moved, rate, limit, free, p);
}

/// Where the stiffness follows the load by steps, the force jumps and no work is done. What the forces of before and
/// now did in the step is then neither stored nor lost to this extent, of either sign and of first order in the step
/// [J]. `xi`: as it was carried on, before the step.
template <class T, int n>
T scheme_of_jump(const SlidingParametersOf<T>& p, const VectorOf<T, n>& xi, const SlidingHistoryIn<T, n>& history) {
  return Real(0.5) * p.k * (p.pull - 1) * xi.dot(history.xi - xi);
}

/// One step at constant speed, of `dt` [s].
inline SlidingAnswer slide(SlidingHistory& history, const Vec3& ds, Real dt, const SlidingParameters& p) {
  const Vec3 rate = dt > 0 ? Vec3(ds / dt) : Vec3::Zero();
  SlidingAnswer answer = slide(history, ds, rate, p);
  answer.viscous_loss = dt * std::exchange(answer.viscous_power, 0);
  return answer;
}

/// A normal before and after it turned.
template <class T>
struct NormalTurnOf {
  Vec3Of<T> before, now;
  Vec3Of<T> sum;     ///< of both, along the mean normal
  T per_length = 0;  ///< 1/|sum|

  NormalTurnOf() = default;
  NormalTurnOf(const Vec3Of<T>& before_, const Vec3Of<T>& now_) : before(before_), now(now_), sum(before_ + now_) {
    // A step turns little, 1/|sum| is close to 1/2, and a series need not wait for the estimate of a root.
    const T length2 = sum.squaredNorm(), e = 1 - Real(0.25) * length2;
    per_length = Real(0.5) + e * (Real(0.25) + e * (Real(0.1875) + Real(0.15625) * e));
    const auto far = !(e < Real(1e-4));
    if (anywhere(far)) per_length = select(far, inverse_sqrt(length2), per_length);
  }

  /// By 120 degrees or more: there is no smallest rotation worth the name, as when one centre has gone through another.
  [[nodiscard]] auto reversed() const { return !(per_length < 1); }
  [[nodiscard]] Vec3Of<T> mean() const {
    const Vec3Of<T> between = per_length * sum;
    return anywhere(reversed()) ? select(reversed(), now, between) : between;
  }
};
using NormalTurn = NormalTurnOf<Real>;

/// Carries a vector of the old contact plane into the new one by the smallest rotation between the normals
/// (contact-law 5). With s their sum, 1 + cos = s^2/2.
template <class T>
Vec3Of<T> turn_with_normal(const Vec3Of<T>& xi, const NormalTurnOf<T>& normal) {
  const T along = normal.now.dot(xi);
  const Vec3Of<T> turned = xi - 2 * along * (normal.per_length * normal.per_length) * normal.sum;
  const auto reversed = normal.reversed();  // then project
  return anywhere(reversed) ? select(reversed, Vec3Of<T>(xi - along * normal.now), turned) : turned;
}

/// How the frame of a contact turned in a step. The turn about the normal is exact in length, small or not, and its
/// angle to third order (contact-law 6).
template <class T>
struct ContactTurnOf {
  NormalTurnOf<T> normal;
  T cosine = 1, sine = 0;  ///< of the turn about the normal

  ContactTurnOf() = default;
  /// `spin`: mean spin of both partners about the normal, times the length of the step [rad].
  ContactTurnOf(const NormalTurnOf<T>& normal_, const T& spin) : normal(normal_) {
    const T q = Real(0.5) * spin, share = inverse(1 + q * q);
    cosine = share * (1 - q * q);
    sine = 2 * share * q;
  }
};
using ContactTurn = ContactTurnOf<Real>;

/// Carries a vector of the contact plane along with both partners: the step from history to history of every sense.
template <class T>
Vec3Of<T> carried(const Vec3Of<T>& xi, const ContactTurnOf<T>& turn) {
  const Vec3Of<T> turned = turn_with_normal(xi, turn.normal);
  return turn.cosine * turned + turn.sine * turn.normal.now.cross(turned);
}

/// The same for a vector along the normal, which is what twisting remembers.
template <class T>
Vec3Of<T> carried_along_normal(const Vec3Of<T>& xi, const ContactTurnOf<T>& turn) {
  return xi.dot(turn.normal.before) * turn.normal.now;
}
inline Vec3 carried_along_normal(const Vec3& xi, const ContactTurn& turn) {
  return carried_along_normal<Real>(xi, turn);
}

}  // namespace talus
