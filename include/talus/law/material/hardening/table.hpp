// Hardening as measured: flow stress at given plastic strains, straight in between, (material 24).
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/law/material/hardening/flow_stress.hpp"
#include "talus/law/material/polyline.hpp"

namespace talus {

struct HardeningTable {
  static constexpr std::string_view name = "table";
  static constexpr std::string_view help = "flow stress at given plastic strains, straight in between";
  static constexpr bool needs_rate = false;
  std::vector<Real> plastic_strain{};  ///< increasing, from 0 [-]
  std::vector<Real> stress{};          ///< flow stress there [Pa]
  Real last_slope = 0;                 ///< beyond the last point [Pa]

  static constexpr auto options() {
    return OptionTable{
        required("plastic_strain", &HardeningTable::plastic_strain, dim::none, "plastic strains, increasing from 0",
                 non_negative),
        required("stress", &HardeningTable::stress, dim::pressure, "flow stress at each of them", positive),
        optional("last_slope", &HardeningTable::last_slope, dim::pressure, "slope beyond the last point",
                 non_negative)};
  }
  [[nodiscard]] Contradiction contradiction() const {
    auto wrong = polyline_contradiction("plastic_strain", plastic_strain, "stress", stress, false);
    if (wrong.found() || plastic_strain.front() == 0) return wrong;
    return {"plastic_strain/0", "the first point is the yield stress: its plastic strain has to be 0"};
  }

  template <class T = Real>
  [[nodiscard]] FlowStressOf<T> flow_stress(const FlowPointOf<T>& point) const {
    const auto [value, slope] = on_polyline(plastic_strain, stress, last_slope, point.plastic_strain);
    return {value, slope};
  }
};

}  // namespace talus
