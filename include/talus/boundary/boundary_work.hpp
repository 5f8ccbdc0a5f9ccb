// What a boundary holds and loses, for the energy ledger.
#pragma once

#include "talus/core/types.hpp"

namespace talus {

struct BoundaryWork {
  Real stored = 0;            ///< energy in springs and penetrated walls [J; J/m in 2-D]
  Real dissipated_power = 0;  ///< [W; W/m in 2-D]
};

}  // namespace talus
