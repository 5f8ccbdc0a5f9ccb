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
inline Symmetric log_one_plus(const Symmetric& Y) {
  if (!(Y.squared_norm() <= series_limit * series_limit)) {
    return spectral(Y, [](Real y) { return std::log1p(y); });
  }
  const Symmetric sum = Symmetric::identity(2) + Y;
  const Symmetric Z = (1 / sum.determinant()) * commuting_product(sum.adjugate(), Y);
  const Symmetric Z2 = commuting_product(Z, Z);
  Symmetric series = (1.0 / 5) * Z2;
  if (Z2.trace() > short_series_limit_squared) {
    series = Symmetric::identity(1.0 / 7) + (1.0 / 9) * Z2;
    series = Symmetric::identity(1.0 / 5) + commuting_product(Z2, series);
    series = commuting_product(Z2, series);
  }
  series = commuting_product(Z2, Symmetric::identity(1.0 / 3) + series);
  return 2.0 * (Z + commuting_product(Z, series));
}

/// exp(A): Taylor's series near zero, (material 15).
inline Symmetric exponential(const Symmetric& A) {
  const Real size = A.squared_norm();
  if (!(size <= series_limit * series_limit)) {
    return spectral(A, [](Real a) { return std::exp(a); });
  }
  const int terms = size > short_series_limit_squared ? 8 : 4;
  Symmetric series = Symmetric::identity() + (1.0 / terms) * A;
  for (int k = terms - 1; k > 0; --k) series = Symmetric::identity() + (1.0 / k) * commuting_product(A, series);
  return series;
}

}  // namespace talus
