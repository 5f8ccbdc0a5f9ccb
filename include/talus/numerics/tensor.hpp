// Measures of deformation gradients and stresses.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
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

/// A : B.
template <class T>
inline T contract(const Mat3Of<T>& A, const Mat3Of<T>& B) {
  return A.cwiseProduct(B).sum();
}

/// The cofactors of A: A^T times them is det(A) I.
template <class T>
inline Mat3Of<T> cofactors(const Mat3Of<T>& A) {
  Mat3Of<T> C;
  for (int r = 0; r < 3; ++r) {
    const int a = (r + 1) % 3, b = (r + 2) % 3;
    for (int c = 0; c < 3; ++c) {
      const int d = (c + 1) % 3, e = (c + 2) % 3;
      C(r, c) = A(a, d) * A(b, e) - A(a, e) * A(b, d);
    }
  }
  return C;
}

/// The smallest root of 4 x^3 - 3 x = r for |r| <= 1, which is cos((acos r + 2 pi)/3), without trigonometric functions:
/// smooth in t = sqrt((1 - r)/2), by a polynomial that is exact to 1e-3 t^2, and Newton's method from there.
template <class T>
inline T lowest_cosine(T r) {
  const T t = sqrt(0.5 * (1 - r));
  T x = -0.5 - t * (std::numbers::inv_sqrt3 - t * (0.1111111111111111 - t * (0.0427 - t * 0.0094)));
  for (int step = 0; step < 3; ++step) {  // which leave 1e-6, 1e-12, nothing
    const T slope = 12 * x * x - 3;
    const T change = (x * (4 * x * x - 3) - r) * inverse(max(slope, T(1e-9)));
    x -= select(t > 1e-7, change, T(0));
  }
  return x;
}

/// Smallest eigenvalue of a symmetric tensor, from the roots of its characteristic cubic.
template <class T>
inline T smallest_eigenvalue(const SymmetricOf<T>& A) {
  const SymmetricOf<T> s = A.deviator();
  const T p2 = (1.0 / 6) * s.squared_norm();
  const auto spread = p2 > std::numeric_limits<Real>::min();
  const T inverse_size = inverse_sqrt(select(spread, p2, T(1)));
  const T third = inverse_size * inverse_size * inverse_size;
  const T cosine = max(T(-1), min(T(1), 0.5 * s.determinant() * third));
  return (1.0 / 3) * A.trace() + select(spread, 2 * p2 * inverse_size * lowest_cosine(cosine), T(0));
}

/// Smallest principal stretch of F [-]. The smallest eigenvalue of C lies between the end of Gershgorin's circles and
/// the smallest number on the diagonal: where these are close, the former serves (at most 1 % low), elsewhere the
/// eigenvalue itself. Where the bound is not below `enough`, it will do elsewhere too, and `enough` if it is nowhere:
/// where only the least of many is wanted, that spares most of the work.
template <class Derived, class T = typename Derived::Scalar>
inline T smallest_stretch(const Eigen::MatrixBase<Derived>& F, Real enough = infinity) {
  constexpr Real close = 0.98;  // of squares
  const Mat3Of<T> H = F - Mat3Of<T>::Identity();
  const SymmetricOf<T> E = 2.0 * SymmetricOf<T>::part_of(H) + times_transpose(H.transpose());  // C - I
  const T xy = abs(E.xy), yz = abs(E.yz), xz = abs(E.xz);
  const T lowest = 1 + min(min(E.xx - xy - xz, E.yy - xy - yz), E.zz - yz - xz);
  if (!anywhere(!(lowest >= enough * enough))) return enough;
  const T least = 1 + min(min(E.xx, E.yy), E.zz), bound = sqrt(max(T(0), lowest));
  const auto far = !(lowest >= close * least) && bound < enough;
  if (!anywhere(far)) return bound;
  return select(far, sqrt(max(T(0), 1 + smallest_eigenvalue(E))), bound);
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
