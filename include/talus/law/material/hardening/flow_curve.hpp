// The flow stress that a step of flow meets in its end, as a function of the plastic strain x that it adds.
//
// Without temperature and rate that is sigma_y(eps_p + x). With them, (material 29, 30),
//   rate = x/dt,   T' = T + chi/(2 rho c_p) (sigma_0 + sigma') x,   sigma_0 = sigma_y(eps_p, rate, T):
// the heat of the step is the trapezium of the flow stress at its ends, both at the rate of the step, which makes the
// adiabatic curve second order in x. Departure from the textbook: for sigma' stands trial - stiffness x, which the
// return makes equal to it, so that T' is explicit in x and one equation in one unknown is left.
#pragma once

#include "talus/law/material/hardening/flow_stress.hpp"
#include "talus/law/material/softening/catalog.hpp"

namespace talus {

/// sigma_y(eps_p + x) of a law that knows neither rate nor temperature.
template <class Hardening>
struct PlainCurve {
  const Hardening& law;
  Real plastic_strain;

  FlowStress operator()(Real x) const { return law.flow_stress({plastic_strain + x}); }
};

/// What a step of flow is made in, where rate and temperature count.
struct FlowSurroundings {
  const Softenings::Variant* softening = nullptr;  ///< factor on the law, or none
  Real heating = 0;                                ///< chi/(rho c_p): temperature for plastic work [K m^3/J]
  Real temperature = 0;                            ///< before the step [K]
  Real dt = 0;                                     ///< [s]
  Real trial = 0;                                  ///< equivalent stress before the return [Pa]
  Real stiffness = 0;                              ///< by how much it falls for a plastic strain [Pa]
};

/// The flow stress with rate, softening and the heat of the step itself.
template <class Hardening>
struct AdiabaticCurve {
  const Hardening& law;
  Real plastic_strain;
  const FlowSurroundings& in;

  /// Plastic work of the step, 1/2 (sigma_0 + sigma') x, and its slope over x [J/m^3, Pa].
  [[nodiscard]] ValueAndSlope work(Real x) const {
    const FlowStress start = at({plastic_strain, rate(x), in.temperature});
    const Real sum = start.value + in.trial - in.stiffness * x;
    const Real growth = (in.dt > 0 ? start.rate_slope / in.dt : 0) - in.stiffness;
    return {Real(0.5) * sum * x, Real(0.5) * (sum + growth * x)};
  }

  FlowStress operator()(Real x) const {
    const ValueAndSlope done = in.heating > 0 ? work(x) : ValueAndSlope{0, 0};
    FlowStress end = at({plastic_strain + x, rate(x), in.temperature + in.heating * done.value});
    if (in.dt > 0) end.slope += end.rate_slope / in.dt;
    end.slope += end.temperature_slope * in.heating * done.slope;
    return end;
  }

 private:
  [[nodiscard]] Real rate(Real x) const { return in.dt > 0 ? x / in.dt : 0; }

  [[nodiscard]] FlowStress at(const FlowPoint& point) const {
    FlowStress flow = law.flow_stress(point);
    if (in.softening == nullptr) return flow;
    const auto [s, s_slope] = std::visit([&](const auto& f) { return f.factor(point.temperature); }, *in.softening);
    if (s <= 0) return {0, 0, 0, 0};
    return {flow.value * s, flow.slope * s, flow.rate_slope * s, flow.temperature_slope * s + flow.value * s_slope};
  }
};

}  // namespace talus
