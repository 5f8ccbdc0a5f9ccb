// Steps of a body, and of the same body with bonds one by one, side by side.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/moved_body.hpp"

namespace talus {

/// A step of `short_step` to that part of a large motion. Velocities are those that lead there, as in every step: only
/// then is the gradient of v what F grows by.
inline void move(SolidBody& body, Real part) {
  Draw draw(11);
  const Mat3 H = part * large_motion(body.dimension, draw);
  for (Index i = 0; i < body.size(); ++i) {
    const Vec3 u = H * body.X[i] + draw.vector(body.dimension, 0.2 * part * rough_part);
    body.v[i] = (u - body.u[i]) / short_step;
    body.u[i] = u;
    body.x[i] = body.X[i] + body.u[i];
  }
}

/// Largest difference of two fields over the largest entry.
template <class Field>
Real difference(const Field& a, const Field& b) {
  Real worst = 0, largest = 0;
  for (Index i = 0; i < static_cast<Index>(a.size()); ++i) {
    worst = std::max(worst, (a[i] - b[i]).cwiseAbs().maxCoeff());
    largest = std::max(largest, b[i].cwiseAbs().maxCoeff());
  }
  return largest > 0 ? worst / largest : worst;
}

inline void check_alike(const SolidBody& a, const SolidBody& b) {
  CHECK(difference(a.of(ForceKind::internal), b.of(ForceKind::internal)) < 1e-12);
  CHECK(difference(a.of(ForceKind::hourglass), b.of(ForceKind::hourglass)) < 1e-12);
  CHECK(difference(a.F, b.F) < 1e-12);
  CHECK(difference(a.P, b.P) < 1e-12);
  Real flow = 0;
  for (Index i = 0; i < a.size(); ++i) {
    flow = std::max(flow, std::abs(a.state[i].plastic_strain - b.state[i].plastic_strain));
    flow = std::max(flow, std::abs(a.secant[i] - b.secant[i]));
  }
  CHECK(flow < 1e-12);
}

inline void check_alike(const StressSums& a, const StressSums& b) {
  const auto near = [](Real x, Real y) { return std::abs(x - y) <= 1e-12 * std::max(std::abs(x), std::abs(y)); };
  CHECK(near(a.elastic_energy, b.elastic_energy));
  CHECK(near(a.plastic_work, b.plastic_work));
  CHECK(near(a.smallest_stretch, b.smallest_stretch));
}

/// Three steps of a body whose particles share stencils, and of one with bonds one by one.
inline void check_three_steps(SolidBody& a, SolidSolver& shared, SolidBody& b, SolidSolver& single) {
  for (const Real part : {0.0, 0.2, 0.3}) {
    move(a, part);
    move(b, part);
    const Real dt = part > 0 ? short_step : 0;
    shared.update_stress(dt);
    single.update_stress(dt);
    sum_all_forces(a, shared);
    sum_all_forces(b, single);
    if (part > 0) check_alike(a, b);
  }
}

}  // namespace talus
