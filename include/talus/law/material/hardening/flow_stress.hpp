// What a hardening law answers.
#pragma once

#include "talus/core/catalog.hpp"

namespace talus {

struct FlowStress {
  Real value;  ///< sigma_y [Pa]
  Real slope;  ///< d sigma_y / d eps_p [Pa]
};

}  // namespace talus
