#include "talus/dem/grain_motion.hpp"

#include <cmath>

#include "talus/core/parallel.hpp"
#include "talus/dem/rigid_motion.hpp"

namespace talus {
namespace {

enum Sum : std::size_t { contact, body_force, held, scheme, kinetic, rotational, sum_count };
using Sums = std::array<Real, sum_count>;

GrainWork to_work(const Sums& s) { return {s[contact], s[body_force], s[held], s[scheme], s[kinetic], s[rotational]}; }

/// Inverse inertia in space on a vector, of grain `i`.
Vec3 over_inertia(const GrainBody& body, Index i, const Vec3& L) {
  if (body.clumped) return angular_velocity(body.orientation[i], L, body.clumps.inertia[i]);
  return body.grains.half_spin[i].w * L;
}

Vec3 total_force(const GrainBody& body, Index i, const Vec3& weight) {
  return body.grains.force[i].vec() + body.grains.velocity[i].w * weight;
}

/// Half of the step's work of what acts on grain i while it moves with `v` and turns with `omega`.
void book(const GrainBody& body, Index i, const Vec3& weight, Real dt, const Vec3& v, const Vec3& omega, Sums& sum) {
  const SphereRows& g = body.grains;
  const Real done = Real(0.5) * dt * (g.force[i].vec().dot(v) + g.torque[i].vec().dot(omega));
  sum[contact] -= done;
  if (g.half_velocity[i].w == 0) {
    sum[held] += done;
  } else {
    sum[body_force] -= Real(0.5) * dt * g.velocity[i].w * weight.dot(v);
  }
}

/// dt^2/8 (F.F/m + T.I^-1 T).
Real scheme_term(Real dt, const Vec3& F, Real per_mass, const Vec3& T, const Vec3& T_over_inertia) {
  return dt * dt / 8 * (per_mass * F.squaredNorm() + T.dot(T_over_inertia));
}

/// Turns a sphere by its spin and a clump by its free motion; leaves spins of the half step and ahead.
void turn_sphere(GrainBody& body, Index i, Real dt, const Vec3& half_kick) {
  SphereRows& g = body.grains;
  const Vec3 omega = g.half_spin[i].vec();
  rotate_sphere(body.orientation[i], omega, dt);
  g.spin[i].set(omega + half_kick);
}

void turn_clump(GrainBody& body, Index i, Real dt) {
  SphereRows& g = body.grains;
  ClumpState& c = body.clumps;
  const Vec3 before = g.half_spin[i].vec();
  rotate_free(body.orientation[i], c.angular_momentum[i], c.inertia[i], dt);
  const Vec3 after = over_inertia(body, i, c.angular_momentum[i]);
  g.half_spin[i].set(Real(0.5) * (before + after));
  const Vec3 ahead = c.angular_momentum[i] + Real(0.5) * dt * g.torque[i].vec();
  g.spin[i].set(over_inertia(body, i, ahead));
}

Real rotational_energy(const GrainBody& body, Index i) {
  const Vec3 omega = body.grains.spin[i].vec();
  if (body.clumped) return Real(0.5) * omega.dot(body.clumps.angular_momentum[i]);
  return Real(0.5) * body.grains.spin[i].w * omega.squaredNorm();
}

/// The spheres of clump i where it is now; their half velocity is what took them there.
void carry_spheres(GrainBody& body, Index i, Real dt) {
  const SphereRows& g = body.grains;
  ClumpState& c = body.clumps;
  const Mat3 R = body.orientation[i].toRotationMatrix();
  for (Index s = c.first[i]; s < c.first[i + 1]; ++s) {
    const Vec3 arm = R * c.arm[s];
    const Vec3 x = g.position[i].vec() + arm;
    const Vec3 moved = x - c.spheres.position[s].vec();
    c.spheres.position[s].set(x);
    c.spheres.half_velocity[s].set(dt > 0 ? Vec3(moved / dt)
                                          : Vec3(g.half_velocity[i].vec() + g.half_spin[i].vec().cross(arm)));
    c.spheres.half_spin[s].set(g.half_spin[i].vec());
    c.spheres.velocity[s].set(g.velocity[i].vec() + g.spin[i].vec().cross(arm));
    c.spheres.spin[s].set(g.spin[i].vec());
  }
}

}  // namespace

GrainWork& GrainWork::operator+=(const GrainWork& other) {
  contact += other.contact;
  body_force += other.body_force;
  held += other.held;
  scheme += other.scheme;
  kinetic += other.kinetic;
  rotational += other.rotational;
  return *this;
}

GrainWork kick_and_drift(GrainBody& body, Real dt) {
  thread_local parallel::Minimum storage;  // grows once, then no allocation
  parallel::Minimum& slowness = storage;
  slowness.reset(body.size());
  SphereRows& g = body.grains;
  const auto sums = parallel::sum<sum_count>(body.size(), [&](Index i, Sums& sum) {
    const Real per_mass = g.half_velocity[i].w;
    const Vec3 F = total_force(body, i, body.weight), T = g.torque[i].vec();
    const Vec3 kick = (Real(0.5) * dt * per_mass) * F;
    const Vec3 v = g.velocity[i].vec() + kick;
    const Vec3 T_over_inertia = over_inertia(body, i, T);
    const Vec3 turn_kick = (Real(0.5) * dt) * T_over_inertia;
    const Vec3 omega = g.spin[i].vec() + turn_kick;
    if (body.clumped) body.clumps.angular_momentum[i] += (Real(0.5) * dt) * T;
    book(body, i, body.weight, dt, v, omega, sum);
    sum[scheme] += scheme_term(dt, F, per_mass, T, T_over_inertia);
    g.half_velocity[i].set(v);
    g.half_spin[i].set(omega);
    g.velocity[i].set(v + kick);
    g.position[i].add(dt * v);
    if (body.clumped) {
      turn_clump(body, i, dt);
      carry_spheres(body, i, dt);
    } else {
      turn_sphere(body, i, dt, turn_kick);
    }
    const Real r = body.clumped ? g.position[i].w : 0;
    slowness.take(i, -(v.norm() + r * omega.norm()));
  });
  body.max_speed = body.size() > 0 ? -slowness.value() : 0;
  return to_work(sums);
}

GrainWork kick(GrainBody& body, Real dt, const Vec3& weight) {
  body.weight = weight;
  SphereRows& g = body.grains;
  return to_work(parallel::sum<sum_count>(body.size(), [&](Index i, Sums& sum) {
    const Real per_mass = g.half_velocity[i].w;
    const Vec3 F = total_force(body, i, weight), T = g.torque[i].vec();
    const Vec3 v = g.half_velocity[i].vec();
    // Of a clump the spin at the end of its free motion; that of a sphere does not change on the way.
    const Vec3 omega = body.clumped ? over_inertia(body, i, body.clumps.angular_momentum[i]) : g.half_spin[i].vec();
    const Vec3 T_over_inertia = over_inertia(body, i, T);
    book(body, i, weight, dt, v, omega, sum);
    sum[scheme] -= scheme_term(dt, F, per_mass, T, T_over_inertia);
    g.velocity[i].set(v + (Real(0.5) * dt * per_mass) * F);
    g.spin[i].set(omega + (Real(0.5) * dt) * T_over_inertia);
    if (body.clumped) body.clumps.angular_momentum[i] += (Real(0.5) * dt) * T;
    sum[kinetic] += Real(0.5) * g.velocity[i].w * g.velocity[i].vec().squaredNorm();
    sum[rotational] += rotational_energy(body, i);
  }));
}

GrainWork energies(const GrainBody& body) {
  return to_work(parallel::sum<sum_count>(body.size(), [&](Index i, Sums& sum) {
    const SphereRows& g = body.grains;
    sum[kinetic] += Real(0.5) * g.velocity[i].w * g.velocity[i].vec().squaredNorm();
    sum[rotational] += rotational_energy(body, i);
  }));
}

void clear_forces(GrainBody& body) {
  const auto clear = [](SphereRows& rows) {
    parallel::for_each(rows.size(), [&](Index i) { rows.force[i] = rows.torque[i] = Row(); });
  };
  clear(body.grains);
  if (body.clumped) clear(body.clumps.spheres);
}

void gather_clumps(GrainBody& body) {
  if (!body.clumped) return;
  SphereRows& g = body.grains;
  const ClumpState& c = body.clumps;
  parallel::for_each(body.size(), [&](Index i) {
    Vec3 F = Vec3::Zero(), T = Vec3::Zero();
    Real contacts = 0;
    for (Index s = c.first[i]; s < c.first[i + 1]; ++s) {
      const Vec3 f = c.spheres.force[s].vec();
      F += f;
      T += c.spheres.torque[s].vec() + (c.spheres.position[s].vec() - g.position[i].vec()).cross(f);
      contacts += c.spheres.force[s].w;
    }
    g.force[i] = Row(F, contacts);
    g.torque[i] = Row(T);
  });
}

void place_grains(GrainBody& body, Index first) {
  SphereRows& g = body.grains;
  for (Index i = first; i < body.size(); ++i) {
    g.half_velocity[i].set(g.velocity[i].vec());
    g.half_spin[i].set(g.spin[i].vec());
    if (body.clumped) carry_spheres(body, i, 0);
    const Real arm = body.clumped ? g.position[i].w : 0;
    body.max_speed = std::max(body.max_speed, g.velocity[i].vec().norm() + arm * g.spin[i].vec().norm());
  }
}

Vec3 linear_momentum(const GrainBody& body) {
  const auto p = parallel::sum<3>(body.size(), [&](Index i, std::array<Real, 3>& sum) {
    const Row& v = body.grains.velocity[i];
    sum[0] += v.w * v.x, sum[1] += v.w * v.y, sum[2] += v.w * v.z;
  });
  return {p[0], p[1], p[2]};
}

Vec3 angular_momentum(const GrainBody& body) {
  const auto L = parallel::sum<3>(body.size(), [&](Index i, std::array<Real, 3>& sum) {
    const SphereRows& g = body.grains;
    const Vec3 own = body.clumped ? body.clumps.angular_momentum[i] : Vec3(g.spin[i].w * g.spin[i].vec());
    const Vec3 l = g.velocity[i].w * g.position[i].vec().cross(g.velocity[i].vec()) + own;
    for (int a = 0; a < 3; ++a) sum[a] += l[a];
  });
  return {L[0], L[1], L[2]};
}

Real total_mass(const GrainBody& body) {
  return parallel::sum<1>(body.size(),
                          [&](Index i, std::array<Real, 1>& sum) { sum[0] += body.grains.velocity[i].w; })[0];
}

}  // namespace talus
