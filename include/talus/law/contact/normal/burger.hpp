// Burger's visco-elastic contact, which relaxes and creeps: Kelvin in series with Maxwell (../burger_element.hpp has
// the equations), without tension (contact-law 21-23).
//
// u is the overlap, taken to run straight from step to step, and each step is exact. An overlap that is there before
// its motion explains it enters as a step, f = K_m u. Where f would pull, the surfaces come apart at f = 0: the Kelvin
// part then recovers free of force, what the Maxwell damper crept stays, and contact resumes when the overlap has
// caught up with both. All is forgotten once the spheres no longer overlap; what the Kelvin spring still holds then is
// lost, as `plastic_loss`: it is a dent that nobody sees heal.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>

#include "talus/core/option.hpp"
#include "talus/law/contact/burger_element.hpp"
#include "talus/law/contact/contact_point.hpp"

namespace talus {

/// The law, ready to evaluate.
struct BurgerLaw : BurgerConstants {
  explicit BurgerLaw(const BurgerConstants& c) : BurgerConstants(c), shared_(c) {}

  template <class T>
  struct HistoryOf {
    BurgerState<T> state{0, 0};
    T overlap = 0;  ///< at the last step, 0 without contact [m]
    T gap = 0;      ///< by which the dented surfaces are apart, though the spheres overlap [m]
    T apart = 0;    ///< 1 where they are
  };
  using History = HistoryOf<Real>;

  /// Makes the step of `dt` [s] that all contacts share; without it each one makes its own.
  void prepare(Real dt) { shared_.prepare(*this, dt); }

  /// Of a sudden load: the dampers hold [N/m].
  [[nodiscard]] Real stiffest(const ContactPoint& /*pair*/, Real /*impact_speed*/) const { return K_m; }

  [[nodiscard]] NormalAnswer evaluate(History& history, const ContactPoint& point) const {
    NormalAnswer answer;
    answer.stiffness = answer.loading_stiffness = K_m;
    if (point.overlap <= 0) {
      answer.plastic_loss = leave(history, point);
      return answer;
    }
    if (history.overlap > 0) {
      move(history, {point.overlap - history.overlap, point.dt}, shared_.of(*this, point.dt));
    } else {
      enter(history, point);
    }
    history.overlap = point.overlap;
    answer.force = history.state.f;
    answer.load = answer.force;  // the Maxwell spring carries all of it
    answer.stored = stored_energy(*this, history.state);
    answer.viscous_power = lost_power(*this, history.state);
    return answer;
  }

 private:
  struct Path {
    Real du, dt;  ///< displacement [m] within a time [s]
    [[nodiscard]] Path part(Real share) const { return {share * du, share * dt}; }
  };

  [[nodiscard]] BurgerStep step(Real dt) const { return {*this, dt}; }

  /// Contact began within the step, or was there already.
  void enter(History& history, const ContactPoint& point) const {
    const Real come = std::max(Real(0), point.closing) * point.dt;
    const Real before = std::max(Real(0), point.overlap - come);
    const Real time = come > point.overlap ? point.overlap / point.closing : point.dt;
    history.state = {K_m * before, 0};
    move(history, {point.overlap - before, time}, step(time));
  }

  /// What is lost in the last part of the step that still overlaps and by the Kelvin part afterwards, beyond what the
  /// trapezium of the power says of this step [J].
  Real leave(History& history, const ContactPoint& point) const {
    if (history.overlap <= 0) return 0;
    const Real told = Real(0.5) * point.dt * lost_power(*this, history.state);
    const Path rest{-history.overlap, point.dt * history.overlap / (history.overlap - point.overlap)};
    const Real loss = move(history, rest, step(rest.dt));
    const Real left = stored_energy(*this, history.state);
    history = {};
    return loss + left - told;
  }

  /// Losses on the way [J]. 1. Surfaces that are apart may meet, 2. surfaces in touch may come apart.
  Real move(History& history, Path path, const BurgerStep& whole) const {
    if (!history.apart) return press(history, path, whole);
    const auto gap = [&](Real share) { return gap_after(history, path.part(share)); };
    const Real met = gap(1) >= 0 ? 1 : crossing(gap);
    const Real loss = recover(history, path.part(met));
    if (met == 1) return loss;
    history.apart = false;
    const Path rest = path.part(1 - met);
    return loss + press(history, rest, step(rest.dt));
  }

  Real press(History& history, const Path& path, const BurgerStep& whole) const {
    BurgerState<Real> end = history.state;
    const Real loss = whole.advance(end, path.du);
    if (end.f >= 0) {
      history.state = end;
      return loss;
    }
    const auto force = [&](Real share) {
      BurgerState<Real> s = history.state;
      step(share * path.dt).advance(s, share * path.du);
      return s.f;
    };
    const Real parted = crossing(force);
    const Real loss_before = step(parted * path.dt).advance(history.state, parted * path.du);
    history.state.f = 0;
    history.gap = 0;
    history.apart = true;
    return loss_before + recover(history, path.part(1 - parted));
  }

  [[nodiscard]] Real gap_after(const History& history, const Path& path) const {
    return history.gap - path.du + history.state.u_k * std::expm1(-path.dt * K_k / C_k);
  }

  /// The Kelvin part alone, free of force.
  Real recover(History& history, const Path& path) const {
    history.gap = std::max(Real(0), gap_after(history, path));  // below zero by round-off only
    const Real before = stored_energy(*this, history.state);
    history.state.u_k *= std::exp(-path.dt * K_k / C_k);
    return -before * std::expm1(-2 * path.dt * K_k / C_k);
  }

  /// Where in [0, 1] a function that is >= 0 at 0 and < 0 at 1 changes sign: false position that halves the weight of
  /// an end that stays (the Illinois rule), and halves the interval where round-off would leave it as it is.
  template <class F>
  static Real crossing(const F& f) {
    constexpr int most = 100;
    Real low = 0, high = 1;
    Real at_low = f(low), at_high = f(high);
    Real before = 0;
    for (int i = 0; i < most && at_low > 0; ++i) {
      Real middle = low + (high - low) * at_low / (at_low - at_high);
      if (!(low < middle && middle < high)) middle = std::midpoint(low, high);
      if (middle == low || middle == high) break;
      const Real value = f(middle);
      if (value >= 0) {
        if (before > 0) at_high *= Real(0.5);
        low = middle;
        at_low = value;
      } else {
        if (before < 0) at_low *= Real(0.5);
        high = middle;
        at_high = value;
      }
      before = value;
    }
    return low;
  }

  SharedBurgerStep shared_;
};

struct Burger : BurgerConstants {
  static constexpr std::string_view name = "burger";
  static constexpr std::string_view help = "grains: Kelvin in series with Maxwell, relaxes and creeps";

  static constexpr bool for_solids = true, for_grains = true;
  static constexpr bool has_loading_stiffness = true;
  static constexpr auto options() { return burger_options(); }

  [[nodiscard]] BurgerLaw law(const ContactPoint& /*pair*/) const { return BurgerLaw(*this); }
};

}  // namespace talus
