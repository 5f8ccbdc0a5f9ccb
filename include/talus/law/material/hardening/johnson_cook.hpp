// Johnson and Cook (1983): strain, rate and temperature in three factors, (material 25-27).
//   sigma_y = (A + B eps_p^n) (1 + C ln(rate/rate_0)) (1 - T*^m)
// Departure: below rate_0 the second factor stays 1, so that slow flow is not weaker than the test that gave A and B.
// The third factor is that of softening/melting.hpp; without a melting temperature it is 1.
#pragma once

#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/law/material/hardening/flow_stress.hpp"
#include "talus/law/material/softening/melting.hpp"
#include "talus/numerics/elementary.hpp"

namespace talus {

struct JohnsonCook {
  static constexpr std::string_view name = "johnson_cook";
  static constexpr std::string_view help = "flow stress over plastic strain, its rate and temperature";
  static constexpr bool needs_rate = true;
  Real yield{};                                 ///< A [Pa]
  Real factor{};                                ///< B [Pa]
  Real exponent{};                              ///< n [-]
  Real rate_factor = 0;                         ///< C [-]
  Real reference_rate = 1;                      ///< rate_0 [1/s]
  std::optional<Real> melting_temperature{};    ///< T_m [K]
  std::optional<Real> reference_temperature{};  ///< T_r [K]
  std::optional<Real> softening_exponent{};     ///< m [-]

  static constexpr auto options() {
    using J = JohnsonCook;
    return OptionTable{
        required("yield", &J::yield, dim::pressure, "A, initial yield stress", positive),
        required("factor", &J::factor, dim::pressure, "B of B eps_p^n", non_negative),
        required("exponent", &J::exponent, dim::none, "n of B eps_p^n", positive),
        optional("rate_factor", &J::rate_factor, dim::none, "C of 1 + C ln(rate/reference_rate)", non_negative),
        optional("reference_rate", &J::reference_rate, dim::rate,
                 "rate up to which the flow stress is that of slow flow", positive),
        optional("melting_temperature", &J::melting_temperature, dim::temperature, "where the flow stress is zero",
                 positive),
        optional("reference_temperature", &J::reference_temperature, dim::temperature,
                 "below it nothing softens; 293.15 K unless given", non_negative),
        optional("softening_exponent", &J::softening_exponent, dim::none, "m of 1 - T*^m; 1 unless given", positive)};
  }
  [[nodiscard]] Contradiction contradiction() const {
    if (melting_temperature) {
      Contradiction wrong = softening().contradiction();
      return wrong;
    }
    if (!reference_temperature && !softening_exponent) return {};
    return {"melting_temperature", "the thermal part 1 - T*^m needs the melting temperature"};
  }

  [[nodiscard]] bool softens() const { return melting_temperature.has_value(); }
  [[nodiscard]] MeltingSoftening softening() const {
    MeltingSoftening s{.melting_temperature = *melting_temperature};
    s.reference_temperature = reference_temperature.value_or(s.reference_temperature);
    s.exponent = softening_exponent.value_or(s.exponent);
    return s;
  }

  /// Up to the reference rate.
  template <class T = Real>
  [[nodiscard]] FlowStressOf<T> slow_flow_stress(const FlowPointOf<T>& point) const {
    const T hardening = factor * power(point.plastic_strain, exponent);
    // At eps_p = 0 the slope is infinite for n < 1; the return's bracket copes with that.
    const T slope = select(hardening > 0, exponent * hardening * inverse(point.plastic_strain), T(slope_at_zero()));
    const FlowStressOf<T> cold{yield + hardening, slope};
    return softens() ? cold.when_warm(softening().factor(point.temperature)) : cold;
  }
  /// What the rate makes of it.
  template <class T>
  [[nodiscard]] ValueAndSlopeOf<T> speed_factor(T rate) const {
    const auto is_fast = rate > reference_rate;
    if (!anywhere(is_fast)) return {1, 0};
    const T fast = select(is_fast, rate, T(reference_rate));
    return {1 + rate_factor * log(fast * (1 / reference_rate)), select(is_fast, rate_factor * inverse(fast), T(0))};
  }
  template <class T = Real>
  [[nodiscard]] FlowStressOf<T> flow_stress(const FlowPointOf<T>& point) const {
    return slow_flow_stress(point).at_speed(speed_factor(point.rate));
  }

 private:
  [[nodiscard]] Real slope_at_zero() const {
    if (factor == 0 || exponent > 1) return 0;
    return exponent < 1 ? infinity : factor;
  }
};

}  // namespace talus
