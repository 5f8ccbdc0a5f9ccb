// Motion around a particle from its list of bonds: writes what its neighbours read of the hourglass control.
#pragma once

#include "talus/tlsph/deformation.hpp"
#include "talus/tlsph/particle_group.hpp"
#include "talus/tlsph/particle_motion.hpp"
#include "talus/tlsph/quadratic_fit.hpp"

namespace talus {

namespace detail {

/// What neighbours read of the control beside its tensor, and what the particle itself needs for its force.
template <int D>
inline void set_control(Nodes<D>& nodes, Index i, const Vec3& spin, const Vec3& sum_u, ControlStrength<Real> strength) {
  const Real *u = nodes.displacement[i].lane, *v = nodes.velocity[i].lane;
  const Vec3 way(u[0], u[1], u[2]), speed(v[0], v[1], v[2]);
  nodes.set_control(i, {strength.alpha * way + strength.beta * (2 * speed - spin.cross(way)), spin, strength.alpha});
  nodes.sum_u[i] = {{sum_u[0], sum_u[1], sum_u[2], 0}};
}

/// Without viscous control (beta = 0) the spin of what is left of the motion does not matter.
template <int D>
KinematicsOf<Real> move_linear(const ReferenceState& reference, Nodes<D>& nodes, Index i, Real beta, Real dt,
                               const Mat3& F_old) {
  const ControlStrength<Real> strength{nodes.displacement[i].lane[3], beta};
  MotionMoments motion;
  if (beta > 0) {
    motion = motion_moments<D>(reference, nodes, i);
  } else {
    const FieldSums of_u = field_sums<D>(reference, nodes, nodes.displacement, i);
    motion.uX = of_u.aX;
    motion.u = of_u.a;
  }
  KinematicsOf<Real> k;
  k.H = motion.uX * reference.L[i];
  // Between steps dF/dt is the gradient of the half-step velocity; before the first step there is no dF.
  k.rate = dt > 0 ? Mat3((Mat3::Identity() + k.H - F_old) / dt) : gradient<D>(reference, nodes, nodes.velocity, i);
  Vec3 spin = Vec3::Zero();
  if (beta > 0) spin = non_affine_spin<D>(rest_of_linear_fit(motion, k.H, k.rate));
  nodes.stress[i].set(control_of<Real, 3>(k.H, k.rate, spin, strength));
  set_control<D>(nodes, i, spin, motion.u, strength);
  return k;
}

template <int D>
KinematicsOf<Real> move_fitted(const ReferenceState& reference, Nodes<D>& nodes, Index i, Real beta) {
  const ControlStrength<Real> strength{nodes.displacement[i].lane[3], beta};
  const FittedMotion<D> motion = fitted_motion<D>(reference, nodes, i);
  const Vec3 spin = non_affine_spin<D>(motion.rest);
  Mat3 turn = Mat3::Zero();
  turn << 0, -spin[2], spin[1], spin[2], 0, -spin[0], -spin[1], spin[0], 0;
  const FitCoefficients<D> braked = motion.rate - turn.topLeftCorner<D, D>() * motion.value;
  set_tensor<D>(reference, nodes, i, -strength.alpha * motion.value - beta * braked);
  set_control<D>(nodes, i, spin, motion.sum_u, strength);
  return {motion.gradient(), motion.gradient_rate()};
}

}  // namespace detail

template <int D>
KinematicsOf<Real> move(const ReferenceState& reference, Nodes<D>& nodes, Index i, Real beta, Real dt,
                        const Mat3& F_old) {
  if (reference.surface.row[i] > 0) return detail::move_fitted<D>(reference, nodes, i, beta);
  return detail::move_linear<D>(reference, nodes, i, beta, dt, F_old);
}

}  // namespace talus
