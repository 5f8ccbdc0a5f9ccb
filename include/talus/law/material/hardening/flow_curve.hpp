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
template <class Hardening, class T = Real>
struct PlainCurve {
  const Hardening& law;
  T plastic_strain;

  FlowStressOf<T> operator()(T x) const { return law.flow_stress(FlowPointOf<T>{plastic_strain + x}); }
};

/// What a step of flow is made in, where rate and temperature count.
template <class T>
struct FlowSurroundings {
  const Softenings::Variant* softening = nullptr;  ///< factor on the law, or none
  Real heating = 0;                                ///< chi/(rho c_p): temperature for plastic work [K m^3/J]
  T temperature = 0;                               ///< before the step [K]
  Real dt = 0;                                     ///< [s]
  T trial = 0;                                     ///< equivalent stress before the return [Pa]
  T stiffness = 0;                                 ///< by how much it falls for a plastic strain [Pa]
};

/// The flow stress with rate, softening and the heat of the step itself. What does not follow x is asked for once.
template <class Hardening, class T>
class AdiabaticCurve {
 public:
  AdiabaticCurve(const Hardening& law, T plastic_strain, const FlowSurroundings<T>& in)
      : law_(law), plastic_strain_(plastic_strain), in_(in), start_(slow_at(plastic_strain, in.temperature)) {}

  /// Plastic work of the step, 1/2 (sigma_0 + sigma') x [J/m^3].
  [[nodiscard]] T work(T x) const { return work(x, start_.at_speed(speed(x))).value; }

  FlowStressOf<T> operator()(T x) const {
    const ValueAndSlopeOf<T> speed_now = speed(x);
    const FlowStressOf<T> start = start_.at_speed(speed_now);
    const ValueAndSlopeOf<T> done = in_.heating > 0 ? work(x, start) : ValueAndSlopeOf<T>{0, 0};
    FlowStressOf<T> end = start;
    if (anywhere(x > 0))
      end = slow_at(plastic_strain_ + x, in_.temperature + in_.heating * done.value).at_speed(speed_now);
    if (in_.dt > 0) end.slope += end.rate_slope * (1 / in_.dt);
    end.slope += end.temperature_slope * in_.heating * done.slope;
    return end;
  }

 private:
  /// And its slope over x [Pa].
  [[nodiscard]] ValueAndSlopeOf<T> work(T x, const FlowStressOf<T>& start) const {
    const T sum = start.value + in_.trial - in_.stiffness * x;
    const T growth = (in_.dt > 0 ? start.rate_slope * (1 / in_.dt) : T(0)) - in_.stiffness;
    return {Real(0.5) * sum * x, Real(0.5) * (sum + growth * x)};
  }

  [[nodiscard]] ValueAndSlopeOf<T> speed(T x) const {
    if constexpr (Hardening::needs_rate) {
      if (in_.dt > 0) return law_.speed_factor(T(x * (1 / in_.dt)));
    }
    return {1, 0};
  }

  /// Of slow flow.
  [[nodiscard]] FlowStressOf<T> slow_at(T plastic_strain, T temperature) const {
    const FlowPointOf<T> point{plastic_strain, 0, temperature};
    const FlowStressOf<T> flow = [&] {
      if constexpr (Hardening::needs_rate) return law_.slow_flow_stress(point);
      return law_.flow_stress(point);
    }();
    if (in_.softening == nullptr) return flow;
    return flow.when_warm(std::visit([&](const auto& f) { return f.factor(temperature); }, *in_.softening));
  }

  const Hardening& law_;
  T plastic_strain_;
  const FlowSurroundings<T>& in_;
  FlowStressOf<T> start_;
};

}  // namespace talus
