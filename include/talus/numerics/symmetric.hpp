// Symmetric 3x3 tensors as six numbers, and the little algebra that material laws need.
#pragma once

#include <array>

#include "talus/core/types.hpp"

namespace talus {

struct Symmetric {
  Real xx, yy, zz, xy, yz, xz;

  static constexpr Symmetric identity(Real scale = 1) { return {scale, scale, scale, 0, 0, 0}; }

  /// The symmetric part of a full tensor.
  static Symmetric part_of(const Mat3& A) {
    return {A(0, 0), A(1, 1), A(2, 2), 0.5 * (A(0, 1) + A(1, 0)), 0.5 * (A(1, 2) + A(2, 1)), 0.5 * (A(0, 2) + A(2, 0))};
  }
  /// From storage in the order xx yy zz xy yz xz.
  static constexpr Symmetric from(const std::array<Real, 6>& a) { return {a[0], a[1], a[2], a[3], a[4], a[5]}; }

  [[nodiscard]] constexpr std::array<Real, 6> array() const { return {xx, yy, zz, xy, yz, xz}; }
  [[nodiscard]] Mat3 matrix() const {
    Mat3 A;
    A << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    return A;
  }

  [[nodiscard]] constexpr Real trace() const { return xx + yy + zz; }
  [[nodiscard]] constexpr Symmetric deviator() const { return *this + identity(-trace() / 3); }
  [[nodiscard]] constexpr Real determinant() const {
    return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  }
  /// Transposed cofactors: A adj(A) = det(A) I.
  [[nodiscard]] constexpr Symmetric adjugate() const {
    return {yy * zz - yz * yz, xx * zz - xz * xz, xx * yy - xy * xy,
            xz * yz - xy * zz, xy * xz - xx * yz, xy * yz - xz * yy};
  }
  /// A : A.
  [[nodiscard]] constexpr Real squared_norm() const {
    return xx * xx + yy * yy + zz * zz + 2 * (xy * xy + yz * yz + xz * xz);
  }

  friend constexpr Symmetric operator+(const Symmetric& a, const Symmetric& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.yz + b.yz, a.xz + b.xz};
  }
  friend constexpr Symmetric operator*(Real s, const Symmetric& a) {
    return {s * a.xx, s * a.yy, s * a.zz, s * a.xy, s * a.yz, s * a.xz};
  }
};

/// Product of two tensors that share their eigenvectors, hence symmetric: six entries are enough.
constexpr Symmetric commuting_product(const Symmetric& a, const Symmetric& b) {
  return {a.xx * b.xx + a.xy * b.xy + a.xz * b.xz, a.xy * b.xy + a.yy * b.yy + a.yz * b.yz,
          a.xz * b.xz + a.yz * b.yz + a.zz * b.zz, a.xx * b.xy + a.xy * b.yy + a.xz * b.yz,
          a.xy * b.xz + a.yy * b.yz + a.yz * b.zz, a.xx * b.xz + a.xy * b.yz + a.xz * b.zz};
}

/// A S A^T.
inline Symmetric congruence(const Mat3& A, const Symmetric& S) {
  const Mat3 B = A * S.matrix();
  const auto entry = [&](int i, int j) { return B(i, 0) * A(j, 0) + B(i, 1) * A(j, 1) + B(i, 2) * A(j, 2); };
  return {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(1, 2), entry(0, 2)};
}

/// A A^T.
inline Symmetric times_transpose(const Mat3& A) {
  const auto entry = [&](int i, int j) { return A(i, 0) * A(j, 0) + A(i, 1) * A(j, 1) + A(i, 2) * A(j, 2); };
  return {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(1, 2), entry(0, 2)};
}

}  // namespace talus
