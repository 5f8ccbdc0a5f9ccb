// Measures of deformation gradients and stresses.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/core/types.hpp"
#include "talus/numerics/symmetric.hpp"

namespace talus {

/// det(I + H) - 1 as the sum of H's invariants: keeps every digit of a small H.
template <class Derived, class T = typename Derived::Scalar>
inline T volume_strain(const Eigen::MatrixBase<Derived>& H_) {
  const Mat3Of<T> H = H_;
  const T minors = H(0, 0) * H(1, 1) - H(0, 1) * H(1, 0) + H(1, 1) * H(2, 2) - H(1, 2) * H(2, 1) + H(0, 0) * H(2, 2) -
                   H(0, 2) * H(2, 0);
  return H.trace() + minors + H.determinant();
}

/// The smallest root of 4 x^3 - 3 x = r for |r| <= 1, which is cos((acos r + 2 pi)/3), without trigonometric functions:
/// smooth in t = sqrt((1 - r)/2), by a polynomial that is exact to 1e-3 t^2, and Newton's method from there.
template <class T>
inline T lowest_cosine(T r) {
  const T t = sqrt(0.5 * (1 - r));
  T x = -0.5 - t * (std::numbers::inv_sqrt3 - t * (0.1111111111111111 - t * (0.0427 - t * 0.0094)));
  for (int step = 0; step < 4; ++step) {
    const T slope = 12 * x * x - 3;
    const T change = (x * (4 * x * x - 3) - r) / max(slope, T(1e-9));
    x -= select(t > 1e-7, change, T(0));
  }
  return x;
}

/// Smallest eigenvalue of a symmetric tensor, from the roots of its characteristic cubic.
template <class T>
inline T smallest_eigenvalue(const SymmetricOf<T>& A) {
  const SymmetricOf<T> s = A.deviator();
  const T p = sqrt(s.squared_norm() / 6);
  const auto spread = p > 0;
  const T size = select(spread, p, T(1));
  const T cosine = max(T(-1), min(T(1), s.determinant() / (2 * size * size * size)));
  return A.trace() / 3 + select(spread, 2 * p * lowest_cosine(cosine), T(0));
}

/// Below this size of C - I, Gershgorin's circles bound the eigenvalues of C well enough [-].
inline constexpr Real gershgorin_limit = 0.02;

/// Smallest principal stretch of F [-]: near the identity a lower bound (at most 1 % low), else the value.
/// Every particle asks every step, hence the cheap branch.
template <class Derived, class T = typename Derived::Scalar>
inline T smallest_stretch(const Eigen::MatrixBase<Derived>& F) {
  const Mat3Of<T> H = F - Mat3Of<T>::Identity();
  const SymmetricOf<T> E = 2.0 * SymmetricOf<T>::part_of(H) + times_transpose(H.transpose());  // C - I
  const T xy = abs(E.xy), yz = abs(E.yz), xz = abs(E.xz);
  T lowest = min(min(E.xx - xy - xz, E.yy - xy - yz), E.zz - yz - xz);
  const T highest = max(max(E.xx + xy + xz, E.yy + xy + yz), E.zz + yz + xz);
  const auto far = !(lowest > -gershgorin_limit && highest < gershgorin_limit);
  if (anywhere(far)) lowest = select(far, smallest_eigenvalue(E), lowest);
  return sqrt(max(T(0), 1 + lowest));
}

/// Equivalent stress of von Mises: sqrt(3/2 dev:dev).
template <class T>
inline T von_mises(const SymmetricOf<T>& stress) {
  return sqrt(1.5 * stress.deviator().squared_norm());
}
inline Real von_mises(const Mat3& stress) { return von_mises(Symmetric::part_of(stress)); }

/// Cauchy stress from the first Piola-Kirchhoff stress: sigma = P F^T / J.
inline Mat3 cauchy_stress(const Mat3& P, const Mat3& F) { return P * F.transpose() / F.determinant(); }

}  // namespace talus
