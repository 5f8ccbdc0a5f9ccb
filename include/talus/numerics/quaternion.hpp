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
  constexpr Real small = 1e-4;  // below, sin(h)/h = 1 - h^2/6 to round-off
  const Real half = a.norm() / 2;
  const Real sine_ratio = half < small ? 1 - half * half / 6 : std::sin(half) / half;
  const Vec3 axis = sine_ratio / 2 * a;
  return {std::cos(half), axis.x(), axis.y(), axis.z()};
}

/// Axis times angle [rad] of a turn, the shorter way round: at most pi.
inline Vec3 rotation_vector(const Quaternion& q) {
  const Eigen::AngleAxis<Real> turn(q);
  return turn.angle() * turn.axis();
}

}  // namespace talus
