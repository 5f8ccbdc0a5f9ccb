// Weights of a set of particles that reproduce constant and linear fields at a place (contact 18): what a field says
// there, and how a force there is handed to the set so that force and moment are kept.
#pragma once

#include <array>

#include "talus/numerics/lane_sums.hpp"

namespace talus {

/// First add all particles, then solve, then ask each for its weight. T: one particle at a time, or a pack of them. In
/// D = 2 dimensions all that is given lies in one plane across z.
template <class T, int D = 3>
class LinearWeightsOf {
 public:
  using Vector = Vec3Of<T>;
  using Offset = Eigen::Matrix<T, D, 1>;

  /// `length` [m] scales distances from `place` [m].
  LinearWeightsOf(const Vec3& place, Real length) : place_(place[0], place[1], place[2]), per_length_(1 / length) {
    M_.fill(T(0));
  }

  /// Of a particle at x [m] from the place, over the length [-].
  [[nodiscard]] Offset offset(const Vector& x) const {
    return per_length_ * (x.template head<D>() - place_.template head<D>());
  }
  /// A particle at offset y with the raw weight w >= 0.
  void add_at(const Offset& y, const T& w) {
    const Offset wy = w * y;
    M_[0] += w;
    std::size_t k = 1;
    for (int a = 0; a < D; ++a) M_[k++] += wy[a];
    for (int a = 0; a < D; ++a) {
      for (int b = a; b < D; ++b) M_[k++] += wy[a] * y[b];
    }
  }
  void add(const Vector& x, const T& w) { add_at(offset(x), w); }

  /// Solves M a = (1, 0, 0, 0). Directions in which the set has no extent are left to averaging.
  void solve() {
    const std::array<Real, moments> M = lane_sums(M_);
    const Real per_weight = 1 / M[0], floor = regularisation * M[0];
    Eigen::Matrix<Real, D, 1> mean;
    Eigen::Matrix<Real, D, D> S;  // moments about the place, less those of the mean: the rest without a constant
    std::size_t k = 1;
    for (int a = 0; a < D; ++a) mean[a] = per_weight * M[k++];
    for (int a = 0; a < D; ++a) {
      for (int b = a; b < D; ++b) S(a, b) = S(b, a) = M[k++] - M[1 + a] * mean[b] + (a == b ? floor : 0);
    }
    const Eigen::Matrix<Real, D, 1> slope = -(S.inverse() * mean);
    for (int a = 0; a < D; ++a) slope_[a] = slope[a];
    at_place_ = per_weight - slope.dot(mean);
  }

  /// Weight of a particle that was added at y with w.
  [[nodiscard]] T weight_at(const Offset& y, const T& w) const { return w * (at_place_ + slope_.dot(y)); }
  /// Of one that was added with (x, w).
  [[nodiscard]] T at(const Vector& x, const T& w) const { return weight_at(offset(x), w); }

 private:
  static constexpr Real regularisation = 1e-10;
  static constexpr std::size_t moments = 1 + D + D * (D + 1) / 2;

  Vector place_;
  T per_length_;
  std::array<T, moments> M_;  ///< sums of w, w y and the upper half of w y (x) y
  Offset slope_ = Offset::Zero();
  T at_place_ = 0;
};
using LinearWeights = LinearWeightsOf<Real>;

}  // namespace talus
