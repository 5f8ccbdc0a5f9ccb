// A rigid ball falls on the middle of a round block that stands on a frictionless floor, by finite elements.
#pragma once

#include <cmath>
#include <numbers>

#include "support/axisymmetric_solid.hpp"
#include "talus/core/types.hpp"

namespace talus {

struct BallOnBlock {
  Real ball = 0, ball_density = 0;  ///< radius [m], [kg/m^3]
  Real speed = 0;                   ///< of the ball, downwards [m/s]
  Real radius = 0, height = 0;      ///< of the block [m]
  Real brake = 0;                   ///< share of the block's velocity that is lost per second [1/s]
  int cells = 0;                    ///< over the radius of the ball
};

template <class Metal>
class AxisymmetricImpact {
 public:
  AxisymmetricImpact(const BallOnBlock& sizes, const Metal& metal)
      : sizes_(sizes),
        block_(evenly(0, sizes.radius, cells_over(sizes.radius)), evenly(-sizes.height, 0, cells_over(sizes.height)),
               metal),
        ball_mass_(4 * std::numbers::pi_v<Real> / 3 * sizes.ball_density * std::pow(sizes.ball, 3)),
        centre_(sizes.ball),
        ball_speed_(-sizes.speed) {}

  void run(Real end) {
    while (time_ < end) {
      dt_ = block_.next_step(dt_, end - time_);
      for (std::size_t n = 0; n < block_.x.size(); ++n) {
        auto& v = block_.v[n];
        for (int d = 0; d < 2; ++d) v[d] += dt_ * (block_.f[n][d] / block_.mass[n] - sizes_.brake * v[d]);
        if (block_.X[n][0] == 0) v[0] = 0;
        if (block_.X[n][1] == -sizes_.height) v[1] = 0;
      }
      meet();
      for (std::size_t n = 0; n < block_.x.size(); ++n) {
        for (int d = 0; d < 2; ++d) block_.x[n][d] += dt_ * block_.v[n][d];
      }
      centre_ += dt_ * ball_speed_;
      time_ += dt_;
    }
  }

  /// Mean of the stress along the surface, (s_rr + s_tt)/2, in a square of half this width between these depths [Pa].
  [[nodiscard]] Real stress(Real half_width, Real from, Real to) const {
    Real sum = 0, volume = 0;
    for (const auto& t : block_.triangles) {
      if (-t.middle[1] < from || -t.middle[1] > to) continue;
      const Real r = t.middle[0];
      // Share of the circle of radius r that is in the square.
      const Real share =
          r <= half_width ? 1 : std::max(Real(0), 1 - 4 / std::numbers::pi_v<Real> * std::acos(half_width / r));
      sum += share * t.volume * (t.stress(0, 0) + t.stress(2, 2)) / 2;
      volume += share * t.volume;
    }
    return sum / volume;
  }

  /// How deep the middle of the surface lies below where it was [m].
  [[nodiscard]] Real dent() const { return -block_.x[block_.node(0, cells_over(sizes_.height))][1]; }

 private:
  [[nodiscard]] int cells_over(Real size) const {
    return static_cast<int>(std::lround(size / sizes_.ball * sizes_.cells));
  }

  /// Nodes of the surface that would be in the ball at the end of the step are put on it, along its normal.
  void meet() {
    const int across = cells_over(sizes_.radius), top = cells_over(sizes_.height);
    const Real ball = centre_ + dt_ * ball_speed_;
    Real push = 0;
    for (int i = 0; i <= across; ++i) {
      const int n = block_.node(i, top);
      auto& v = block_.v[n];
      const Real r = block_.x[n][0] + dt_ * v[0], z = block_.x[n][1] + dt_ * v[1] - ball;
      const Real distance = std::hypot(r, z);
      if (distance >= sizes_.ball) continue;
      const Real kick = (sizes_.ball - distance) / dt_;
      v[0] += kick * r / distance;
      v[1] += kick * z / distance;
      push -= block_.mass[n] * kick * z / distance;
    }
    ball_speed_ += push / ball_mass_;
  }

  BallOnBlock sizes_;
  AxisymmetricSolid<Metal> block_;
  Real ball_mass_, centre_, ball_speed_;
  Real time_ = 0, dt_ = 0;
};

}  // namespace talus
