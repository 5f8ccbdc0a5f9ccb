// Weights of particles behind a surface that reproduce linear fields at a place on it, and those that are quadratic
// along its normal: what the layers there say of the surface itself, and how a force there is handed to them. Of all
// weights that do, those with the least sum of squares over raw weights, which fall off with the distance.
#pragma once

#include <Eigen/Dense>
#include <algorithm>

#include "talus/core/types.hpp"

namespace talus {

/// First add all particles within `reach`, then solve, then ask each for its weight.
class QuadraticWeights {
 public:
  static constexpr Real reach = 3.1;  ///< three layers deep [spacings]

  /// `normal`: a unit vector; `spacing` of the particles [m].
  QuadraticWeights(const Vec3& place, const Vec3& normal, Real spacing, int dimension)
      : place_(place), normal_(normal), per_spacing_(1 / spacing), dimension_(dimension) {
    M_ = Moments::Zero(dimension + 2, dimension + 2);
  }

  /// A particle at x.
  void add(const Vec3& x) {
    const Terms p = terms_of(x);
    M_ += raw(x) * p * p.transpose();
  }

  /// Solves M a = (1, 0, 0, …). False where the particles do not tell these fields apart, as in a body of two layers.
  [[nodiscard]] bool solve() {
    constexpr Real least = 1e-6;  // of the eigenvalues of M, over the largest
    const Eigen::SelfAdjointEigenSolver<Moments> axes(M_);
    const Terms size = axes.eigenvalues();
    if (!(size.minCoeff() > least * size.maxCoeff())) return false;
    const Moments& turn = axes.eigenvectors();
    a_ = turn * turn.row(0).transpose().cwiseQuotient(size);
    return true;
  }

  /// Weight of a particle that was added.
  [[nodiscard]] Real at(const Vec3& x) const { return raw(x) * a_.dot(terms_of(x)); }

 private:
  using Terms = Eigen::Matrix<Real, Eigen::Dynamic, 1, 0, 5, 1>;
  using Moments = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, 0, 5, 5>;

  [[nodiscard]] Vec3 way_to(const Vec3& x) const { return per_spacing_ * (x - place_); }
  [[nodiscard]] Real raw(const Vec3& x) const {
    constexpr Real beside = 1.4;  // spacings: the columns next to the place, none of them two away
    const Vec3 y = way_to(x);
    const Real height = normal_.dot(y), aside2 = y.squaredNorm() - height * height;
    const Real q =
        std::max(Real(0), 1 - aside2 / (beside * beside)) * std::max(Real(0), 1 - height * height / (reach * reach));
    return q * q;
  }
  /// 1, y, (n.y)^2.
  [[nodiscard]] Terms terms_of(const Vec3& x) const {
    const Vec3 y = way_to(x);
    const Real height = normal_.dot(y);
    Terms p(dimension_ + 2);
    p[0] = 1;
    for (int a = 0; a < dimension_; ++a) p[1 + a] = y[a];
    p[1 + dimension_] = height * height;
    return p;
  }

  Vec3 place_, normal_;
  Real per_spacing_;
  int dimension_;
  Moments M_;
  Terms a_;
};

}  // namespace talus
