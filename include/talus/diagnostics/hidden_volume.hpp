// What overlaps of spheres hide of their volume, and those of discs of their area: with each other, and behind a wall.
//
// Discs share the segments of two circles of radius R at depths h: R^2 (theta - sin theta cos theta), where
// sin^2(theta/2) = h/(2 R).
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/core/types.hpp"

namespace talus {

/// Area that a chord cuts off from a circle [m^2], at a depth up to the whole circle [m].
inline Real segment_area(Real R, Real depth) {
  const Real theta = 2 * std::asin(std::sqrt(std::clamp(depth / (2 * R), Real(0), Real(1))));
  return R * R * (theta - std::sin(theta) * std::cos(theta));
}

/// Area that two discs share [m^2].
inline Real shared_area(Real R1, Real R2, Real overlap) {
  if (overlap <= 0) return 0;
  const Real d = R1 + R2 - overlap;
  if (d <= std::abs(R1 - R2)) return std::numbers::pi * std::min(R1, R2) * std::min(R1, R2);
  return segment_area(R1, overlap * (2 * R2 - overlap) / (2 * d)) +
         segment_area(R2, overlap * (2 * R1 - overlap) / (2 * d));
}

/// Volume that two spheres share [m^3]: pi delta^2 (d^2 + 2 d (R1 + R2) - 3 (R1 - R2)^2)/(12 d), d = R1 + R2 - delta.
inline Real shared_volume(Real R1, Real R2, Real overlap) {
  if (overlap <= 0) return 0;
  const Real d = R1 + R2 - overlap;
  const Real difference = R1 - R2;
  if (d <= std::abs(difference)) {  // one inside the other
    const Real r = std::min(R1, R2);
    return Real(4) / 3 * std::numbers::pi * r * r * r;
  }
  return std::numbers::pi * overlap * overlap * (d * (d + 2 * (R1 + R2)) - 3 * difference * difference) / (12 * d);
}

/// Volume of a sphere behind a wall [m^3]: pi delta^2 (R - delta/3), up to the whole sphere.
inline Real volume_behind_wall(Real R, Real overlap) {
  const Real depth = std::clamp(overlap, Real(0), 2 * R);
  return std::numbers::pi * depth * depth * (R - depth / 3);
}

}  // namespace talus
