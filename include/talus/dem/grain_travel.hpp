// How far grains have gone, also where they leave a periodic box on one side and come back on the other:
//   u = x - X + n L   (dem 14)
// with the origin X, the place x in the box, L its period and n the rounds along each axis, counted where grains are
// put back into the box. n is a whole number, so nothing adds up that rounding could spoil.
#pragma once

#include "talus/body/grain_body.hpp"
#include "talus/numerics/periodic_box.hpp"

namespace talus {

/// Puts grains that have gone over a border back into the box, and counts it.
void wrap(GrainBody& body, const PeriodicBox& box);

/// Displacements are counted from where grains are now.
void begin_travel(GrainBody& body);

/// Of grain i since begin_travel(), or since it came [m].
[[nodiscard]] inline Vec3 displacement(const GrainBody& body, Index i) {
  const Vec3 within = body.grains.position[i].vec() - body.origin[i];
  if (!body.goes_round()) return within;
  const auto& n = body.rounds[i];
  return within + body.period.cwiseProduct(Vec3(n[0], n[1], n[2]));
}

}  // namespace talus
