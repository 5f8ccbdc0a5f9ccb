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

Vec3 MotionConstraint::wanted(const Goal& goal, Real dt, const Vec3& X, const Vec3& u, const Vec3& x) const {
  Vec3 value = goal.value;
  if (turn) value += goal.spread * ((kind == PathKind::displacement ? X : x) - turn->centre);
  return goal.is_displacement ? Vec3((value - u) / dt) : value;
}

/// r = 2 m/dt (w - v) - f, so that the half kick v + dt/2 (f + r)/m ends at w.
void MotionConstraint::react(SolidBody& body, Real dt, const Goal& goal) const {
  std::vector<Vec3>& reaction = body.open(ForceKind::reaction);
  parallel::for_each(static_cast<Index>(particles.size()), [&](Index n) {
    const Index i = particles[n];
    const Vec3 w = wanted(goal, dt, body.X[i], body.u[i], body.x[i]);
    for (int k = 0; k < 3; ++k) {
      if (!prescribes(k)) continue;
      reaction[i][k] = 2 * body.m[i] / dt * (w[k] - body.v[i][k]) - body.total_force[i][k];
    }
  });
  parallel::for_each(static_cast<Index>(places.size()), [&](Index n) { react_at(places[n], body, dt, goal); });
}

/// R = M (2/dt (w - v) - sum w_l f_l/m_l), and w_l R on every particle: the same for the place that they make.
void MotionConstraint::react_at(const HeldPlace& place, SolidBody& body, Real dt, const Goal& goal) const {
  Vec3 acceleration = Vec3::Zero();
  for (int l = 0; l < place.layers; ++l) {
    const Index i = place.particle[l];
    acceleration += place.weight[l] / body.m[i] * body.total_force[i];
  }
  const Vec3 v = place.of(body.v), w = wanted(goal, dt, place.of(body.X), place.of(body.u), place.of(body.x));
  const Vec3 R = place.mass * (2 / dt * (w - v) - acceleration);
  std::vector<Vec3>& reaction = body.open(ForceKind::reaction);
  for (int l = 0; l < place.layers; ++l) {
    for (int k = 0; k < 3; ++k) {
      if (prescribes(k)) reaction[place.particle[l]][k] = place.weight[l] * R[k];
    }
  }
}

Vec3 MotionConstraint::target(const Vec3& X, Real t) const {
  Vec3 value = path_at(t);
  if (turn) value += turn->change(turn->motion(t)) * (X - turn->centre);
  return value;
}

Vec3 MotionConstraint::resultant(const SolidBody& body) const {
  const std::vector<Vec3>& reaction = body.of(ForceKind::reaction);
  const std::vector<Index> held = held_particles();
  const auto sum = parallel::sum<3>(static_cast<Index>(held.size()), [&](Index n, std::array<Real, 3>& part) {
    for (int k = 0; k < 3; ++k) {
      if (prescribes(k)) part[k] += reaction[held[n]][k];
    }
  });
  return {sum[0], sum[1], sum[2]};
}

std::vector<Index> MotionConstraint::held_particles() const {
  std::vector<Index> held = particles;
  for (const HeldPlace& place : places)
    held.insert(held.end(), place.particle.begin(), place.particle.begin() + place.layers);
  return held;
}

Real MotionConstraint::time_limit(const SolidBody& /*body*/) const { return infinity; }

}  // namespace talus
