// The hardening laws. Each has `FlowStressOf<T> flow_stress(const FlowPointOf<T>&) const`, for a number or a pack, and
// `needs_rate` when that depends on more than the plastic strain: it is then slow_flow_stress(point), of plastic strain
// and temperature, times speed_factor(rate).
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/hardening/johnson_cook.hpp"
#include "talus/law/material/hardening/linear.hpp"
#include "talus/law/material/hardening/perfect.hpp"
#include "talus/law/material/hardening/table.hpp"
#include "talus/law/material/hardening/voce.hpp"

namespace talus {

struct Hardenings : Catalog<Perfect, Linear, Voce, JohnsonCook, HardeningTable> {
  static constexpr std::string_view family = "hardening";
};

}  // namespace talus
