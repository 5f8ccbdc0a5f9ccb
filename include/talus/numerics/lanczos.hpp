// The largest eigenvalue of a symmetric operator on fields of vectors, by Lanczos' method.
//
//   b_(k+1) v_(k+1) = A v_k - a_k v_k - b_k v_(k-1),   a_k = (v_k, A v_k),   |v_k| = 1
// The largest eigenvalue of the tridiagonal matrix of a and b approaches that of A from below, an order faster than
// power iteration does (Lanczos, 1950). Vectors lose their orthogonality as it converges; that repeats eigenvalues,
// which does not matter here.
#pragma once

#include <Eigen/Eigenvalues>
#include <cmath>
#include <vector>

#include "talus/core/parallel.hpp"

namespace talus {

/// When to stop.
struct LanczosLimits {
  int most_steps = 80;
  int settled_steps = 4;  ///< over so many steps …
  Real settled = 1e-3;    ///< … the eigenvalue has grown by less than this part [-]
};

/// Of A, symmetric in the inner product sum_i weight(i) x_i.y_i; apply(x, y) sets y = A x. Starts from `v`, which
/// should be orthogonal to nothing; 0 if that leads nowhere.
template <class Weight, class Apply>
Real largest_eigenvalue(std::vector<Vec3> v, Weight&& weight, Apply&& apply, const LanczosLimits& limits = {}) {
  const auto n = static_cast<Index>(v.size());
  const auto product = [&](const std::vector<Vec3>& x, const std::vector<Vec3>& y) {
    return parallel::sum<1>(n, [&](Index i, std::array<Real, 1>& sum) { sum[0] += weight(i) * x[i].dot(y[i]); })[0];
  };
  std::vector<Vec3> before(n, Vec3::Zero()), image(n, Vec3::Zero());
  std::vector<Real> diagonal, beside, found;
  Real norm = std::sqrt(product(v, v));
  if (!(norm > 0)) return 0;
  parallel::for_each(n, [&](Index i) { v[i] /= norm; });
  for (int step = 0; step < limits.most_steps; ++step) {
    apply(v, image);
    const Real a = product(v, image), b = beside.empty() ? 0 : beside.back();
    diagonal.push_back(a);
    parallel::for_each(n, [&](Index i) { image[i] -= a * v[i] + b * before[i]; });
    norm = std::sqrt(product(image, image));

    const auto size = static_cast<Eigen::Index>(diagonal.size());
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> tridiagonal;
    tridiagonal.computeFromTridiagonal(Eigen::Map<const Eigen::VectorXd>(diagonal.data(), size),
                                       Eigen::Map<const Eigen::VectorXd>(beside.data(), size - 1),
                                       Eigen::EigenvaluesOnly);
    found.push_back(tridiagonal.eigenvalues()[size - 1]);
    if (!(norm > 1e-12 * std::abs(found.back()))) break;  // the vectors so far hold all that A makes of them
    if (step >= limits.settled_steps) {
      const Real growth = found.back() - found[found.size() - 1 - limits.settled_steps];
      if (growth <= limits.settled * found.back()) break;
    }
    beside.push_back(norm);
    parallel::for_each(n, [&](Index i) {
      before[i] = v[i];
      v[i] = image[i] / norm;
    });
  }
  return found.back();
}

}  // namespace talus
