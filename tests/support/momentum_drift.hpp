// How far both momenta of a body of grains drift in a run.
#pragma once

#include "support/sample_case.hpp"

namespace talus {

/// Over what the momenta would be if none cancelled [-].
struct MomentumDrift {
  Real linear = 0, angular = 0;
};

/// Runs to the end; of the first body of grains.
inline MomentumDrift momentum_drift(Simulation& s) {
  const GrainBody& g = s.model().grains.bodies[0];
  const Vec3 p0 = linear_momentum(g), L0 = angular_momentum(g);
  Real p_scale = 0, L_scale = 0;
  for (Index i = 0; i < g.size(); ++i) {
    const Vec3 p = g.grains.inertia[i].mass * g.grains.rate[i].velocity.vec();
    p_scale += p.norm();
    L_scale += p.norm() * g.grains.position[i].vec().norm();
  }
  run(s, [](const Simulation&) {});
  return {(linear_momentum(g) - p0).norm() / p_scale, (angular_momentum(g) - L0).norm() / L_scale};
}

}  // namespace talus
