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
    motion = motion_rows<D>(reference, nodes, i).moments();
  } else {
    const FieldSums of_u = field_sums<D>(reference, nodes, nodes.displacement, i);
    motion.uX = of_u.aX;
    motion.u = of_u.a;
  }
  KinematicsOf<Real> k;
  k.H = nodes.inverse_volume[i] * motion.uX * reference.L[i];
  // Between steps dF/dt is the gradient of the half-step velocity; before the first step there is no dF.
  k.rate = dt > 0 ? Mat3((Mat3::Identity() + k.H - F_old) / dt) : gradient<D>(reference, nodes, nodes.velocity, i);
  Vec3 spin = Vec3::Zero();
  if (beta > 0) spin = non_affine_spin<D>(rest_of_linear_fit<Real>(motion, k.H, k.rate));
  nodes.stress[i].set(control_of<Real, 3>(k.H, k.rate, spin, strength));
  set_control<D>(nodes, i, spin, motion.u, strength);
  return k;
}

/// Rows of one particle after the other, which are then turned: lane by lane, packs would wait for their stores.
template <int D>
MotionMomentsOf<Pack> motion_moments(const ReferenceState& reference, const Nodes<D>& nodes, ParticleGroup<Pack> at,
                                     Mask linear) {
  MotionRows<D> rows[lanes];
  for (int l = 0; l < at.count; ++l) {
    if (lane(linear, l)) rows[l] = motion_rows<D>(reference, nodes, at[l]);
  }
  constexpr int numbers = sizeof(MotionRows<D>) / sizeof(Real);
  Pack sum[numbers];
  take_components<numbers, numbers>(reinterpret_cast<const Real*>(rows), at, sum);  // vectors alias their numbers
  MotionMomentsOf<Pack> motion;
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) {
      motion.uX(r, c) = sum[4 * r + c];
      motion.uu(r, c) = sum[4 * (D + r) + c];
      motion.uv(r, c) = sum[4 * (2 * D + r) + c];
    }
    motion.u[r] = sum[4 * r + 3];
  }
  return motion;
}

/// Numbers of rows of so many, one for each particle of a group, but only where they are wanted.
template <int count>
inline void put_rows(Real* first, ParticleGroup<Pack> at, Mask where, const Pack* numbers) {
  if (at.is_full() && !anywhere(!where)) return put_components<count, count>(first, at, numbers);
  for (int l = 0; l < at.count; ++l) {
    if (!lane(where, l)) continue;
    for (int c = 0; c < count; ++c) first[l * count + c] = numbers[c][l];
  }
}

/// A group in the midst of a step: all but the sums over bonds side by side. Only in lanes that are `linear`.
template <int D>
KinematicsOf<Pack> move_linear(const ReferenceState& reference, Nodes<D>& nodes, ParticleGroup<Pack> at, Mask linear,
                               Real beta, Real dt, const Mat3Of<Pack>& F_old) {
  const MotionMomentsOf<Pack> motion = motion_moments<D>(reference, nodes, at, linear);
  KinematicsOf<Pack> k;
  k.H = take(nodes.inverse_volume, at) * motion.uX * take(reference.L, at);
  k.rate = (Mat3Of<Pack>::Identity() + k.H - F_old) * Pack(1 / dt);
  const Vec3Of<Pack> spin = non_affine_spin<D, Pack>(rest_of_linear_fit<Pack>(motion, k.H, k.rate));
  Pack way[4], speed[4];
  take_components<4, 4>(nodes.displacement[at.first].lane, at, way);
  take_components<4, 4>(nodes.velocity[at.first].lane, at, speed);
  const ControlStrength<Pack> strength{way[3], beta};
  const Mat3Of<Pack> control = control_of<Pack, 3>(k.H, k.rate, spin, strength);
  const Vec3Of<Pack> u(way[0], way[1], way[2]), v(speed[0], speed[1], speed[2]);
  const Vec3Of<Pack> drag = strength.alpha * u + Pack(beta) * (Pack(2) * v - spin.cross(u));
  constexpr int numbers = 4 * TensorRows<D>::rows;
  Real* const stress = nodes.stress[at.first].row[0].lane;
  if constexpr (D == 2) {
    const Pack tensor[] = {control(0, 0), control(0, 1), control(1, 0), control(1, 1)};
    put_rows<numbers>(stress, at, linear, tensor);
    const Pack rest[] = {spin[2], drag[0], drag[1], strength.alpha};
    put_rows<4>(nodes.control[at.first].lane, at, linear, rest);
  } else {
    Pack tensor[numbers];
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) tensor[4 * r + c] = control(r, c);
      tensor[4 * r + 3] = drag[r];
    }
    put_rows<numbers>(stress, at, linear, tensor);
    const Pack rest[] = {spin[0], spin[1], spin[2], strength.alpha};
    put_rows<4>(nodes.control[at.first].lane, at, linear, rest);
  }
  const Pack sum_u[] = {motion.u[0], motion.u[1], motion.u[2], Pack(0)};
  put_rows<4>(nodes.sum_u[at.first].lane, at, linear, sum_u);
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

/// Lanes of particles whose fit is linear.
inline Mask linear_lanes(const ReferenceState& reference, ParticleGroup<Pack> at) {
  Mask linear = first_lanes(0);
  for (int l = 0; l < at.count; ++l) linear.set(l, reference.surface.row[at[l]] == 0);
  return linear;
}

/// Where dt and beta are not zero, groups share what they can; what has no vector form is done one by one.
template <int D>
KinematicsOf<Pack> move(const ReferenceState& reference, Nodes<D>& nodes, ParticleGroup<Pack> at, Real beta, Real dt,
                        const Mat3Of<Pack>& F_old) {
  const Mask together = beta > 0 && dt > 0 ? linear_lanes(reference, at) : first_lanes(0);
  KinematicsOf<Pack> k;
  if (anywhere(together)) k = detail::move_linear<D>(reference, nodes, at, together, beta, dt, F_old);
  for (int l = 0; l < at.count; ++l) {
    if (lane(together, l)) continue;
    const KinematicsOf<Real> one = move<D>(reference, nodes, at[l], beta, dt, lane(F_old, l));
    set_lane(k.H, l, one.H);
    set_lane(k.rate, l, one.rate);
  }
  return k;
}

/// Adds what the neighbours read of the stress P of particles to what they read of the control.
template <int D>
void add_stress(const ReferenceState& reference, Nodes<D>& nodes, ParticleGroup<Pack> at, const Mat3Of<Pack>& P) {
  const Mask linear = linear_lanes(reference, at);
  if (anywhere(linear)) {
    const Mat3Of<Pack> T = P * take(reference.L, at);
    constexpr int numbers = 4 * TensorRows<D>::rows;
    Real* const stress = nodes.stress[at.first].row[0].lane;
    Pack sum[numbers];
    detail::take_components<numbers, numbers>(stress, at, sum);
    for (int r = 0; r < D; ++r) {
      for (int c = 0; c < D; ++c) sum[(D == 2 ? 2 : 4) * r + c] += T(r, c);
    }
    detail::put_rows<numbers>(stress, at, linear, sum);
  }
  for (int l = 0; l < at.count; ++l) {
    if (!lane(linear, l)) add_stress<D>(reference, nodes, at[l], lane(P, l));
  }
}

}  // namespace talus
