#include "talus/boundary/motion_constraint.hpp"

#include "talus/core/parallel.hpp"

namespace talus {

void MotionConstraint::begin_step(SolidBody& body, Real t, Real dt) const {
  Goal goal{.is_displacement = kind == PathKind::displacement};
  for (int k = 0; k < 3; ++k) {
    if (kind == PathKind::displacement) goal.value[k] = path[k](t + dt);
    if (kind == PathKind::velocity) goal.value[k] = 0.5 * (path[k](t) + path[k](t + dt));
  }
  react(body, dt, goal);
}

void MotionConstraint::end_step(SolidBody& body, Real t, Real dt) const {
  Goal goal;
  for (int k = 0; k < 3; ++k) {
    // The slope over the two steps around t + dt: a closer difference would lose digits, not gain any, since the
    // drifts themselves only know the path at whole steps.
    if (kind == PathKind::displacement) goal.value[k] = (path[k](t + 2 * dt) - path[k](t)) / (2 * dt);
    if (kind == PathKind::velocity) goal.value[k] = path[k](t + dt);
  }
  react(body, dt, goal);
}

/// r = 2 m/dt (w - v) - f, so that the half kick v + dt/2 (f + r)/m ends at w.
void MotionConstraint::react(SolidBody& body, Real dt, const Goal& goal) const {
  std::vector<Vec3>& reaction = body.open(ForceKind::reaction);
  parallel::for_each(static_cast<Index>(particles.size()), [&](Index n) {
    const Index i = particles[n];
    for (int k = 0; k < 3; ++k) {
      if (!prescribes(k)) continue;
      const Real w = goal.is_displacement ? (goal.value[k] - body.u[i][k]) / dt : goal.value[k];
      reaction[i][k] = 2 * body.m[i] / dt * (w - body.v[i][k]) - body.total_force[i][k];
    }
  });
}

Vec3 MotionConstraint::resultant(const SolidBody& body) const {
  const std::vector<Vec3>& reaction = body.of(ForceKind::reaction);
  const auto sum = parallel::sum<3>(static_cast<Index>(particles.size()), [&](Index n, std::array<Real, 3>& part) {
    for (int k = 0; k < 3; ++k) {
      if (prescribes(k)) part[k] += reaction[particles[n]][k];
    }
  });
  return {sum[0], sum[1], sum[2]};
}

Real MotionConstraint::time_limit(const SolidBody& /*body*/) const { return infinity; }

}  // namespace talus
