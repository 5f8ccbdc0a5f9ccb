// A tube between two plates that its ends stick to, by finite elements.
#pragma once

#include "support/axisymmetric_solid.hpp"

namespace talus {

struct CrushedTube {
  Real radius = 0, thickness = 0;  ///< of the middle of the wall; of the wall [m]
  Real half = 0;                   ///< of its length [m]
  Real speed = 0, ramp = 0;        ///< of one plate to the other [m/s], reached after that time [s]
  int cells = 0;                   ///< over the thickness
};

/// The upper half of a tube whose middle lies at z = 0.
template <class Metal>
class AxisymmetricTube {
 public:
  AxisymmetricTube(const CrushedTube& tube, const Metal& metal)
      : tube_(tube),
        solid_(evenly(tube.radius - tube.thickness / 2, tube.radius + tube.thickness / 2, tube.cells),
               evenly(0, tube.half, static_cast<int>(std::lround(tube.half / tube.thickness * tube.cells))), metal),
        plate_(tube.half) {}

  /// Goes on until the plates have come this much nearer to each other [m].
  void run(Real stroke) {
    while (2 * (tube_.half - plate_) < stroke) {
      dt_ = solid_.next_step(dt_, std::numeric_limits<Real>::max());
      time_ += dt_;
      const Real speed = tube_.speed / 2 * std::min(Real(1), time_ / tube_.ramp);
      plate_ -= dt_ * speed;
      Real impulse = 0;
      for (std::size_t n = 0; n < solid_.x.size(); ++n) {
        auto &x = solid_.x[n], &v = solid_.v[n];
        for (int d = 0; d < 2; ++d) v[d] += dt_ * solid_.f[n][d] / solid_.mass[n];
        if (solid_.X[n][1] == 0) v[1] = 0;
        if (x[1] + dt_ * v[1] > plate_) {
          const Real held = (plate_ - x[1]) / dt_;
          impulse += solid_.mass[n] * (v[1] - held);
          v = {0, held};
        }
        for (int d = 0; d < 2; ++d) x[d] += dt_ * v[d];
      }
      work_ += 2 * impulse * speed;
    }
  }

  /// Done by both plates [J].
  [[nodiscard]] Real work() const { return work_; }
  [[nodiscard]] Real plastic_work() const { return 2 * solid_.plastic_work(); }
  /// Mean of the inner and the outer radius half-way up [m].
  [[nodiscard]] Real waist() const {
    return (solid_.x[solid_.node(0, 0)][0] + solid_.x[solid_.node(tube_.cells, 0)][0]) / 2;
  }

 private:
  CrushedTube tube_;
  AxisymmetricSolid<Metal> solid_;
  Real plate_, time_ = 0, dt_ = 0, work_ = 0;
};

}  // namespace talus
