// Volume and moments of the union of overlapping balls or discs: what overlaps counts once (dem 7)-(dem 10).
//
// Discs: exact, by Green's theorem over the arcs of the outline.
// Balls: balls that overlap no other, and pairs that overlap no third, in closed form (a pair is two balls cut by one
// plane). Larger clusters are cut into slices, which are unions of discs, and integrated over z by Gauss-Legendre
// between the heights where the outline of a slice changes its make-up. There the moments behave like roots of the
// distance, so each interval is mapped by z = mid - half cos(theta) and halved until both halves agree with the whole:
// about 1e-12.
#pragma once

#include <span>

#include "talus/geometry/grains/grain_template.hpp"

namespace talus {

/// Integrals over a body about the origin of the axes in use; in 2-D over an area, those with z are 0.
struct VolumeMoments {
  Real volume = 0;             ///< integral of 1 [m^3; m^2]
  Vec3 first = Vec3::Zero();   ///< of x [m^4; m^3]
  Mat3 second = Mat3::Zero();  ///< of x x^T [m^5; m^4]

  VolumeMoments& operator+=(const VolumeMoments& other);
  VolumeMoments& operator-=(const VolumeMoments& other);
};

/// Union of discs in the plane z = 0; the z of their centres is not looked at.
[[nodiscard]] VolumeMoments disc_union(std::span<const Ball> discs);

/// Union of balls.
[[nodiscard]] VolumeMoments ball_union(std::span<const Ball> balls);

/// The same by slices alone, for any arrangement. Public so that both ways can be held against each other.
[[nodiscard]] VolumeMoments sliced_union(std::span<const Ball> balls);

}  // namespace talus
