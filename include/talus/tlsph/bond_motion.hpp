// Motion around a particle from its list of bonds: its deformation, and what its neighbours read of the hourglass
// control.
#pragma once

#include "talus/numerics/prefetch.hpp"
#include "talus/tlsph/deformation.hpp"
#include "talus/tlsph/particle_group.hpp"
#include "talus/tlsph/particle_motion.hpp"
#include "talus/tlsph/quadratic_fit.hpp"

namespace talus {

/// Lanes of particles whose fit is linear.
inline Mask linear_lanes(const ReferenceState& reference, ParticleGroup<Pack> at) {
  Mask linear = first_lanes(0);
  prefetch_later(&reference.surface.row[at.first], 64);
  for (int l = 0; l < at.count; ++l) linear.set(l, reference.surface.row[at[l]] == 0);
  return linear;
}

namespace detail {

/// Rows of sums over bonds, of one particle after the other, which are then turned: lane by lane, packs would wait for
/// their stores.
template <class Rows, class RowsOf>
inline void sum_group(ParticleGroup<Pack> at, Pack* numbers, RowsOf&& rows_of) {
  Rows rows[lanes];
  for (int l = 0; l < at.count; ++l) rows[l] = rows_of(l);
  constexpr int count = sizeof(Rows) / sizeof(Real);
  take_components<count, count>(reinterpret_cast<const Real*>(rows), at, numbers);  // vectors alias their numbers
}

/// D rows of four numbers, without the fourth.
template <int D>
inline Mat3Of<Pack> tensor_of(const Pack* rows) {
  Mat3Of<Pack> m = Mat3Of<Pack>::Zero();
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) m(r, c) = rows[4 * r + c];
  }
  return m;
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

/// What neighbours read of the control's tensor, and the sums that particles keep: of those that are `wanted`. In space
/// the drag of dashpots goes with the tensor; springs have none.
template <int D>
inline void show(Nodes<D>& nodes, ParticleGroup<Pack> at, Mask wanted, const Mat3Of<Pack>& tensor,
                 const Vec3Of<Pack>& drag, const Vec3Of<Pack>& direct) {
  constexpr int numbers = 4 * TensorRows<D>::rows;
  Pack rows[numbers];
  if constexpr (D == 2) {
    for (int k = 0; k < 4; ++k) rows[k] = tensor(k / 2, k % 2);
  } else {
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) rows[4 * r + c] = tensor(r, c);
      rows[4 * r + 3] = drag[r];
    }
  }
  put_rows<numbers>(nodes.stress[at.first].row[0].lane, at, wanted, rows);
  const Pack sum[] = {direct[0], direct[1], direct[2], Pack(0)};
  put_rows<4>(nodes.direct[at.first].lane, at, wanted, sum);
}

/// The fourth lanes of D rows.
template <int D>
inline Vec3Of<Pack> fourth_of(const Pack* rows) {
  Vec3Of<Pack> a = Vec3Of<Pack>::Zero();
  for (int r = 0; r < D; ++r) a[r] = rows[4 * r + 3];
  return a;
}

inline NodeRow row_of(const Vec3& a) { return {{a[0], a[1], a[2], 0}}; }

inline Vec3Of<Pack> vectors_at(const std::vector<NodeRow>& rows, ParticleGroup<Pack> at) {
  Pack number[4];
  take_components<4, 4>(rows[at.first].lane, at, number);
  return {number[0], number[1], number[2]};
}

}  // namespace detail

/// F - I around particle i. Writes the springs' part of what neighbours read; its alpha is in the fourth lane of X.
template <int D>
Mat3 deform(const ReferenceState& reference, Nodes<D>& nodes, Index i) {
  const Real alpha = nodes.reference[i].lane[3];
  if (reference.surface.row[i] > 0) {
    const DisplacementFit<D> fit = fit_displacement<D>(reference, nodes, i);
    set_tensor<D>(reference, nodes, i, -alpha * fit.C);
    nodes.direct[i] = detail::row_of(fit.direct);
    return padded<D>(fit.C);
  }
  const FieldSums of_u = field_sums<D>(reference, nodes, nodes.displacement, i).sums();
  const Mat3 H = nodes.inverse_volume[i] * of_u.aX * reference.L[i];
  nodes.stress[i].set(-alpha * H);
  nodes.direct[i] = detail::row_of(of_u.stiffened);
  return H;
}

/// Sums over the bonds of a group of particles, where the fit is linear.
template <int D>
struct GroupSums {
  Mask linear;
  Pack sum[4 * D];  ///< FieldRows of the displacement
};

/// Calls on_the_way(l) before the bonds of lane l.
template <int D, class OnTheWay>
GroupSums<D> group_sums(const ReferenceState& reference, const Nodes<D>& nodes, ParticleGroup<Pack> at,
                        OnTheWay&& on_the_way) {
  GroupSums<D> sums{linear_lanes(reference, at), {}};
  detail::sum_group<FieldRows<D>>(at, sums.sum, [&](int l) {
    on_the_way(l);
    return lane(sums.linear, l) ? field_sums<D>(reference, nodes, nodes.displacement, at[l]) : FieldRows<D>{};
  });
  return sums;
}

/// Of a group, whose sums over bonds are known: what has no vector form is done one by one.
template <int D>
Mat3Of<Pack> deform(const ReferenceState& reference, Nodes<D>& nodes, ParticleGroup<Pack> at,
                    const GroupSums<D>& sums) {
  Mat3Of<Pack> H = Mat3Of<Pack>::Zero();
  if (anywhere(sums.linear)) {
    const Pack alpha = detail::take_component<4>(nodes.reference[at.first].lane, at, 3);
    H = take(nodes.inverse_volume, at) * detail::tensor_of<D>(sums.sum) * take(reference.L, at);
    detail::show<D>(nodes, at, sums.linear, Mat3Of<Pack>(-alpha * H), Vec3Of<Pack>::Zero(),
                    detail::fourth_of<D>(sums.sum));
  }
  for (int l = 0; l < at.count; ++l) {
    if (!lane(sums.linear, l)) set_lane(H, l, deform<D>(reference, nodes, at[l]));
  }
  return H;
}

/// Writes the dashpots' part of what neighbours read of particle i, whose fit is of second order.
template <int D>
void brake(const ReferenceState& reference, Nodes<D>& nodes, Index i, Real beta) {
  const FittedMotion<D> motion = fitted_motion<D>(reference, nodes, i);
  const Vec3 spin = non_affine_spin<D>(motion.rest);
  Mat3 turn = Mat3::Zero();
  turn << 0, -spin[2], spin[1], spin[2], 0, -spin[0], -spin[1], spin[0], 0;
  set_tensor<D>(reference, nodes, i, -beta * (motion.rate - turn.topLeftCorner<D, D>() * motion.value));
  nodes.set_control(i,
                    {drag_of<Real>(vector_of(nodes.displacement[i]), vector_of(nodes.velocity[i]), spin, beta), spin});
  nodes.direct[i] = detail::row_of(motion.sum_u);
}

/// Of a group; calls on_the_way(l) before the bonds of lane l.
template <int D, class OnTheWay>
void brake(const ReferenceState& reference, Nodes<D>& nodes, ParticleGroup<Pack> at, Real beta, OnTheWay&& on_the_way) {
  const Mask linear = linear_lanes(reference, at);
  if (anywhere(linear)) {
    Pack sum[sizeof(MotionRows<D>) / sizeof(Real)];
    detail::sum_group<MotionRows<D>>(at, sum, [&](int l) {
      on_the_way(l);
      return lane(linear, l) ? motion_rows<D>(reference, nodes, at[l]) : MotionRows<D>{};
    });
    const auto tensor = [&](int number) { return detail::tensor_of<D>(sum + 4 * D * number); };
    const MotionMomentsOf<Pack> motion{tensor(0), tensor(1), tensor(2), tensor(3)};
    const Mat3Of<Pack> L = take(reference.L, at);
    const Pack share = take(nodes.inverse_volume, at);
    const Mat3Of<Pack> H = share * motion.uX * L, rate = share * motion.vX * L;
    const Vec3Of<Pack> spin = non_affine_spin<D, Pack>(rest_of_linear_fit<Pack>(motion, H, rate));
    const Vec3Of<Pack> drag =
        drag_of<Pack>(detail::vectors_at(nodes.displacement, at), detail::vectors_at(nodes.velocity, at), spin, beta);
    detail::show<D>(nodes, at, linear, braking_of<Pack, 3>(H, rate, spin, beta), drag, detail::fourth_of<D>(sum));
    const Pack control[] = {spin[D == 3 ? 0 : 2], D == 3 ? spin[1] : drag[0], D == 3 ? spin[2] : drag[1], Pack(0)};
    detail::put_rows<4>(nodes.control[at.first].lane, at, linear, control);
  }
  for (int l = 0; l < at.count; ++l) {
    if (!lane(linear, l)) brake<D>(reference, nodes, at[l], beta);
  }
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
