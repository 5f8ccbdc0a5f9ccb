// Logarithm and exponential of symmetric tensors. Near the identity, where metals live, they are short series
// without eigenvectors; elsewhere the spectral form. Both branches agree to 1e-11 at the switch.
#pragma once

#include <array>
#include <cmath>

#include "talus/numerics/symmetric.hpp"

namespace talus {

/// Norm up to which the series replace the spectral form [-], and that up to which half of their terms do.
inline constexpr Real series_limit = 0.2, short_series_limit = 0.02;

/// sum_k f(lambda_k) n_k n_k^T over the eigenpairs of A.
template <class F>
Symmetric spectral(const Symmetric& A, F&& f) {
  const Eigen::SelfAdjointEigenSolver<Mat3> pairs(A.matrix());
  const Vec3 values = pairs.eigenvalues().unaryExpr(f);
  const Mat3& n = pairs.eigenvectors();
  return Symmetric::part_of(n * values.asDiagonal() * n.transpose());
}

/// M = scale N for a symmetric N without a trace. Its powers are made of I, M and M^2, since M^3 = s M + d I,
/// (material 13): so a series of them is one of three numbers, not of six that are products of tensors. The scale stays
/// apart, for it may come later than N.
template <class T>
class TracelessOf {
 public:
  explicit TracelessOf(const SymmetricOf<T>& N, T scale = T(1))
      : N_(N), square_(commuting_product(N, N)), scale_(scale), scale2_(scale * scale) {
    const SymmetricOf<T>& Q = square_;
    s_ = scale2_ * (0.5 * Q.trace());
    const T cube = N.xx * Q.xx + N.yy * Q.yy + N.zz * Q.zz + 2 * (N.xy * Q.xy + N.yz * Q.yz + N.xz * Q.xz);
    d_ = scale2_ * scale_ * ((1.0 / 3) * cube);
  }
  /// M : M.
  [[nodiscard]] T squared_norm() const { return 2 * s_; }

  /// sum_k c_k M^k of the first so many terms, by Horner's rule.
  template <std::size_t terms, std::size_t all>
  [[nodiscard]] SymmetricOf<T> series(const std::array<Real, all>& c) const {
    static_assert(terms <= all);
    T one = c[terms - 1], first = 0, second = 0;  // what is before I, M and M^2
    for (std::size_t k = terms - 1; k-- > 0;) {
      const T raised = one + s_ * second;
      one = c[k] + d_ * second;
      second = first;
      first = raised;
    }
    return SymmetricOf<T>::identity(one) + ((first * scale_) * N_ + (second * scale2_) * square_);
  }

 private:
  SymmetricOf<T> N_, square_;
  T scale_, scale2_, s_, d_;
};

namespace detail {

/// Of ln(1 + x) and of exp(x), as many as leave 1e-12 of x at the limit of the series. The first 8 and 7 of them do so
/// at that of the short ones.
inline constexpr std::array<Real, 15> log_terms = [] {
  std::array<Real, 15> c{};
  for (int k = 1; k < 15; ++k) c[k] = (k % 2 == 1 ? 1.0 : -1.0) / k;
  return c;
}();
inline constexpr std::array<Real, 9> exp_terms = [] {
  std::array<Real, 9> c{1};
  for (int k = 1; k < 9; ++k) c[k] = c[k - 1] / k;
  return c;
}();

/// The first terms alone, where they are enough.
template <std::size_t few, class T, std::size_t all>
inline SymmetricOf<T> series(const TracelessOf<T>& M, const std::array<Real, all>& c) {
  const SymmetricOf<T> result = M.template series<few>(c);
  const auto is_large = !(M.squared_norm() <= short_series_limit * short_series_limit);
  return anywhere(is_large) ? select(is_large, M.template series<all>(c), result) : result;
}

}  // namespace detail

/// dev ln(I + Y) without loss of digits for small Y; NaN where I + Y is not positive definite. A factor of I + Y does
/// not count, so that ln(I + M) serves with M = dev Y/(1 + tr Y/3), (material 13).
template <class T>
inline SymmetricOf<T> log_deviator(const SymmetricOf<T>& Y) {
  const T mean = (1.0 / 3) * Y.trace();
  const TracelessOf<T> M(Y.deviator(), inverse(1 + mean));
  SymmetricOf<T> result = detail::series<8>(M, detail::log_terms).deviator();
  replace(!(M.squared_norm() <= series_limit * series_limit && mean > -1), Y, result,
          [](const Symmetric& y) { return spectral(y, [](Real value) { return std::log1p(value); }).deviator(); });
  return result;
}

/// exp(A) of a tensor without a trace, (material 15).
template <class T>
inline SymmetricOf<T> exponential(const SymmetricOf<T>& A) {
  const TracelessOf<T> M(A);
  SymmetricOf<T> result = detail::series<7>(M, detail::exp_terms);
  replace(!(M.squared_norm() <= series_limit * series_limit), A, result,
          [](const Symmetric& a) { return spectral(a, [](Real value) { return std::exp(value); }); });
  return result;
}

}  // namespace talus
