// The hardening laws. Each has `FlowStress flow_stress(Real plastic_strain) const`.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/hardening/linear.hpp"
#include "talus/law/material/hardening/perfect.hpp"

namespace talus {

struct Hardenings : Catalog<Perfect, Linear> {
  static constexpr std::string_view family = "hardening";
};

}  // namespace talus
