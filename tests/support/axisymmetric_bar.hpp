// A round bar that hits a frictionless rigid wall, by finite elements.
#pragma once

#include "support/axisymmetric_solid.hpp"

namespace talus {

struct RoundBar {
  Real radius = 0, length = 0;  ///< [m]
  Real speed = 0;               ///< towards the wall at z = 0 [m/s]
  int cells = 0;                ///< over the radius
};

/// How the bar is at the end.
struct BarShape {
  Real length = 0;                ///< [m]
  Real foot = 0;                  ///< largest radius [m]
  Real waist = 0;                 ///< outer radius of the section that was one radius above the foot [m]
  Real kinetic = 0, plastic = 0;  ///< energies [J]
  Real kinetic_at_start = 0;      ///< [J]
};

template <class Metal>
class AxisymmetricBar {
 public:
  AxisymmetricBar(const RoundBar& bar, const Metal& metal)
      : bar_(bar),
        solid_(evenly(0, bar.radius, bar.cells),
               evenly(0, bar.length, static_cast<int>(std::lround(bar.length / bar.radius * bar.cells))), metal) {
    for (auto& v : solid_.v) v = {0, -bar.speed};
  }

  void run(Real end) {
    Real time = 0, dt = 0;
    while (time < end) {
      dt = solid_.next_step(dt, end - time);
      for (std::size_t n = 0; n < solid_.x.size(); ++n) {
        auto &x = solid_.x[n], &v = solid_.v[n];
        for (int d = 0; d < 2; ++d) v[d] += dt * solid_.f[n][d] / solid_.mass[n];
        if (solid_.X[n][0] == 0) v[0] = 0;
        if (x[1] <= 0) v[1] = std::max(v[1], Real(0));
        for (int d = 0; d < 2; ++d) x[d] += dt * v[d];
        x[1] = std::max(x[1], Real(0));
      }
      time += dt;
    }
  }

  [[nodiscard]] BarShape shape() const {
    BarShape s;
    Real low = bar_.length;
    for (std::size_t n = 0; n < solid_.x.size(); ++n) {
      const auto &x = solid_.x[n], &v = solid_.v[n];
      s.length = std::max(s.length, x[1]);
      low = std::min(low, x[1]);
      s.foot = std::max(s.foot, x[0]);
      s.kinetic += solid_.mass[n] / 2 * (v[0] * v[0] + v[1] * v[1]);
      s.kinetic_at_start += solid_.mass[n] / 2 * bar_.speed * bar_.speed;
    }
    s.length -= low;
    s.waist = solid_.x[solid_.node(bar_.cells, bar_.cells)][0];
    s.plastic = solid_.plastic_work();
    return s;
  }

 private:
  RoundBar bar_;
  AxisymmetricSolid<Metal> solid_;
};

}  // namespace talus
