// Temperature of a solid that keeps its heat: no conduction, T = T_0 + heat/(rho c_p), (material 31).
#pragma once

#include "talus/core/option.hpp"

namespace talus {

struct Thermal {
  Real initial_temperature{};  ///< T_0 [K]
  Real specific_heat{};        ///< c_p [J/(kg K)]
  Real taylor_quinney = 0.9;   ///< chi, the part of plastic work that becomes heat [-]

  static constexpr auto options() {
    constexpr Dimension per_mass_and_kelvin{2, 0, -2, -1};
    return OptionTable{
        required("initial_temperature", &Thermal::initial_temperature, dim::temperature, "at the start", positive),
        required("specific_heat", &Thermal::specific_heat, per_mass_and_kelvin, "heat for a kelvin and a kilogram",
                 positive),
        optional("taylor_quinney", &Thermal::taylor_quinney, dim::none, "part of plastic work that becomes heat",
                 between(0, 1))};
  }

  /// After `heat` [J/m^3] per reference volume, at the reference density [K].
  template <class T>
  [[nodiscard]] T temperature(Real density, T heat) const {
    return initial_temperature + heat / (density * specific_heat);
  }
};

}  // namespace talus
