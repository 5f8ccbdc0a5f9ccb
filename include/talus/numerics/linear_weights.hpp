// Weights of a set of particles that reproduce constant and linear fields at a place (contact 18): what a field says
// there, and how a force there is handed to the set so that force and moment are kept.
#pragma once

#include "talus/numerics/pack_lanes.hpp"

#include <array>

namespace talus {

/// First add all particles, then solve, then ask each for its weight. T: one particle at a time, or a pack of them.
template <class T>
class LinearWeightsOf {
 public:
  using Vector = Vec3Of<T>;

  /// `length` [m] scales distances from `place` [m].
  LinearWeightsOf(const Vec3& place, Real length) : place_(place[0], place[1], place[2]), per_length_(1 / length) {
    M_.fill(T(0));
  }

  /// A particle at x with the raw weight w >= 0.
  void add(const Vector& x, const T& w) {
    const Vector y = per_length_ * (x - place_), wy = w * y;
    M_[0] += w;
    for (int a = 0; a < 3; ++a) M_[1 + a] += wy[a];
    M_[4] += wy[0] * y[0];
    M_[5] += wy[0] * y[1];
    M_[6] += wy[0] * y[2];
    M_[7] += wy[1] * y[1];
    M_[8] += wy[1] * y[2];
    M_[9] += wy[2] * y[2];
  }

  /// Solves M a = (1, 0, 0, 0). Directions in which the set has no extent are left to averaging.
  void solve() {
    std::array<Real, 10> M;
    for (int k = 0; k < 10; ++k) M[k] = lane_sum(M_[k]);
    const Real floor = regularisation * M[0];
    Mat3 S;  // moments about the place, less those of the mean: what is left after eliminating a constant
    const Vec3 m{M[1], M[2], M[3]};
    S << M[4] + floor, M[5], M[6], M[5], M[7] + floor, M[8], M[6], M[8], M[9] + floor;
    S -= m * m.transpose() / M[0];
    const Vec3 mean = m / M[0], slope = -S.inverse() * mean;
    slope_ = Vector(slope[0], slope[1], slope[2]);
    at_place_ = 1 / M[0] - slope.dot(mean);
  }

  /// Weight of a particle that was added with (x, w).
  [[nodiscard]] T at(const Vector& x, const T& w) const {
    return w * (at_place_ + slope_.dot(Vector(per_length_ * (x - place_))));
  }

 private:
  static constexpr Real regularisation = 1e-10;

  Vector place_;
  T per_length_;
  std::array<T, 10> M_;
  Vector slope_ = Vector::Zero();
  T at_place_ = 0;
};
using LinearWeights = LinearWeightsOf<Real>;

}  // namespace talus
