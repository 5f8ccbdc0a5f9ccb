// What a hardening law is asked and what it answers.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/contradiction.hpp"
#include "talus/law/material/polyline.hpp"

namespace talus {

/// Where a flow stress is asked for.
struct FlowPoint {
  Real plastic_strain;   ///< equivalent plastic strain [-]
  Real rate = 0;         ///< d(plastic_strain)/dt [1/s]
  Real temperature = 0;  ///< [K]; read only by laws for which the case gives temperatures
};

struct FlowStress {
  Real value;                  ///< sigma_y [Pa]
  Real slope;                  ///< d sigma_y / d eps_p [Pa]
  Real rate_slope = 0;         ///< d sigma_y / d rate [Pa s]
  Real temperature_slope = 0;  ///< d sigma_y / dT [Pa/K]

  /// Of flow that knows no rate, with a factor that follows it.
  [[nodiscard]] FlowStress at_speed(const ValueAndSlope& factor) const {
    return {value * factor.value, slope * factor.value, value * factor.slope, temperature_slope * factor.value};
  }
};

}  // namespace talus
