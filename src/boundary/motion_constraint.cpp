#include "talus/boundary/motion_constraint.hpp"

#include <cmath>

#include "talus/core/parallel.hpp"

namespace talus {

namespace {

/// [n]x
Mat3 cross_matrix(const Vec3& n) {
  Mat3 N;
  N << 0, -n.z(), n.y(), n.z(), 0, -n.x(), -n.y(), n.x(), 0;
  return N;
}

}  // namespace

Mat3 GivenTurn::change(Real angle) const {
  const Mat3 N = cross_matrix(axis);
  const Real half = std::sin(angle / 2);
  return std::sin(angle) * N + 2 * half * half * (N * N);
}

void MotionConstraint::begin_step(SolidBody& body, Real t, Real dt) const {
  Goal goal{.is_displacement = kind == PathKind::displacement};
  if (kind == PathKind::displacement) {
    goal.value = path_at(t + dt);
    if (turn) goal.spread = turn->change(turn->motion(t + dt));
  } else if (kind == PathKind::velocity) {
    goal.value = 0.5 * (path_at(t) + path_at(t + dt));
    if (turn) goal.spread = turn->change(0.5 * dt * (turn->motion(t) + turn->motion(t + dt))) / dt;
  }
  react(body, dt, goal);
}

void MotionConstraint::end_step(SolidBody& body, Real t, Real dt) const {
  Goal goal;
  if (kind == PathKind::displacement) {
    // The slope over the two steps around t + dt: a closer difference would lose digits, not gain any, since the
    // drifts themselves only know the path at whole steps.
    goal.value = (path_at(t + 2 * dt) - path_at(t)) / (2 * dt);
    if (turn) goal.spread = (turn->change(turn->motion(t + 2 * dt)) - turn->change(turn->motion(t))) / (2 * dt);
  } else if (kind == PathKind::velocity) {
    goal.value = path_at(t + dt);
    // Likewise over the chords on both sides: what turns steadily then needs the centripetal force alone, where omega n
    // x r would ask for a couple that changes its sign from the end of a step to the beginning of the next.
    if (turn) goal.spread = std::sin(turn->motion(t + dt) * dt) / dt * cross_matrix(turn->axis);
  }
  react(body, dt, goal);
}

/// r = 2 m/dt (w - v) - f, so that the half kick v + dt/2 (f + r)/m ends at w.
void MotionConstraint::react(SolidBody& body, Real dt, const Goal& goal) const {
  std::vector<Vec3>& reaction = body.open(ForceKind::reaction);
  const std::vector<Vec3>& place = kind == PathKind::displacement ? body.X : body.x;
  parallel::for_each(static_cast<Index>(particles.size()), [&](Index n) {
    const Index i = particles[n];
    Vec3 value = goal.value;
    if (turn) value += goal.spread * (place[i] - turn->centre);
    for (int k = 0; k < 3; ++k) {
      if (!prescribes(k)) continue;
      const Real w = goal.is_displacement ? (value[k] - body.u[i][k]) / dt : value[k];
      reaction[i][k] = 2 * body.m[i] / dt * (w - body.v[i][k]) - body.total_force[i][k];
    }
  });
}

Vec3 MotionConstraint::target(const SolidBody& body, Index particle, Real t) const {
  Vec3 value = path_at(t);
  if (turn) value += turn->change(turn->motion(t)) * (body.X[particle] - turn->centre);
  return value;
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
