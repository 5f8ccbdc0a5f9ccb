// The scalar part of a von Mises return, for any hardening law, and what the particle remembers of it.
#pragma once

#include <cmath>

#include "talus/law/material/hardening/catalog.hpp"
#include "talus/law/material/response.hpp"
#include "talus/numerics/symmetric.hpp"

namespace talus {

/// Plastic flow of one step.
struct PlasticStep {
  Real increment;     ///< of the equivalent plastic strain; 0 on the elastic branch [-]
  Real yield_stress;  ///< flow stress after the step [Pa]
};

/// Solves  trial - stiffness x = sigma_y(eps_p + x)  for the increment x >= 0, (material 14): Newton's method kept in
/// the bracket [0, trial/stiffness], at whose ends the residual has opposite signs. Linear laws take one step.
template <class Hardening>
PlasticStep solve_return(const Hardening& law, Real trial, Real stiffness, Real plastic_strain) {
  constexpr int most_steps = 60;     // bisection alone would be at round-off by then
  constexpr Real converged = 1e-13;  // residual over trial stress
  FlowStress flow = law.flow_stress(plastic_strain);
  if (trial <= flow.value) return {0, flow.value};
  Real low = 0, high = trial / stiffness, x = 0;
  for (int step = 0; step < most_steps; ++step) {
    const Real residual = trial - stiffness * x - flow.value;
    if (std::abs(residual) <= converged * trial) break;
    (residual > 0 ? low : high) = x;
    x += residual / (stiffness + flow.slope);
    if (!(x > low && x < high)) x = 0.5 * (low + high);
    flow = law.flow_stress(plastic_strain + x);
  }
  return {x, flow.value};
}

/// The same for the hardening law that a case has chosen. The choice costs one predictable jump per particle.
inline PlasticStep radial_return(const Chosen<Hardenings>& hardening, Real trial, Real stiffness, Real plastic_strain) {
  return std::visit([&](const auto& law) { return solve_return(law, trial, stiffness, plastic_strain); },
                    hardening.entry);
}

/// Books the flow: C_p^-1 = J^(2/3) F^-1 b_e F^-T for the relaxed b_e, (material 15). Scaling to determinant one serves
/// for the factor J^(2/3), and keeps truncated series and round-off from letting volume creep into the plastic strain.
inline void store_flow(MaterialState& state, const Mat3& F, const Symmetric& b_elastic, Real increment) {
  const Symmetric cp_inverse = congruence(F.inverse(), b_elastic);
  state.cp_inverse = ((1 / std::cbrt(cp_inverse.determinant())) * cp_inverse).array();
  state.plastic_strain += increment;
}

}  // namespace talus
