// Perfect plasticity: the flow stress does not change, (material 21).
#pragma once

#include "talus/law/material/hardening/flow_stress.hpp"

namespace talus {

struct Perfect {
  static constexpr std::string_view name = "perfect";
  static constexpr std::string_view help = "constant yield stress";
  static constexpr bool needs_rate = false;
  Real yield{};  ///< [Pa]

  static constexpr auto options() {
    return OptionTable{required("yield", &Perfect::yield, dim::pressure, "yield stress", positive)};
  }

  template <class T = Real>
  [[nodiscard]] FlowStressOf<T> flow_stress(const FlowPointOf<T>& /*point*/) const {
    return {yield, 0};
  }
};

}  // namespace talus
