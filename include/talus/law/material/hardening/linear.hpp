// Linear isotropic hardening, (material 22).
#pragma once

#include "talus/law/material/hardening/flow_stress.hpp"

namespace talus {

struct Linear {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view help = "yield stress that grows in proportion to the plastic strain";
  static constexpr bool needs_rate = false;
  Real yield{};    ///< [Pa]
  Real modulus{};  ///< slope of the flow stress over the equivalent plastic strain [Pa]

  static constexpr auto options() {
    return OptionTable{
        required("yield", &Linear::yield, dim::pressure, "initial yield stress", positive),
        required("modulus", &Linear::modulus, dim::pressure, "hardening modulus d(sigma_y)/d(eps_p)", non_negative)};
  }

  template <class T = Real>
  [[nodiscard]] FlowStressOf<T> flow_stress(const FlowPointOf<T>& point) const {
    return {yield + modulus * point.plastic_strain, modulus};
  }
};

}  // namespace talus
