// Motion around a particle from its list of bonds: writes what its neighbours read of the hourglass control.
#pragma once

#include "talus/tlsph/deformation.hpp"
#include "talus/tlsph/particle_group.hpp"
#include "talus/tlsph/particle_motion.hpp"
#include "talus/tlsph/quadratic_fit.hpp"

namespace talus {

namespace detail {

/// Without viscous control (beta = 0) what is left of the motion does not matter.
template <int D>
KinematicsOf<Real> move_linear(const ReferenceState& reference, Nodes<D>& nodes, Index i, Real beta, Real dt,
                               const Mat3& F_old) {
  const bool damped = beta > 0;
  const MotionMoments motion = damped ? motion_moments<D>(reference, nodes, i) : MotionMoments{};
  KinematicsOf<Real> k;
  k.H = damped ? Mat3(motion.uX * reference.L[i]) : gradient<D>(reference, nodes, nodes.displacement, i);
  // Between steps dF/dt is the gradient of the half-step velocity; before the first step there is no dF.
  k.rate = dt > 0 ? Mat3((Mat3::Identity() + k.H - F_old) / dt) : gradient<D>(reference, nodes, nodes.velocity, i);
  Vec3 spin = Vec3::Zero();
  if (damped) {
    spin = non_affine_spin<D>(rest_of_linear_fit(motion, k.H, k.rate));
    nodes.set_spin(i, spin);
  }
  nodes.hourglass[i].set(control_of<Real, 3>(k.H, k.rate, spin, {nodes.displacement[i].lane[3], beta}));
  return k;
}

template <int D>
KinematicsOf<Real> move_fitted(const ReferenceState& reference, Nodes<D>& nodes, Index i, Real beta) {
  const FittedMotion<D> motion = fitted_motion<D>(reference, nodes, i);
  const Vec3 spin = non_affine_spin<D>(motion.rest);
  Mat3 turn = Mat3::Zero();
  turn << 0, -spin[2], spin[1], spin[2], 0, -spin[0], -spin[1], spin[0], 0;
  const FitCoefficients<D> braked = motion.rate - turn.topLeftCorner<D, D>() * motion.value;
  set_hourglass<D>(reference, nodes, i, -nodes.displacement[i].lane[3] * motion.value - beta * braked);
  nodes.set_spin(i, spin);
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
