// Weights of a set of particles that reproduce constant and linear fields at a place (contact 18): what a field says
// there, and how a force there is handed to the set so that force and moment are kept.
#pragma once

#include "talus/core/types.hpp"

#include <array>
#include <cmath>

namespace talus {

/// First add all particles, then solve, then ask each for its weight.
class LinearWeights {
 public:
  /// `length` [m] scales distances from `place` [m].
  LinearWeights(const Vec3& place, Real length) : place_(place), per_length_(1 / length) {}

  /// A particle at x with the raw weight w >= 0.
  void add(const Vec3& x, Real w) {
    const Vec3 y = per_length_ * (x - place_);
    M_[0] += w;
    for (int a = 0; a < 3; ++a) M_[1 + a] += w * y[a];
    M_[4] += w * y[0] * y[0];
    M_[5] += w * y[0] * y[1];
    M_[6] += w * y[0] * y[2];
    M_[7] += w * y[1] * y[1];
    M_[8] += w * y[1] * y[2];
    M_[9] += w * y[2] * y[2];
  }

  /// Solves M a = (1, 0, 0, 0). Directions in which the set has no extent are left to averaging.
  void solve() {
    const Real floor = regularisation * M_[0];
    Eigen::Matrix3d S;  // moments about the place, less those of the mean: what is left after eliminating a constant
    const Vec3 m{M_[1], M_[2], M_[3]};
    S << M_[4] + floor, M_[5], M_[6], M_[5], M_[7] + floor, M_[8], M_[6], M_[8], M_[9] + floor;
    S -= m * m.transpose() / M_[0];
    mean_ = m / M_[0];
    slope_ = -S.inverse() * mean_;
  }

  /// Weight of a particle that was added with (x, w).
  [[nodiscard]] Real at(const Vec3& x, Real w) const {
    return w * (1 / M_[0] + slope_.dot(per_length_ * (x - place_) - mean_));
  }

 private:
  static constexpr Real regularisation = 1e-10;

  Vec3 place_;
  Real per_length_;
  std::array<Real, 10> M_{};
  Vec3 mean_ = Vec3::Zero(), slope_ = Vec3::Zero();
};

}  // namespace talus
