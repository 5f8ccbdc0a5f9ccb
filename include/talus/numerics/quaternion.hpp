// Orientation of a rigid body.
#pragma once

#include <cmath>

#include "talus/core/types.hpp"

namespace talus {

/// Unit quaternion; q * X turns X from the axes of the body to those of space.
using Quaternion = Eigen::Quaternion<Real>;

/// Brings a quaternion that round-off moved off unit length back onto it: one Newton step of |q| = 1, without a root.
/// The direction of the four numbers stays, so the rotation they stand for does.
inline void renormalise(Quaternion& q) { q.coeffs() *= 1.5 - 0.5 * q.squaredNorm(); }

/// The turn cay(a) = (1 - [a]x/2)^-1 (1 + [a]x/2): about a, by 2 atan(|a|/2).
inline Quaternion cayley_turn(const Vec3& a) {
  const Real scale = 1 / std::sqrt(1 + a.squaredNorm() / 4);
  const Vec3 axis = scale / 2 * a;
  return {scale, axis.x(), axis.y(), axis.z()};
}

/// The turn exp([a]x): about a, by |a| [rad].
inline Quaternion exponential_turn(const Vec3& a) {
  constexpr Real small = 1.0 / 16;  // below, the power series are exact to round-off
  const Real h2 = a.squaredNorm() / 4;
  Real cosine, sine_ratio;  // of the half angle h, and over it
  if (h2 < small) {
    // Each term over the one before; in constants, as a division costs more than all the rest.
    const auto over = [h2](Real n) { return h2 * (1 / n); };
    cosine = 1 - over(2) * (1 - over(12) * (1 - over(30) * (1 - over(56) * (1 - over(90) * (1 - over(132))))));
    sine_ratio = 1 - over(6) * (1 - over(20) * (1 - over(42) * (1 - over(72) * (1 - over(110) * (1 - over(156))))));
  } else {
    const Real half = std::sqrt(h2);
    cosine = std::cos(half);
    sine_ratio = std::sin(half) / half;
  }
  const Vec3 axis = sine_ratio / 2 * a;
  return {cosine, axis.x(), axis.y(), axis.z()};
}

/// Axis times angle [rad] of a turn, the shorter way round: at most pi.
inline Vec3 rotation_vector(const Quaternion& q) {
  const Real sine = q.vec().norm();
  if (sine == 0) return Vec3::Zero();
  return 2 * std::atan2(sine, std::abs(q.w())) / (q.w() < 0 ? -sine : sine) * q.vec();
}

}  // namespace talus
