// Thermal softening towards the melting point (Johnson and Cook 1983), (material 27).
//   S = 1 - T*^m,  T* = (T - T_r)/(T_m - T_r) kept within [0, 1]
#pragma once

#include <algorithm>
#include <cmath>

#include "talus/core/option.hpp"
#include "talus/law/material/contradiction.hpp"
#include "talus/law/material/polyline.hpp"

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
  [[nodiscard]] MaterialContradiction contradiction() const {
    if (melting_temperature > reference_temperature) return {};
    return {"melting_temperature", "it has to lie above the reference temperature"};
  }

  /// T* [-].
  [[nodiscard]] Real homologous(Real temperature) const {
    return std::clamp((temperature - reference_temperature) / (melting_temperature - reference_temperature), Real(0),
                      Real(1));
  }
  /// S and dS/dT [-, 1/K].
  [[nodiscard]] ValueAndSlope factor(Real temperature) const {
    const Real t = homologous(temperature);
    if (t <= 0) return {1, 0};
    if (t >= 1) return {0, 0};
    const Real loss = std::pow(t, exponent);
    return {1 - loss, -exponent * loss / (temperature - reference_temperature)};
  }
};

}  // namespace talus
