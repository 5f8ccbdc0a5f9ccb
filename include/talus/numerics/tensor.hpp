// Measures of deformation gradients and stresses.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/core/types.hpp"
#include "talus/numerics/symmetric.hpp"

namespace talus {

/// det(I + H) - 1 as the sum of H's invariants: keeps every digit of a small H.
inline Real volume_strain(const Mat3& H) {
  const Real minors = H(0, 0) * H(1, 1) - H(0, 1) * H(1, 0) + H(1, 1) * H(2, 2) - H(1, 2) * H(2, 1) +
                      H(0, 0) * H(2, 2) - H(0, 2) * H(2, 0);
  return H.trace() + minors + H.determinant();
}

/// Smallest eigenvalue of a symmetric tensor, by the trigonometric root of its characteristic cubic.
inline Real smallest_eigenvalue(const Symmetric& A) {
  const Symmetric s = A.deviator();
  const Real p = std::sqrt(s.squared_norm() / 6);
  if (!(p > 0)) return A.trace() / 3;
  const Real cosine = std::clamp(s.determinant() / (2 * p * p * p), Real(-1), Real(1));
  return A.trace() / 3 + 2 * p * std::cos((std::acos(cosine) + 2 * std::numbers::pi) / 3);
}

/// Below this size of C - I, Gershgorin's circles bound the eigenvalues of C well enough [-].
inline constexpr Real gershgorin_limit = 0.02;

/// Smallest principal stretch of F [-]: near the identity a lower bound (at most 1 % low), else the value.
/// Every particle asks every step, hence the cheap branch.
inline Real smallest_stretch(const Mat3& F) {
  const Mat3 H = F - Mat3::Identity();
  const Symmetric E = 2.0 * Symmetric::part_of(H) + times_transpose(H.transpose());  // C - I
  const Real xy = std::abs(E.xy), yz = std::abs(E.yz), xz = std::abs(E.xz);
  const Real lowest = std::min({E.xx - xy - xz, E.yy - xy - yz, E.zz - yz - xz});
  const Real highest = std::max({E.xx + xy + xz, E.yy + xy + yz, E.zz + yz + xz});
  if (lowest > -gershgorin_limit && highest < gershgorin_limit) return std::sqrt(1 + lowest);
  return std::sqrt(std::max(Real(0), 1 + smallest_eigenvalue(E)));
}

/// Equivalent stress of von Mises: sqrt(3/2 dev:dev).
inline Real von_mises(const Symmetric& stress) { return std::sqrt(1.5 * stress.deviator().squared_norm()); }
inline Real von_mises(const Mat3& stress) { return von_mises(Symmetric::part_of(stress)); }

/// Cauchy stress from the first Piola-Kirchhoff stress: sigma = P F^T / J.
inline Mat3 cauchy_stress(const Mat3& P, const Mat3& F) { return P * F.transpose() / F.determinant(); }

}  // namespace talus
