// Brakes grains against the space, for settling and quasi-static loading (dem 13): v' = -rate D v, omega' = -rate
// omega. Both halves of a step take their exact solution, around all other forces: second order with them, stable for
// any rate, and what is lost is known to round-off.
#pragma once

#include "talus/body/grain_body.hpp"

namespace talus {

struct GrainBrake {
  Mat3 projector = Mat3::Identity();  ///< D: n n^T along a direction n, or the unit tensor [-]
  bool spins = true;                  ///< what brakes all directions brakes spins as well
  Real rate = 0;                      ///< [1/s]

  /// In a longer step a grain would not come as far as it should: at this length it is wrong by 1/24 [s].
  [[nodiscard]] Real time_limit() const { return 1 / rate; }
};

/// Energy that grains have lost [J].
struct BrakeLoss {
  Real kinetic = 0, rotational = 0;
};

/// Brakes for `dt` [s]. Nobody brakes what is held.
[[nodiscard]] BrakeLoss brake(GrainBody& body, const GrainBrake& by, Real dt);

}  // namespace talus
