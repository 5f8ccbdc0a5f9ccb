// Two spheres in space, or one and a plane, that meet once under all laws of a contact of grains: velocity Verlet with
// rotation, enough to test laws without an engine.
#pragma once

#include <algorithm>
#include <cmath>

#include "talus/law/contact/contact_span.hpp"
#include "talus/law/contact/tangential/grain_tangential.hpp"

namespace talus {

/// A sphere, solid and homogeneous. `mass` may be so large that it never moves.
struct OneSphere {
  Real radius = 0.01, mass = 0.01;
  Vec3 x = Vec3::Zero(), v = Vec3::Zero(), spin = Vec3::Zero();

  [[nodiscard]] Real inertia() const { return Real(0.4) * mass * radius * radius; }
  [[nodiscard]] Real energy() const { return Real(0.5) * (mass * v.squaredNorm() + inertia() * spin.squaredNorm()); }
};

struct ObliqueLosses {
  Real plastic = 0, adhesive = 0, viscous = 0, sliding = 0, rolling = 0, twisting = 0;  ///< [J]
  [[nodiscard]] Real sum() const { return plastic + adhesive + viscous + sliding + rolling + twisting; }
};

template <class Normal>
struct ObliquePair {
  Normal normal;
  GrainTangentialLaw tangential{};
  GrainSenseLaw rolling{}, twisting{};
  OneSphere i{}, j{};
  bool plane = false;          ///< j is the half-space below y = 0, at rest
  Vec3 weight = Vec3::Zero();  ///< on i, not in the books of the energy [N]
  Real young = 1e9;            ///< E* [Pa]
  Real shear = 3e8;            ///< G* [Pa]

  Real dt = 0, stored = 0, overlap = 0;
  Real worst_bound = 0;  ///< largest |f_t| - mu_s N that was seen, with `mu` [N]
  Real mu = 0;
  ObliqueLosses lost{};
  Vec3 force = Vec3::Zero(), torque_i = Vec3::Zero(), torque_j = Vec3::Zero();
  typename Normal::History normal_history{};
  GrainTangentialHistory history{};
  SlidingHistory roll_history{}, twist_history{};
  Real power = 0;  ///< of all dashpots [W]
  Real ahead = 0;  ///< of contact_span.hpp [-]

  [[nodiscard]] Real energy() const { return i.energy() + (plane ? 0 : j.energy()) + stored + lost.sum(); }
  [[nodiscard]] Vec3 angular_momentum() const {
    return i.mass * i.x.cross(i.v) + i.inertia() * i.spin + j.mass * j.x.cross(j.v) + j.inertia() * j.spin;
  }

  [[nodiscard]] ContactPoint facts() const {
    const Real R = plane ? i.radius : i.radius * j.radius / (i.radius + j.radius);
    const Real m = plane ? i.mass : i.mass * j.mass / (i.mass + j.mass);
    return {.length = 2 * R,
            .reduced_radius = R,
            .reduced_mass = m,
            .reduced_young = young,
            .reduced_shear = shear,
            .dt = dt};
  }

  void step() {
    const OneSphere old_i = i, old_j = j;
    const Real h = dt / 2;
    kick(h);
    const Vec3 half_vi = i.v, half_vj = j.v, half_wi = i.spin, half_wj = j.spin;
    i.x += dt * i.v;
    if (!plane) j.x += dt * j.v;
    kick(h);  // predicted full step
    evaluate(old_i.x, old_j.x, half_vi - half_vj, half_wi, half_wj);
    i.v = half_vi, j.v = half_vj, i.spin = half_wi, j.spin = half_wj;
    kick(h);
  }

  /// Until they part, or for as long as `patience` [s]; true where they part.
  bool collide(Real patience) {
    bool met = false;
    for (Real t = 0; t < patience; t += dt) {
      step();
      met = met || overlap > 0;
      if (met && overlap <= 0) return true;
    }
    return false;
  }

 private:
  void kick(Real h) {
    i.v += h / i.mass * (force + weight);
    i.spin += h / i.inertia() * torque_i;
    if (plane) return;
    j.v -= h / j.mass * force;
    j.spin += h / j.inertia() * torque_j;
  }

  [[nodiscard]] Vec3 normal_at(const Vec3& xi, const Vec3& xj) const {
    return plane ? Vec3(0, 1, 0) : Vec3((xi - xj).normalized());
  }
  [[nodiscard]] Real overlap_at(const Vec3& xi, const Vec3& xj) const {
    return plane ? i.radius - xi.y() : i.radius + j.radius - (xi - xj).norm();
  }
  /// Relative velocity of the material points at the middle of the overlap.
  [[nodiscard]] Vec3 surface_velocity(const Vec3& v, const Vec3& wi, const Vec3& wj, const Vec3& n, Real delta) const {
    const Real arm_j = plane ? 0 : j.radius - delta / 2;
    return v - ((i.radius - delta / 2) * wi + arm_j * wj).cross(n);
  }

  void evaluate(const Vec3& old_xi, const Vec3& old_xj, const Vec3& half_v, const Vec3& half_wi, const Vec3& half_wj) {
    const Vec3 n = normal_at(i.x, j.x), old_n = normal_at(old_xi, old_xj), mean_n = (n + old_n).normalized();
    const Real old_overlap = overlap_at(old_xi, old_xj);
    overlap = overlap_at(i.x, j.x);
    force = torque_i = torque_j = Vec3::Zero();
    if (overlap <= 0 && old_overlap <= 0) return;
    ContactPoint point = facts();
    point.overlap = overlap;
    point.overlap_before = std::max(Real(0), old_overlap);
    const Vec3 v = i.v - j.v;
    point.closing = -v.dot(n);
    ahead = set_span(point, ahead);
    const NormalAnswer pressed = normal.evaluate(normal_history, point);
    const auto sense = [&](const Vec3& half, const Vec3& full) {
      const Real spin = dt * Real(0.5) * (half_wi + half_wj).dot(mean_n);
      return SlidingPoint{dt * half, full, {{old_n, n}, spin}, pressed.load, pressed.loading_stiffness};
    };
    const auto in_plane = [](const Vec3& u, const Vec3& about) { return Vec3(u - u.dot(about) * about); };
    const Vec3 slides =
        in_plane(surface_velocity(half_v, half_wi, half_wj, mean_n, (overlap + old_overlap) / 2), mean_n);
    const Vec3 slides_now = in_plane(surface_velocity(v, i.spin, j.spin, n, overlap), n);
    const SlidingAnswer slid = tangential.evaluate(history, sense(slides, slides_now), point);
    const Vec3 w = half_wi - half_wj, w_now = i.spin - j.spin;
    const Real a = rolling.length_of(point), b = twisting.length_of(point);
    const SlidingAnswer rolled = rolling.roll(roll_history, sense(a * w.cross(n), a * w_now.cross(n)), point);
    const SlidingAnswer twisted = twisting.twist(twist_history, sense(b * w.dot(n) * n, b * w_now.dot(n) * n), point);
    if (mu > 0) worst_bound = std::max(worst_bound, slid.force.norm() - mu * pressed.load);

    force = pressed.force * n + slid.force;
    const Vec3 turn = a * n.cross(rolled.force) + b * twisted.force;
    torque_i = -(i.radius - overlap / 2) * n.cross(slid.force) + turn;
    torque_j = -(j.radius - overlap / 2) * n.cross(slid.force) - turn;
    stored = pressed.stored + slid.stored + rolled.stored + twisted.stored;
    const Real power_now = pressed.viscous_power + slid.viscous_power + rolled.viscous_power + twisted.viscous_power;
    lost.viscous += dt / 2 * (power + power_now);
    power = power_now;
    lost.plastic += pressed.plastic_loss;
    lost.adhesive += pressed.adhesive_loss;
    lost.sliding += slid.sliding_loss;
    lost.rolling += rolled.sliding_loss;
    lost.twisting += twisted.sliding_loss;
  }
};

}  // namespace talus
