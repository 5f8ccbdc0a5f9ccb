// What a hardening law is asked and what it answers.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/core/contradiction.hpp"
#include "talus/law/material/polyline.hpp"

namespace talus {

/// Where a flow stress is asked for.
template <class T>
struct FlowPointOf {
  T plastic_strain;   ///< equivalent plastic strain [-]
  T rate = 0;         ///< d(plastic_strain)/dt [1/s]
  T temperature = 0;  ///< [K]; read only by laws for which the case gives temperatures
};
using FlowPoint = FlowPointOf<Real>;

template <class T>
struct FlowStressOf {
  T value;                  ///< sigma_y [Pa]
  T slope;                  ///< d sigma_y / d eps_p [Pa]
  T rate_slope = 0;         ///< d sigma_y / d rate [Pa s]
  T temperature_slope = 0;  ///< d sigma_y / dT [Pa/K]

  /// Of flow that knows no rate, with a factor that follows it.
  [[nodiscard]] FlowStressOf at_speed(const ValueAndSlopeOf<T>& factor) const {
    return {value * factor.value, slope * factor.value, value * factor.slope, temperature_slope * factor.value};
  }
  /// Of the same, with a factor that follows the temperature; where that is zero, nothing is left.
  [[nodiscard]] FlowStressOf when_warm(const ValueAndSlopeOf<T>& factor) const {
    const auto is_solid = factor.value > 0;
    const auto left = [&](T a) { return select(is_solid, a, T(0)); };
    return {left(value * factor.value), left(slope * factor.value), 0,
            left(temperature_slope * factor.value + value * factor.slope)};
  }
};
using FlowStress = FlowStressOf<Real>;

}  // namespace talus
