// Voce (1948): hardening that saturates, (material 23).
//   sigma_y = yield + Q (1 - exp(-b eps_p)) + modulus eps_p
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/law/material/hardening/flow_stress.hpp"
#include "talus/numerics/elementary.hpp"

namespace talus {

struct Voce {
  static constexpr std::string_view name = "voce";
  static constexpr std::string_view help = "hardening that saturates exponentially, with a linear part if wanted";
  static constexpr bool needs_rate = false;
  Real yield{};       ///< at the first flow [Pa]
  Real saturation{};  ///< Q, by how much the flow stress grows in the end; below zero it softens [Pa]
  Real exponent{};    ///< b, over the plastic strain [-]
  Real modulus = 0;   ///< slope that stays after saturation [Pa]

  static constexpr auto options() {
    return OptionTable{
        required("yield", &Voce::yield, dim::pressure, "initial yield stress", positive),
        required("saturation", &Voce::saturation, dim::pressure, "by how much the yield stress grows in the end", any),
        required("exponent", &Voce::exponent, dim::none, "b of 1 - exp(-b eps_p)", positive),
        optional("modulus", &Voce::modulus, dim::pressure, "linear hardening in addition", non_negative)};
  }
  [[nodiscard]] Contradiction contradiction() const {
    if (yield + saturation > 0) return {};
    return {"saturation", "the yield stress must not fall to zero: yield + saturation has to be positive"};
  }

  template <class T = Real>
  [[nodiscard]] FlowStressOf<T> flow_stress(const FlowPointOf<T>& point) const {
    const T missing = saturation * exp(-exponent * point.plastic_strain);
    return {yield + saturation - missing + modulus * point.plastic_strain, exponent * missing + modulus};
  }
};

}  // namespace talus
