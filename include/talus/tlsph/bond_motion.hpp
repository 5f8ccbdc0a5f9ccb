// Motion around a particle from its list of bonds: its deformation, and what its neighbours read of the hourglass
// control.
#pragma once

#include "talus/numerics/prefetch.hpp"
#include "talus/numerics/row_packs.hpp"
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

/// The numbers of so many rows of each particle of a group; row(l) is the first of lane l.
template <int rows, class RowOf>
inline void turn_rows(RowOf&& row, Pack* numbers) {
  for (int k = 0; k < rows; ++k) {
    const RowPack four = load_rows([&](int l) { return row(l) + 4 * k; });
    numbers[4 * k] = four.x, numbers[4 * k + 1] = four.y, numbers[4 * k + 2] = four.z, numbers[4 * k + 3] = four.w;
  }
}

/// Rows of sums over bonds, of one particle after the other, which are then turned: lane by lane, packs would wait for
/// their stores. Zero beyond the last particle.
template <class Rows, class RowsOf>
inline void sum_group(ParticleGroup<Pack> at, Pack* numbers, RowsOf&& rows_of) {
  Rows rows[lanes];
  for (int l = 0; l < at.count; ++l) rows[l] = rows_of(l);
  turn_rows<sizeof(Rows) / sizeof(NodeRow)>([&](int l) { return reinterpret_cast<const Real*>(rows + l); }, numbers);
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

/// So many rows from row_of(l) on for each particle of a group, but only where they are wanted.
template <int rows, class RowOf>
inline void put_rows(RowOf&& row_of, Mask where, const Pack* numbers) {
  NodeRow unwanted;
  for (int k = 0; k < rows; ++k) {
    const Pack* const four = numbers + 4 * k;
    store_rows({four[0], four[1], four[2], four[3]},
               [&](int l) { return lane(where, l) ? row_of(l)[k].lane : unwanted.lane; });
  }
}
inline void put_vectors(std::vector<NodeRow>& rows, ParticleGroup<Pack> at, Mask where, const Vec3Of<Pack>& a) {
  const Pack numbers[] = {a[0], a[1], a[2], Pack(0)};
  put_rows<1>([&](int l) { return &rows[at.first] + l; }, where, numbers);
}

/// Vectors row_of(i).
template <class RowOf>
inline Vec3Of<Pack> vectors_at(ParticleGroup<Pack> at, RowOf&& row_of) {
  return load_rows([&](int l) { return row_of(at[l]).lane; }).vec();
}
inline Vec3Of<Pack> vectors_at(const std::vector<NodeRow>& rows, ParticleGroup<Pack> at) {
  return vectors_at(at, [&](Index i) -> const NodeRow& { return rows[i]; });
}
template <int D>
inline Vec3Of<Pack> displacements(const Nodes<D>& nodes, ParticleGroup<Pack> at) {
  return vectors_at(at, [&](Index i) -> const NodeRow& { return nodes.placed[i].u; });
}

/// What neighbours read of a tensor and of `y` beside it, of those that are `wanted`.
template <int D>
inline void show(Nodes<D>& nodes, ParticleGroup<Pack> at, Mask wanted, const Mat3Of<Pack>& tensor,
                 const Vec3Of<Pack>& y) {
  const Vec3Of<Pack> at_place =
      tensor * vectors_at(at, [&](Index i) -> const NodeRow& { return nodes.placed[i].X; }) + y;
  Pack rows[4 * ShownTensor<D>::rows] = {};
  if constexpr (D == 2) {
    for (int k = 0; k < 4; ++k) rows[k] = tensor(k / 2, k % 2);
    for (int r = 0; r < 2; ++r) rows[4 + r] = at_place[r];
  } else {
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) rows[4 * r + c] = tensor(r, c);
      rows[4 * r + 3] = at_place[r];
    }
  }
  put_rows<ShownTensor<D>::rows>([&](int l) { return (&nodes.stress[at.first] + l)->row; }, wanted, rows);
}

/// The fourth lanes of D rows.
template <int D>
inline Vec3Of<Pack> fourth_of(const Pack* rows) {
  Vec3Of<Pack> a = Vec3Of<Pack>::Zero();
  for (int r = 0; r < D; ++r) a[r] = rows[4 * r + 3];
  return a;
}

inline NodeRow row_of(const Vec3& a) { return {{a[0], a[1], a[2], 0}}; }

}  // namespace detail

/// Motion around particle i. Writes the springs' part of what neighbours read; its alpha is in the fourth lane of X.
template <int D>
LocalMotionOf<Real> deform(const ReferenceState& reference, Nodes<D>& nodes, Index i) {
  const Real alpha = nodes.placed[i].X.lane[3];
  if (reference.surface.row[i] > 0) {
    const DisplacementFit<D> fit = fit_displacement<D>(reference, nodes, i);
    FitRows<D> pull;
    for (int r = 0; r < D; ++r) pull.add(r, -alpha, fit.C.row[r]);
    set_tensor<D>(reference, nodes, i, pull);
    nodes.direct[i] = detail::row_of(fit.direct);
    return {detail::gradient_of<D>(fit.C), fit.explained};
  }
  const FieldSums of_u = displacement_sums<D>(reference, nodes, i).sums();
  const Mat3 H = nodes.inverse_volume[i] * of_u.aX * reference.L[i];
  nodes.stress[i].set(-alpha * H);
  nodes.direct[i] = detail::row_of(of_u.stiffened);
  return {H, of_u.aX.cwiseProduct(H).sum()};
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
    return lane(sums.linear, l) ? displacement_sums<D>(reference, nodes, at[l]) : FieldRows<D>{};
  });
  return sums;
}

/// Of a group, whose sums over bonds are known: what has no vector form is done one by one. Where the fit is linear,
/// what neighbours read is written with the stress.
template <int D>
LocalMotionOf<Pack> deform(const ReferenceState& reference, Nodes<D>& nodes, ParticleGroup<Pack> at,
                           const GroupSums<D>& sums) {
  LocalMotionOf<Pack> motion;
  if (anywhere(sums.linear)) {
    const Mat3Of<Pack> uX = detail::tensor_of<D>(sums.sum);
    motion.H = take(nodes.inverse_volume, at) * uX * take(reference.L, at);
    motion.explained = uX.cwiseProduct(motion.H).sum();
    detail::put_vectors(nodes.direct, at, sums.linear, detail::fourth_of<D>(sums.sum));
  }
  for (int l = 0; l < at.count; ++l) {
    if (lane(sums.linear, l)) continue;
    const LocalMotionOf<Real> of_one = deform<D>(reference, nodes, at[l]);
    set_lane(motion.H, l, of_one.H);
    motion.explained.set(l, of_one.explained);
  }
  return motion;
}

/// Writes the dashpots' part of what neighbours read of particle i, whose fit is of second order. Returns
/// sum_j V_i V_j w_ij |e_ji|^2 [m^d].
template <int D>
Real brake(const ReferenceState& reference, Nodes<D>& nodes, Index i, Real beta) {
  FittedMotion<D> motion = fitted_motion<D>(reference, nodes, i);
  const Vec3 u = vector_of(nodes.placed[i].u);
  motion.rest.way2 = way_squared<D, Real>(reference, nodes.way + u, nodes.inverse_volume[i]);
  const Vec3 spin = non_affine_spin<D>(motion.rest);
  set_tensor<D>(reference, nodes, i, braking_of<D>(motion, spin, beta));
  nodes.stress[i].set_place(nodes.place(i), drag_of<Real>(u, vector_of(nodes.velocity[i]), spin, beta));
  nodes.spin[i] = detail::row_of(spin);
  nodes.direct[i] = detail::row_of(motion.sum_u);
  return motion.rest.ee.trace();
}

/// Of a group; calls on_the_way(l) before the bonds of lane l.
template <int D, class OnTheWay>
Pack brake(const ReferenceState& reference, Nodes<D>& nodes, ParticleGroup<Pack> at, Real beta, OnTheWay&& on_the_way) {
  const Mask linear = linear_lanes(reference, at);
  Pack misfit = 0;
  if (anywhere(linear)) {
    Pack sum[sizeof(MotionRows<D>) / sizeof(Real)];
    detail::sum_group<MotionRows<D>>(at, sum, [&](int l) {
      on_the_way(l);
      return lane(linear, l) ? motion_rows<D>(reference, nodes, at[l]) : MotionRows<D>{};
    });
    const Pack *const vX = sum + 4 * D, *const squares = vX + 4 * D, *const products = squares + 4;
    const Pack* const turn = products + 4;
    MotionMomentsOf<Pack> motion{detail::tensor_of<D>(sum), detail::tensor_of<D>(vX), {}, {turn[1], turn[2], turn[0]}};
    motion.uu << squares[0], products[0], products[2], products[0], squares[1], products[1], products[2], products[1],
        squares[2];
    const Mat3Of<Pack> L = take(reference.L, at);
    const Pack share = take(nodes.inverse_volume, at);
    const Mat3Of<Pack> H = share * motion.uX * L, rate = share * motion.vX * L;
    NonAffineMotion<Pack> rest = rest_of_linear_fit<Pack>(motion, H, rate);
    const Vec3Of<Pack> u = detail::displacements(nodes, at), v = detail::vectors_at(nodes.velocity, at);
    rest.way2 = way_squared<D, Pack>(reference, nodes.way.template cast<Pack>() + u, share);
    const Vec3Of<Pack> spin = non_affine_spin<D, Pack>(rest);
    misfit = rest.ee.trace();
    detail::show<D>(nodes, at, linear, braking_of<Pack, 3>(H, rate, spin, beta), drag_of<Pack>(u, v, spin, beta));
    detail::put_vectors(nodes.direct, at, linear, detail::fourth_of<D>(sum));
    detail::put_vectors(nodes.spin, at, linear, spin);
  }
  for (int l = 0; l < at.count; ++l) {
    if (!lane(linear, l)) misfit.set(l, brake<D>(reference, nodes, at[l], beta));
  }
  return misfit;
}

/// Writes what the neighbours read of the stress P of particles and of springs with stiffness alpha: P L - alpha H,
/// which is (P - alpha sum u_ji (x) X_ji) L; of fits of second order it is added to what deform() has written.
template <int D>
void add_stress(const ReferenceState& reference, Nodes<D>& nodes, ParticleGroup<Pack> at, const Mat3Of<Pack>& P,
                const Pack& alpha, const GroupSums<D>& sums) {
  if (anywhere(sums.linear)) {
    const Pack pull = alpha * take(nodes.inverse_volume, at);
    const Mat3Of<Pack> T = (P - pull * detail::tensor_of<D>(sums.sum)) * take(reference.L, at);
    detail::show<D>(nodes, at, sums.linear, T, Vec3Of<Pack>::Zero());
  }
  for (int l = 0; l < at.count; ++l) {
    if (!lane(sums.linear, l)) add_stress<D>(reference, nodes, at[l], lane(P, l));
  }
}

}  // namespace talus
