// Symmetric 3x3 tensors as six numbers, and the little algebra that material laws need.
#pragma once

#include <array>

#include "talus/numerics/pack_lanes.hpp"

namespace talus {

/// Of numbers or of packs.
template <class T>
struct SymmetricOf {
  T xx, yy, zz, xy, yz, xz;

  static constexpr SymmetricOf identity(T scale = T(1)) { return {scale, scale, scale, T(0), T(0), T(0)}; }

  /// The symmetric part of a full tensor.
  static SymmetricOf part_of(const Mat3Of<T>& A) {
    return {A(0, 0), A(1, 1), A(2, 2), 0.5 * (A(0, 1) + A(1, 0)), 0.5 * (A(1, 2) + A(2, 1)), 0.5 * (A(0, 2) + A(2, 0))};
  }
  /// From storage in the order xx yy zz xy yz xz.
  static constexpr SymmetricOf from(const std::array<T, 6>& a) { return {a[0], a[1], a[2], a[3], a[4], a[5]}; }

  [[nodiscard]] constexpr std::array<T, 6> array() const { return {xx, yy, zz, xy, yz, xz}; }
  [[nodiscard]] Mat3Of<T> matrix() const {
    Mat3Of<T> A;
    A << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    return A;
  }

  [[nodiscard]] constexpr T trace() const { return xx + yy + zz; }
  [[nodiscard]] constexpr SymmetricOf deviator() const { return *this + identity((-1.0 / 3) * trace()); }
  [[nodiscard]] constexpr T determinant() const {
    return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  }
  /// A : A.
  [[nodiscard]] constexpr T squared_norm() const {
    return xx * xx + yy * yy + zz * zz + 2 * (xy * xy + yz * yz + xz * xz);
  }

  friend constexpr SymmetricOf operator+(const SymmetricOf& a, const SymmetricOf& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.yz + b.yz, a.xz + b.xz};
  }
  friend constexpr SymmetricOf operator*(T s, const SymmetricOf& a) {
    return {s * a.xx, s * a.yy, s * a.zz, s * a.xy, s * a.yz, s * a.xz};
  }
};

using Symmetric = SymmetricOf<Real>;

inline Symmetric lane(const Symmetric& A, int /*l*/) { return A; }
inline void set_lane(Symmetric& A, int /*l*/, const Symmetric& value) { A = value; }
inline Symmetric lane(const SymmetricOf<Pack>& A, int l) {
  return {A.xx[l], A.yy[l], A.zz[l], A.xy[l], A.yz[l], A.xz[l]};
}
inline void set_lane(SymmetricOf<Pack>& A, int l, const Symmetric& value) {
  A.xx.set(l, value.xx), A.yy.set(l, value.yy), A.zz.set(l, value.zz);
  A.xy.set(l, value.xy), A.yz.set(l, value.yz), A.xz.set(l, value.xz);
}
/// a where the condition holds, b elsewhere.
template <class Condition, class T>
SymmetricOf<T> select(Condition condition, const SymmetricOf<T>& a, const SymmetricOf<T>& b) {
  return {select(condition, a.xx, b.xx), select(condition, a.yy, b.yy), select(condition, a.zz, b.zz),
          select(condition, a.xy, b.xy), select(condition, a.yz, b.yz), select(condition, a.xz, b.xz)};
}

/// Product of two tensors that share their eigenvectors, hence symmetric: six entries are enough.
template <class T>
constexpr SymmetricOf<T> commuting_product(const SymmetricOf<T>& a, const SymmetricOf<T>& b) {
  return {a.xx * b.xx + a.xy * b.xy + a.xz * b.xz, a.xy * b.xy + a.yy * b.yy + a.yz * b.yz,
          a.xz * b.xz + a.yz * b.yz + a.zz * b.zz, a.xx * b.xy + a.xy * b.yy + a.xz * b.yz,
          a.xy * b.xz + a.yy * b.yz + a.yz * b.zz, a.xx * b.xz + a.xy * b.yz + a.xz * b.zz};
}

/// A S A^T.
template <class Derived, class T = typename Derived::Scalar>
inline SymmetricOf<T> congruence(const Eigen::MatrixBase<Derived>& A_, const SymmetricOf<T>& S) {
  const Mat3Of<T> A = A_, B = A * S.matrix();
  const auto entry = [&](int i, int j) { return B(i, 0) * A(j, 0) + B(i, 1) * A(j, 1) + B(i, 2) * A(j, 2); };
  return {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(1, 2), entry(0, 2)};
}

/// A A^T.
template <class Derived, class T = typename Derived::Scalar>
inline SymmetricOf<T> times_transpose(const Eigen::MatrixBase<Derived>& A_) {
  const Mat3Of<T> A = A_;
  const auto entry = [&](int i, int j) { return A(i, 0) * A(j, 0) + A(i, 1) * A(j, 1) + A(i, 2) * A(j, 2); };
  return {entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(1, 2), entry(0, 2)};
}

}  // namespace talus
