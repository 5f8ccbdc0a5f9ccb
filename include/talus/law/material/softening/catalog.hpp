// Factors on the flow stress that depend on temperature. Each has `ValueAndSlopeOf<T> factor(T temperature) const`.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/law/material/softening/melting.hpp"
#include "talus/law/material/softening/table.hpp"

namespace talus {

struct Softenings : Catalog<MeltingSoftening, SofteningTable> {
  static constexpr std::string_view family = "softening";
};

}  // namespace talus
