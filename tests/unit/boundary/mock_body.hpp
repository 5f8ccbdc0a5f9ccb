// A small body with made-up forces and the kick-drift-kick step that boundaries expect.
#pragma once

#include <cmath>
#include <vector>

#include "talus/boundary/active_boundary.hpp"
#include "talus/geometry/block.hpp"

namespace talus::test {

/// Block of steel-like particles; masses differ from particle to particle.
inline SolidBody make_body(int dimension = 2) {
  SolidBody body;
  body.name = "block";
  body.dimension = dimension;
  body.spacing = 0.1;
  HenckyJ2 steel;
  steel.density = 7800;
  steel.young = 2e6;
  steel.poisson = 0.3;
  body.material = steel;
  const PointCloud cloud = Block{Vec3(0.5, 0.3, 0.2)}.fill(body.spacing, dimension);
  body.X = cloud.X;
  body.V = cloud.V;
  for (std::size_t i = 0; i < body.V.size(); ++i) body.V[i] *= 1 + 0.3 * std::sin(static_cast<Real>(i));
  body.reset_state(steel.density);
  return body;
}

/// A force that depends on position and on time, so that its work is no round number.
inline Vec3 made_up_force(const SolidBody& body, Index i, Real t) {
  const Vec3& x = body.x[i];
  const Vec3 f(std::sin(3 * x.y() + t), std::cos(2 * x.x()) - x.y(), body.dimension == 3 ? std::sin(x.x() * x.z()) : 0);
  return 9 * body.m[i] * f;
}

/// Everything but reactions; leaves their sum in total_force.
inline void compute_forces(SolidBody& body, std::vector<ActiveBoundary>& boundaries, Real t) {
  for (const ForceKind kind : {ForceKind::boundary, ForceKind::load}) {
    body.open(kind).assign(body.X.size(), Vec3::Zero());
  }
  for (auto& boundary : boundaries) boundary.apply(body, t);
  for (Index i = 0; i < body.size(); ++i) {
    body.open(ForceKind::internal)[i] = made_up_force(body, i, t);
    body.total_force[i] =
        body.of(ForceKind::internal)[i] + body.of(ForceKind::boundary)[i] + body.of(ForceKind::load)[i];
  }
}

inline Real kinetic_energy(const SolidBody& body) {
  Real energy = 0;
  for (Index i = 0; i < body.size(); ++i) energy += 0.5 * body.m[i] * body.v[i].squaredNorm();
  return energy;
}

/// Work done in a step, by channel [J/m].
struct Work {
  Real others = 0, reaction = 0, scheme = 0;
  [[nodiscard]] Real sum() const { return others + reaction + scheme; }
  [[nodiscard]] Real size() const { return std::abs(others) + std::abs(reaction) + std::abs(scheme); }
};

/// One step from t to t + dt; forces at t must be there. Books 1/2 (f0 + f1).dx and dt^2/8m (|f1|^2 - |f0|^2).
inline Work advance(SolidBody& body, std::vector<ActiveBoundary>& boundaries, Real t, Real dt) {
  for (auto& boundary : boundaries) boundary.begin_step(body, t, dt);
  const std::vector<Vec3> f0 = body.total_force;
  const std::vector<Vec3> r0 = body.of(ForceKind::reaction);
  const std::vector<Vec3> u0 = body.u;
  for (Index i = 0; i < body.size(); ++i) {
    body.v[i] += 0.5 * dt / body.m[i] * (f0[i] + r0[i]);
    body.u[i] += dt * body.v[i];
    body.x[i] = body.X[i] + body.u[i];
  }
  compute_forces(body, boundaries, t + dt);
  for (auto& boundary : boundaries) boundary.end_step(body, t, dt);
  Work work;
  for (Index i = 0; i < body.size(); ++i) {
    const Vec3& f1 = body.total_force[i];
    const Vec3& r1 = body.of(ForceKind::reaction)[i];
    body.v[i] += 0.5 * dt / body.m[i] * (f1 + r1);
    const Vec3 dx = body.u[i] - u0[i];
    work.others += 0.5 * (f0[i] + f1).dot(dx);
    work.reaction += 0.5 * (r0[i] + r1).dot(dx);
    work.scheme += dt * dt / (8 * body.m[i]) * ((f1 + r1).squaredNorm() - (f0[i] + r0[i]).squaredNorm());
  }
  return work;
}

}  // namespace talus::test
