// Logarithm and exponential of symmetric tensors. Near the identity, where metals live, they are short series
// without eigenvectors; elsewhere the spectral form. Both branches agree to 1e-11 at the switch.
#pragma once

#include <cmath>

#include "talus/numerics/symmetric.hpp"

namespace talus {

/// Norm up to which the series replace the spectral form [-].
inline constexpr Real series_limit = 0.2;

/// Square of the norm up to which the series may stop early and still be exact to round-off [-].
inline constexpr Real short_series_limit_squared = 1e-5;

/// sum_k f(lambda_k) n_k n_k^T over the eigenpairs of A.
template <class F>
Symmetric spectral(const Symmetric& A, F&& f) {
  const Eigen::SelfAdjointEigenSolver<Mat3> pairs(A.matrix());
  const Vec3 values = pairs.eigenvalues().unaryExpr(f);
  const Mat3& n = pairs.eigenvectors();
  return Symmetric::part_of(n * values.asDiagonal() * n.transpose());
}

/// ln(I + Y) without loss of digits for small Y; NaN where I + Y is not positive definite.
/// With Z = (2I + Y)^-1 Y, ln(I + Y) = 2 artanh Z = 2 Z (I + Z^2/3 + Z^4/5 + ...), (material 13).
template <class T>
inline SymmetricOf<T> log_one_plus(const SymmetricOf<T>& Y) {
  using S = SymmetricOf<T>;
  const S sum = S::identity(2) + Y;
  const S Z = (T(1) / sum.determinant()) * commuting_product(sum.adjugate(), Y);
  const S Z2 = commuting_product(Z, Z);
  S series = T(1.0 / 5) * Z2;
  if (const auto wide = Z2.trace() > short_series_limit_squared; anywhere(wide)) {
    S more = S::identity(1.0 / 7) + T(1.0 / 9) * Z2;
    more = S::identity(1.0 / 5) + commuting_product(Z2, more);
    series = select(wide, commuting_product(Z2, more), series);
  }
  series = commuting_product(Z2, S::identity(1.0 / 3) + series);
  S result = T(2) * (Z + commuting_product(Z, series));
  replace(!(Y.squared_norm() <= series_limit * series_limit), Y, result,
          [](const Symmetric& y) { return spectral(y, [](Real value) { return std::log1p(value); }); });
  return result;
}
inline Symmetric log_one_plus(const Symmetric& Y) { return log_one_plus<Real>(Y); }

/// exp(A): Taylor's series near zero, (material 15).
template <class T>
inline SymmetricOf<T> exponential(const SymmetricOf<T>& A) {
  using S = SymmetricOf<T>;
  const auto taylor = [&](int terms) {
    S series = S::identity() + T(1.0 / terms) * A;
    for (int k = terms - 1; k > 0; --k) series = S::identity() + T(1.0 / k) * commuting_product(A, series);
    return series;
  };
  const T size = A.squared_norm();
  const auto wide = size > short_series_limit_squared;
  S result = taylor(4);
  if (anywhere(wide)) result = select(wide, taylor(8), result);
  replace(!(size <= series_limit * series_limit), A, result,
          [](const Symmetric& a) { return spectral(a, [](Real value) { return std::exp(value); }); });
  return result;
}

}  // namespace talus
