// What the machine can do at best, measured on the spot: rates of a program mean something only beside it.
#pragma once

#include "talus/core/types.hpp"

namespace talus {

struct MachineLimits {
  Real bandwidth = 0;  ///< of a[i] = b[i] + s c[i] over arrays far larger than the caches, 24 bytes each [B/s]
  Real flops = 0;      ///< of independent fused multiply-adds in registers, two operations each [1/s]
};

/// Takes half a second with as many threads as parallel loops have now.
[[nodiscard]] MachineLimits measure_machine();

}  // namespace talus
