// What a hardening law is asked and what it answers.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/contradiction.hpp"

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
};

}  // namespace talus
