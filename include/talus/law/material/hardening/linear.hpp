// Linear isotropic hardening, (material 22).
#pragma once

#include "talus/law/material/hardening/flow_stress.hpp"

namespace talus {

struct Linear {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view help = "yield stress that grows in proportion to the plastic strain";
  Real yield{};    ///< [Pa]
  Real modulus{};  ///< slope of the flow stress over the equivalent plastic strain [Pa]

  static constexpr auto options() {
    return std::tuple{
        required("yield", &Linear::yield, dim::pressure, "initial yield stress", positive),
        required("modulus", &Linear::modulus, dim::pressure, "hardening modulus d(sigma_y)/d(eps_p)", non_negative)};
  }

  [[nodiscard]] FlowStress flow_stress(Real plastic_strain) const {
    return {yield + modulus * plastic_strain, modulus};
  }
};

}  // namespace talus
