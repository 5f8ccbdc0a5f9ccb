// What a failure law is asked.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/core/types.hpp"
#include "talus/law/material/contradiction.hpp"

namespace talus {

/// A step of a particle as failure laws see it.
struct FailurePoint {
  const Mat3& F;         ///< deformation gradient at its end [-]
  Real increment = 0;    ///< plastic strain that it added [-]
  Real rate = 0;         ///< of that plastic strain [1/s]
  Real temperature = 0;  ///< at its end; read only where the case gives temperatures [K]
  Real triaxiality = 0;  ///< mean stress over von Mises stress, positive in tension [-]
};

}  // namespace talus
