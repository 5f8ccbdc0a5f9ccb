// Thermal softening towards the melting point (Johnson and Cook 1983), (material 27).
//   S = 1 - T*^m,  T* = (T - T_r)/(T_m - T_r) kept within [0, 1]
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/core/option.hpp"
#include "talus/law/material/polyline.hpp"
#include "talus/numerics/elementary.hpp"

namespace talus {

struct MeltingSoftening {
  static constexpr std::string_view name = "melting";
  static constexpr std::string_view help = "flow stress that falls to zero at the melting temperature";
  Real melting_temperature{};           ///< T_m [K]
  Real reference_temperature = 293.15;  ///< T_r, below which nothing softens [K]
  Real exponent = 1;                    ///< m [-]

  static constexpr auto options() {
    return OptionTable{required("melting_temperature", &MeltingSoftening::melting_temperature, dim::temperature,
                                "where the flow stress is zero", positive),
                       optional("reference_temperature", &MeltingSoftening::reference_temperature, dim::temperature,
                                "below it nothing softens", non_negative),
                       optional("exponent", &MeltingSoftening::exponent, dim::none, "m of 1 - T*^m", positive)};
  }
  [[nodiscard]] Contradiction contradiction() const {
    if (melting_temperature > reference_temperature) return {};
    return {"melting_temperature", "it has to lie above the reference temperature"};
  }

  /// T* [-].
  template <class T>
  [[nodiscard]] T homologous(T temperature) const {
    const Real range = melting_temperature - reference_temperature;
    return max(T(0), min(T(1), (temperature - reference_temperature) * (1 / range)));
  }
  /// S and dS/dT [-, 1/K].
  template <class T>
  [[nodiscard]] ValueAndSlopeOf<T> factor(T temperature) const {
    const T t = homologous(temperature), loss = power(t, exponent);
    const auto softens = t > 0 && t < 1;
    return {1 - loss, select(softens, -exponent * loss * inverse(temperature - reference_temperature), T(0))};
  }
};

}  // namespace talus
