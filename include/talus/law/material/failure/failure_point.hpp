// What a failure law is asked.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/core/contradiction.hpp"
#include "talus/numerics/pack_lanes.hpp"

namespace talus {

/// A step of a particle as failure laws see it.
template <class T>
struct FailurePointOf {
  const Mat3Of<T>& F;  ///< deformation gradient at its end [-]
  T increment = 0;     ///< plastic strain that it added [-]
  T rate = 0;          ///< of that plastic strain [1/s]
  T temperature = 0;   ///< at its end; read only where the case gives temperatures [K]
  T triaxiality = 0;   ///< mean stress over von Mises stress, positive in tension [-]
};

}  // namespace talus
