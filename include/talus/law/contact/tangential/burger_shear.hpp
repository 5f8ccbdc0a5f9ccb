// Burger's body in shear with Coulomb's limit (../burger_element.hpp), beside `burger` along the normal.
//
// A step that sticks is exact. In one that slips f is known at both ends, so that with its mean f_m the Kelvin part
// moves by (1 - exp(-dt K_k/C_k)) (f_m/K_k - u_k) and the slip is what is left of the displacement,
//   s_p = ds - (f' - f)/K_m - (u_k' - u_k) - f_m dt/C_m,   loss f_m.s_p,
// whose books close to second order in the step.                                                    (contact-law 11)
// f on i is minus that of the body [N], u_k displacement of the Kelvin part [m]; xi of the history is f/K_m.
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/law/contact/burger_element.hpp"
#include "talus/law/contact/sliding_point.hpp"
#include "talus/law/contact/tangential/friction_coefficients.hpp"

namespace talus {

/// The law, ready to evaluate.
class BurgerShearLaw : BurgerConstants {
 public:
  BurgerShearLaw(const BurgerConstants& c, const FrictionCoefficients& mu)
      : BurgerConstants(c), mu_static_(mu.static_limit()), mu_dynamic_(mu.dynamic_limit()), shared_(c) {}

  /// Makes the step of `dt` [s] that all contacts share; without it each one makes its own.
  void prepare(Real dt) { shared_.prepare(*this, dt); }

  template <class T>
  [[nodiscard]] T stiffest(const ContactPointOf<T>& /*deepest*/, const std::type_identity_t<T>& /*of_normal*/) const {
    return K_m;
  }

  [[nodiscard]] SlidingAnswer evaluate(GrainTangentialHistory& history, const SlidingPoint& point,
                                       const ContactPoint& pair) const {
    BurgerState<Vec3> state{K_m * carried(history.sliding.xi, point.turn), carried(history.creep, point.turn)};
    const Real mu = history.slip() ? mu_dynamic_ : mu_static_;
    const Step step{entered_share(pair) * point.ds, pair.dt, mu * point.load, mu_dynamic_ * point.load};
    SlidingAnswer answer;
    if (pair.overlap <= 0 || step.limit <= 0) {
      answer.sliding_loss = release(state, step);
      history = {};
      history.sliding.slip = pair.overlap > 0;
      return answer;
    }
    answer.sliding_loss = move(state, step, history.sliding);
    history.sliding.xi = state.f / K_m;
    history.creep = state.u_k;
    answer.force = -state.f;
    answer.stored = stored_energy(*this, state);
    answer.viscous_power = lost_power(*this, state);
    return answer;
  }

 private:
  struct Step {
    Vec3 ds;              ///< [m]
    Real dt;              ///< [s]
    Real limit, dynamic;  ///< [N]
  };

  /// Beyond what the trapezium of the power says of this step [J].
  [[nodiscard]] Real release(const BurgerState<Vec3>& state, const Step& step) const {
    return stored_energy(*this, state) + Real(0.5) * (state.f.dot(step.ds) - step.dt * lost_power(*this, state));
  }

  /// Loss of what slips [J].
  Real move(BurgerState<Vec3>& state, const Step& step, SlidingHistory& sliding) const {
    const BurgerState<Vec3> before = state;
    shared_.of(*this, step.dt).advance(state, step.ds);
    const Real size = state.f.norm();
    const bool slides_on = sliding.slip && mu_dynamic_ < mu_static_ && step.ds.dot(before.f) > 0;  // as in hold()
    sliding.slip = size > step.limit || slides_on;
    if (size <= step.limit) return 0;
    state.f *= step.dynamic / size;
    const Vec3 mean = Real(0.5) * (before.f + state.f);
    state.u_k = before.u_k - std::expm1(-step.dt * K_k / C_k) * (mean / K_k - before.u_k);
    const Vec3 slipped = step.ds - (state.f - before.f) / K_m - (state.u_k - before.u_k) - (step.dt / C_m) * mean;
    return mean.dot(slipped);
  }

  Real mu_static_, mu_dynamic_;
  SharedBurgerStep shared_;
};

struct BurgerShear : BurgerConstants, FrictionCoefficients {
  static constexpr std::string_view name = "burger_shear";
  static constexpr std::string_view help = "grains: friction that relaxes and creeps, Kelvin in series with Maxwell";
  static constexpr bool for_solids = false, for_grains = true;
  static constexpr auto options() { return joined(burger_options(), friction_options<BurgerShear>()); }

  [[nodiscard]] Contradiction contradiction() const { return friction_contradiction(*this); }
  [[nodiscard]] bool needs_loading_stiffness() const { return false; }
  [[nodiscard]] BurgerShearLaw law() const { return {*this, *this}; }
};

}  // namespace talus
