// Johnson and Cook (1985): damage that grows with plastic strain, (material 37, 38).
//   dD = d(eps_p)/eps_f,   eps_f = (D1 + D2 exp(D3 s*)) (1 + D4 ln(rate/rate_0)) (1 + D5 T*)
// s* mean stress over von Mises stress, T* as in softening/melting.hpp. Departures: the rate factor is 1 below rate_0
// as in johnson_cook; eps_f is never below 1e-6, where strong tension with D1 < 0 would make it negative.
#pragma once

#include <optional>

#include "talus/core/contradiction.hpp"
#include "talus/law/material/failure/failure_point.hpp"
#include "talus/law/material/softening/melting.hpp"
#include "talus/numerics/elementary.hpp"

namespace talus {

struct JohnsonCookDamage {
  static constexpr std::string_view name = "johnson_cook_damage";
  static constexpr std::string_view help = "damage from plastic strain, by triaxiality, rate and temperature";
  Real d1{}, d2{}, d3{};                      ///< [-]
  Real d4 = 0, d5 = 0;                        ///< [-]
  Real reference_rate = 1;                    ///< [1/s]
  std::optional<Real> melting_temperature{};  ///< needed with d5 [K]
  Real reference_temperature = 293.15;        ///< [K]

  static constexpr auto options() {
    using J = JohnsonCookDamage;
    return OptionTable{
        required("d1", &J::d1, dim::none, "D1 of D1 + D2 exp(D3 s*)", any),
        required("d2", &J::d2, dim::none, "D2 of D1 + D2 exp(D3 s*)", any),
        required("d3", &J::d3, dim::none, "D3, below zero where tension makes brittle", any),
        optional("d4", &J::d4, dim::none, "D4 of 1 + D4 ln(rate/reference_rate)", any),
        optional("d5", &J::d5, dim::none, "D5 of 1 + D5 T*", any),
        optional("reference_rate", &J::reference_rate, dim::rate, "rate up to which that factor is 1", positive),
        optional("melting_temperature", &J::melting_temperature, dim::temperature, "where T* is 1", positive),
        optional("reference_temperature", &J::reference_temperature, dim::temperature, "where T* is 0", non_negative)};
  }
  [[nodiscard]] bool needs_temperature() const { return d5 != 0; }
  [[nodiscard]] Contradiction contradiction() const {
    if (melting_temperature) return scale().contradiction();
    if (!needs_temperature()) return {};
    return {"melting_temperature", "the thermal factor 1 + D5 T* needs the melting temperature"};
  }

  /// Plastic strain at failure under constant conditions [-].
  template <class T>
  [[nodiscard]] T failure_strain(const FailurePointOf<T>& at) const {
    constexpr Real smallest = 1e-6;
    const T speed = 1 + d4 * log(max(at.rate * (1 / reference_rate), T(1)));
    const T heat = melting_temperature ? 1 + d5 * scale().homologous(at.temperature) : T(1);
    return max(T(smallest), (d1 + d2 * exp(d3 * at.triaxiality)) * speed * heat);
  }

  template <class T>
  [[nodiscard]] T damage_after(T damage, const FailurePointOf<T>& at) const {
    const auto flows = at.increment > 0;
    return anywhere(flows) ? select(flows, damage + at.increment / failure_strain(at), damage) : damage;
  }

 private:
  [[nodiscard]] MeltingSoftening scale() const {
    return {.melting_temperature = *melting_temperature, .reference_temperature = reference_temperature, .exponent = 1};
  }
};

}  // namespace talus
