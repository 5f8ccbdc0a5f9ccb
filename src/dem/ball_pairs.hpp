// How two balls (or discs) lie to each other, with one answer for both of them whatever round-off does.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "talus/geometry/grains/grain_template.hpp"

namespace talus {

/// Balls that overlap, or stick out of one another, by less than this part of their radii only touch. It keeps lenses
/// that round-off makes up, 1e-8 of a radius wide, out of the sums; what is lost is at most this part of a volume.
inline constexpr Real touching = 1e-12;

inline bool apart(Real a, Real b, Real distance) { return distance >= (a + b) * (1 - touching); }
inline bool nested(Real a, Real b, Real distance) { return distance <= std::abs(a - b) + touching * (a + b); }

/// Of two nested balls the one inside; of two equal ones the later.
inline std::size_t inner_one(std::span<const Ball> balls, std::size_t i, std::size_t j) {
  if (balls[i].radius != balls[j].radius) return balls[i].radius < balls[j].radius ? i : j;
  return i < j ? j : i;
}

/// The circle (in 2-D the two points) that two surfaces share.
struct Lens {
  Real distance = 0;  ///< of its plane from the centre of the first, towards the second; may be negative [m]
  Real rim = 0;       ///< its radius: the same to the last bit from both sides [m]
};

/// Of balls of radii a and b that are neither apart nor nested.
inline Lens lens_of(Real a, Real b, Real distance) {
  const Real sum = a + b, difference = a - b;
  const Real product = (sum - distance) * (sum + distance) * ((distance - difference) * (distance + difference));
  return {(distance + sum * difference / distance) / 2, std::sqrt(std::max(Real(0), product)) / (2 * distance)};
}

}  // namespace talus
