// Forces of stress and of the merged hourglass control in gathers over the bonds (tlsph 3, 7).
//
//   f_i = sum_j V_i V_j (T_i + T_j) grad W_ij + V_i sum_j V_j w_ij (alpha_i + alpha_j) u_ji, T = P L - alpha (F - I)
// in every step: the second sum is known when the motion around the particle is. Of dashpots, with T = -beta (dF/dt
// - Omega x (F - I)),
//   f_i = sum_j V_i V_j (T_i + T_j) grad W_ij + V_i sum_j V_j w_ij [2 beta v_ji - beta (Omega_i + Omega_j) x u_ji],
// where the second sum is that of (tlsph 31), in which a neighbour shows what it has made of its own motion:
//   y_ji - beta (Omega_i x u_ji - Omega_ji x u_i),  y = beta (2 v - Omega x u)
// Every term is antisymmetric in (i, j): linear momentum is exact; F uses the same operator, so angular momentum is
// too, and the force of stress and springs is the exact gradient of their energies.
#pragma once

#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

namespace detail {

/// {y z x -}
inline Lanes rotated(Lanes v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3); }

/// Products of tensors and vectors, row by row; the lanes of a row are summed at the end.
template <int D>
struct ProductRows {
  Lanes row[TensorRows<D>::rows] = {};

  /// Adds (own + other) g.
  void add(const Lanes* own, const TensorRows<D>& other, Lanes g) {
    if constexpr (D == 2) g = __builtin_shufflevector(g, g, 0, 1, 0, 1);
    for (int r = 0; r < TensorRows<D>::rows; ++r) row[r] += (own[r] + other.row[r].lanes()) * g;
  }
  ProductRows& operator+=(const ProductRows& other) {
    for (int r = 0; r < TensorRows<D>::rows; ++r) row[r] += other.row[r];
    return *this;
  }
};

template <int D>
inline Vec3 row_sums(const ProductRows<D>& of) {
  const Lanes* row = of.row;
  if constexpr (D == 2) return {row[0][0] + row[0][1], row[0][2] + row[0][3], 0};
  return {row[0][0] + row[0][1] + row[0][2], row[1][0] + row[1][1] + row[1][2], row[2][0] + row[2][1] + row[2][2]};
}

}  // namespace detail

/// Force of stress on particle i, and of what the springs of the hourglass control have in the same sum and directly
/// [N; N/m in 2-D].
template <int D>
inline Vec3 bond_forces(const ReferenceState& reference, const Nodes<D>& nodes, Index i) {
  const Lanes Xi = nodes.reference[i].lanes();
  Lanes Ti[TensorRows<D>::rows];
  for (int r = 0; r < TensorRows<D>::rows; ++r) Ti[r] = nodes.stress[i].row[r].lanes();
  using Rows = detail::ProductRows<D>;
  const Rows sum = reference.sum_bonds<Rows>(i, [&](Rows& to, Index j, Real weight) {
    to.add(Ti, nodes.stress[j], splat(weight) * (nodes.reference[j].lanes() - Xi));
  });
  return detail::row_sums<D>(sum) + vector_of(nodes.direct[i]);
}

/// Force of the dashpots of the hourglass control on particle i. `beta` is their coefficient [Pa s].
template <int D>
inline Vec3 braking_forces(const ReferenceState& reference, const Nodes<D>& nodes, Real beta, Index i) {
  detail::ProductRows<D> sum;
  Lanes more = {};
  const Lanes Xi = nodes.reference[i].lanes();
  const Lanes control = nodes.control[i].lanes();
  Lanes Ti[TensorRows<D>::rows];
  for (int r = 0; r < TensorRows<D>::rows; ++r) {
    Ti[r] = nodes.stress[i].row[r].lanes();
    if constexpr (D == 3) Ti[r] *= Lanes{1, 1, 1, -1};  // the drag counts as a difference
  }
  for (const Bond& bond : reference.bonds_of(i)) {
    bond.call_later_ones();
    const auto [j, weight] = bond;
    const Lanes pair = splat(Real(weight));
    sum.add(Ti, nodes.stress[j], pair * with_one(nodes.reference[j].lanes() - Xi));
    more += pair * (nodes.control[j].lanes() - control);
  }
  ControlState differences;
  if constexpr (D == 2)
    differences = {{more[1], more[2], 0}, {0, 0, more[0]}};
  else
    differences = {{sum.row[0][3], sum.row[1][3], sum.row[2][3]}, {more[0], more[1], more[2]}};
  const Vec3 u = vector_of(nodes.displacement[i]), sum_u = vector_of(nodes.direct[i]);
  const Vec3 turning = nodes.control_of(i).spin.cross(sum_u) - differences.spin.cross(u);
  return detail::row_sums<D>(sum) + differences.drag - beta * turning;
}

}  // namespace talus
