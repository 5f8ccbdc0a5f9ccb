// The scalar part of a von Mises return, for any hardening law, and what the particle remembers of it.
#pragma once

#include <cmath>

#include "talus/law/material/hardening/flow_curve.hpp"
#include "talus/law/material/metal_constants.hpp"
#include "talus/numerics/symmetric.hpp"

namespace talus {

/// Plastic flow of one step.
template <class T>
struct PlasticStepOf {
  T increment;         ///< of the equivalent plastic strain; 0 on the elastic branch [-]
  T yield_stress;      ///< flow stress after the step [Pa]
  T heat = 0;          ///< that the step leaves in the material, per reference volume [J/m^3]
  T yield_before = 0;  ///< flow stress before it, where it follows from the plastic strain alone [Pa]
};
using PlasticStep = PlasticStepOf<Real>;

/// Solves  trial - stiffness x = sigma_y(x)  for the increment x >= 0, (material 14): Newton's method kept in
/// the bracket [0, trial/stiffness], at whose ends the residual has opposite signs. Linear laws take one step. Where it
/// leaves the bracket, ln x is tried as the unknown, over which a flow stress that follows the logarithm of the rate is
/// a line, and then the middle.
/// `flow_stress` is a curve of flow_curve.hpp.
template <class Curve, class T>
PlasticStepOf<T> solve_return(const Curve& flow_stress, T trial, T stiffness) {
  constexpr int most_steps = 60;     // bisection alone would be at round-off by then
  constexpr Real converged = 1e-13;  // residual over trial stress
  FlowStressOf<T> flow = flow_stress(T(0));
  auto goes_on = trial > flow.value;
  if (!anywhere(goes_on)) return {0, flow.value};
  T low = 0, high = trial * inverse(stiffness), x = 0;
  for (int step = 0; step < most_steps; ++step) {
    const T residual = trial - stiffness * x - flow.value;
    goes_on = goes_on && abs(residual) > converged * trial;
    if (!anywhere(goes_on)) break;
    low = select(residual > 0, x, low);
    high = select(residual > 0, high, x);
    const T slope = stiffness + flow.slope, newton = x + residual * inverse(slope);
    const auto is_inside = [&](T a) { return a > low && a < high; };
    T next = newton;
    if (const auto leaves = goes_on && !is_inside(newton); anywhere(leaves)) {
      const T by_ratio = x * exp(residual * inverse(x * slope));
      next = select(leaves, select(is_inside(by_ratio), by_ratio, 0.5 * (low + high)), newton);
    }
    x = select(goes_on, next, x);
    flow = flow_stress(x);
  }
  return {x, flow.value};
}

/// The same where rate or temperature count.
template <class Hardening, class T>
PlasticStepOf<T> adiabatic_return(const MetalConstants& metal, const Hardening& law, T trial, T stiffness,
                                  const MaterialStateOf<T>& state, Real dt, T supplied) {
  const FlowSurroundings<T> in{
      .softening = metal.softening ? &metal.softening->entry : nullptr,
      .heating = metal.thermal ? metal.thermal->taylor_quinney / (metal.density * metal.thermal->specific_heat) : 0,
      .temperature = metal.temperature(state, supplied),
      .dt = dt,
      .trial = trial,
      .stiffness = stiffness};
  const AdiabaticCurve<Hardening, T> curve(law, state.plastic_strain, in);
  // Flow takes time where its rate counts: an answer in none of it, between two steps, leaves the stress above that of
  // slow flow where it is.
  if (Hardening::needs_rate && !(dt > 0)) return {0, max(trial, curve(0).value)};
  PlasticStepOf<T> step = solve_return(curve, trial, stiffness);
  if (metal.thermal && anywhere(step.increment > 0))
    step.heat = metal.thermal->taylor_quinney * curve.work(step.increment);
  return step;
}

/// The return for the hardening law that a case has chosen.
template <class T>
PlasticStepOf<T> radial_return(const MetalConstants& metal, T trial, T stiffness, const MaterialStateOf<T>& state,
                               Real dt, T supplied) {
  return std::visit(
      [&]<class Hardening>(const Hardening& law) {
        if (Hardening::needs_rate || metal.thermal) {
          return adiabatic_return(metal, law, trial, stiffness, state, dt, supplied);
        }
        return solve_return(PlainCurve<Hardening, T>{law, state.plastic_strain}, trial, stiffness);
      },
      metal.hardening.entry);
}

/// The same for a flow stress that is a line over the plastic strain, whose root is closed.
template <class T>
PlasticStepOf<T> return_to_line(T yield, Real slope, T trial, T stiffness) {
  const T increment = select(trial > yield, (trial - yield) * inverse(stiffness + slope), T(0));
  return {increment, yield + slope * increment, 0, yield};
}

/// The return of a plain metal. The choice costs one predictable jump per particle.
template <class T>
PlasticStepOf<T> plain_return(const MetalConstants& metal, T trial, T stiffness, const MaterialStateOf<T>& state) {
  if (const auto* line = std::get_if<Linear>(&metal.hardening.entry)) {
    return return_to_line<T>(line->yield + line->modulus * state.plastic_strain, line->modulus, trial, stiffness);
  }
  return return_to_line<T>(std::get_if<Perfect>(&metal.hardening.entry)->yield, 0, trial, stiffness);
}

/// One or the other.
template <bool plain, class T>
PlasticStepOf<T> returned(const MetalConstants& metal, T trial, T stiffness, const MaterialStateOf<T>& state, Real dt,
                          T supplied) {
  if constexpr (plain)
    return plain_return(metal, trial, stiffness, state);
  else
    return radial_return(metal, trial, stiffness, state, dt, supplied);
}

/// Books the flow of particles that yield: C_p^-1 = J^(2/3) F^-1 b_e F^-T for the relaxed b_e, (material 15). That it
/// is scaled to determinant one keeps truncated series and round-off, which are all that is missing, from letting
/// volume creep into the plastic strain.
template <class T>
void store_flow(MaterialStateOf<T>& state, const Mat3Of<T>& F, T log_j, const SymmetricOf<T>& b_elastic,
                const PlasticStepOf<T>& step, ConditionOf<T> yields) {
  const Mat3Of<T> cofactor = cofactors(F);
  const T J = F(0, 0) * cofactor(0, 0) + F(0, 1) * cofactor(0, 1) + F(0, 2) * cofactor(0, 2);
  const Mat3Of<T> F_inverse = inverse(J) * cofactor.transpose();
  const SymmetricOf<T> cp_inverse = (1 + exp_minus_one((2.0 / 3) * log_j)) * congruence(F_inverse, b_elastic);
  const T excess = cp_inverse.determinant() - 1;
  const SymmetricOf<T> relaxed = (1 - excess * (1.0 / 3 - excess * (2.0 / 9))) * cp_inverse;
  state.cp_inverse = select(yields, relaxed, SymmetricOf<T>::from(state.cp_inverse)).array();
  state.plastic_strain = select(yields, state.plastic_strain + step.increment, state.plastic_strain);
  state.heat = select(yields, state.heat + step.heat, state.heat);
}

}  // namespace talus
