// A normal law between a grain and a solid that gives way under it: what the law sees and what its answer amounts to.
//
// The law's overlap is the approach of the two from afar, so what the particles give way by themselves comes on top of
// the overlap delta that they show (contact 47),
//   e = delta + G(f_e(e)),   e' = delta'/(1 - f_e' G')
// f_e the force of the law's springs [N], G resolved_give.hpp. The contact is then as stiff as the law says, whether or
// not the spacing resolves the dent. Its energy is U(e) - Gamma(f_e), dashpots lose f_v delta'.
#pragma once

#include <utility>

#include "talus/contact/resolved_give.hpp"
#include "talus/law/contact/contact_point.hpp"

namespace talus {

template <class Normal>
struct SolidGrainLaw : Normal {
  struct History {
    typename Normal::History law{};
    Real overlap = 0;  ///< that the law saw, 0 where they were apart [m]
    Real lever = 1;    ///< |d(delta)/dx| now: the resultant is so many times the force, and so is friction's load [-]
    Real closing = 0;  ///< d(delta)/dt now [m/s]
    Real damping = 0;  ///< of dashpots beside the springs, over d(delta)/dt [N s/m]
  };

  SolidGround ground;

  SolidGrainLaw(const Normal& normal, const SolidGround& under) : Normal(normal), ground(under) {}

  /// Of a grain with the radii and moduli of `point`.
  [[nodiscard]] ResolvedGive give(const ContactPoint& point) const {
    ResolvedGive made(ground, point.reduced_radius, point.reduced_young);
    if (!made.acts()) return made;
    ContactPoint deep = point;
    deep.overlap = point.reduced_radius;
    deep.closing = 0;
    typename Normal::History fresh{};
    const NormalAnswer answer = Normal::evaluate(fresh, deep);
    if (answer.loading_stiffness > 0) made.bound(answer.stiffness);
    return made;
  }

  /// `point` has overlap and closing speed as the particles show them; puts there what the law sees.
  void approach(const History& history, ContactPoint& point) const {
    if (point.overlap <= 0) return;
    const ResolvedGive resolved = give(point);
    if (!resolved.acts()) return;
    const Real shown = point.overlap;
    const auto spring = [&](Real e) {
      typename Normal::History copy = history.law;
      ContactPoint there = point;
      there.overlap = e;
      there.closing *= e / shown;
      const NormalAnswer answer = Normal::evaluate(copy, there);
      return spring_force(answer, there.closing);
    };
    const Real e = root([&](Real at) { return at - shown - resolved.at(spring(at)).give; }, shown);
    constexpr Real nudge = 1e-6;
    const Real f = spring(e), step = std::copysign(nudge * e, point.closing);
    const Real stiffness = (spring(e + step) - f) / step;
    point.overlap = e;
    point.closing /= std::max(ResolvedGive::least, 1 - stiffness * resolved.at(f).slope);
  }

  /// At a point that approach() has seen.
  [[nodiscard]] NormalAnswer evaluate(History& history, const ContactPoint& point) const {
    ContactPoint seen = point;
    seen.overlap_before = std::exchange(history.overlap, std::max(Real(0), point.overlap));
    NormalAnswer answer = Normal::evaluate(history.law, seen);
    answer.load *= history.lever;
    const Real dashpots = answer.force - spring_force(answer, point.closing);
    if (history.closing != 0) history.damping = std::abs(dashpots / history.closing);
    const ResolvedGive resolved = give(point);
    if (!resolved.acts()) return answer;
    const Real spring = answer.force - dashpots;
    answer.stiffness = resolved.stiffened(answer.stiffness, spring);
    answer.viscous_power -= dashpots * (point.closing - history.closing);
    answer.stored -= resolved.at(spring).stored;
    return answer;
  }

  [[nodiscard]] Real stiffest(ContactPoint pair, Real impact_speed) const {
    const Real stiff = Normal::stiffest(pair, impact_speed);
    pair.overlap = impact_speed * std::sqrt(pair.reduced_mass / stiff);
    typename Normal::History fresh{};
    const NormalAnswer answer = Normal::evaluate(fresh, pair);
    return give(pair).stiffened(stiff, spring_force(answer, pair.closing));
  }

 private:
  /// f_e [N]. Where dashpots are in series with springs, all of the force is that of a spring.
  static Real spring_force(const NormalAnswer& answer, Real closing) {
    if constexpr (requires(const Normal& law) { law.K_m; }) return answer.force;
    return closing == 0 ? answer.force : answer.force - answer.viscous_power / closing;
  }

  /// Where a function that rises crosses zero, from a first guess > 0: false position that halves the weight of an end
  /// that stays (the Illinois rule).
  template <class F>
  static Real root(const F& f, Real guess) {
    constexpr int most = 100;
    constexpr Real precision = 1e-15;
    Real low = guess, at_low = f(low);
    if (at_low == 0) return guess;
    Real high = low, at_high = at_low;
    for (int i = 0; i < most && at_low > 0; ++i) high = low, at_high = at_low, low *= Real(0.5), at_low = f(low);
    for (int i = 0; i < most && at_high < 0; ++i) low = high, at_low = at_high, high *= Real(1.5), at_high = f(high);
    int kept = 0;
    for (int i = 0; i < most && high - low > precision * high; ++i) {
      const Real middle = low + (high - low) * at_low / (at_low - at_high);
      if (middle <= low || middle >= high) break;
      const Real value = f(middle);
      if (value == 0) return middle;
      const int side = value > 0 ? 1 : -1;
      if (side > 0) {
        if (kept == side) at_low *= Real(0.5);
        high = middle, at_high = value;
      } else {
        if (kept == side) at_high *= Real(0.5);
        low = middle, at_low = value;
      }
      kept = side;
    }
    return std::abs(at_low) < std::abs(at_high) ? low : high;
  }
};

}  // namespace talus
