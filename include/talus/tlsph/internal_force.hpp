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

/// acc += (own + other) g, row by row; the lanes of a row are summed at the end.
template <int D>
inline void add_product(Lanes* acc, const Lanes* own, const TensorRows<D>& other, Lanes g) {
  if constexpr (D == 2) g = __builtin_shufflevector(g, g, 0, 1, 0, 1);
  for (int r = 0; r < TensorRows<D>::rows; ++r) acc[r] += (own[r] + other.row[r].lanes()) * g;
}

template <int D>
inline Vec3 row_sums(const Lanes* acc) {
  if constexpr (D == 2) return {acc[0][0] + acc[0][1], acc[0][2] + acc[0][3], 0};
  return {acc[0][0] + acc[0][1] + acc[0][2], acc[1][0] + acc[1][1] + acc[1][2], acc[2][0] + acc[2][1] + acc[2][2]};
}

}  // namespace detail

/// Force of stress on particle i, and of what the springs of the hourglass control have in the same sum and directly
/// [N; N/m in 2-D].
template <int D>
inline Vec3 bond_forces(const ReferenceState& reference, const Nodes<D>& nodes, Index i) {
  Lanes sum[TensorRows<D>::rows] = {};
  const Lanes Xi = nodes.reference[i].lanes();
  Lanes Ti[TensorRows<D>::rows];
  for (int r = 0; r < TensorRows<D>::rows; ++r) Ti[r] = nodes.stress[i].row[r].lanes();
  for (const auto& [j, weight] : reference.bonds_of(i))
    detail::add_product<D>(sum, Ti, nodes.stress[j], splat(Real(weight)) * (nodes.reference[j].lanes() - Xi));
  return detail::row_sums<D>(sum) + vector_of(nodes.direct[i]);
}

/// Force of the dashpots of the hourglass control on particle i. `beta` is their coefficient [Pa s].
template <int D>
inline Vec3 braking_forces(const ReferenceState& reference, const Nodes<D>& nodes, Real beta, Index i) {
  Lanes sum[TensorRows<D>::rows] = {}, more = {};
  const Lanes Xi = nodes.reference[i].lanes();
  const Lanes control = nodes.control[i].lanes();
  Lanes Ti[TensorRows<D>::rows];
  for (int r = 0; r < TensorRows<D>::rows; ++r) {
    Ti[r] = nodes.stress[i].row[r].lanes();
    if constexpr (D == 3) Ti[r] *= Lanes{1, 1, 1, -1};  // the drag counts as a difference
  }
  for (const auto& [j, weight] : reference.bonds_of(i)) {
    const Lanes pair = splat(Real(weight));
    detail::add_product<D>(sum, Ti, nodes.stress[j], pair * with_one(nodes.reference[j].lanes() - Xi));
    more += pair * (nodes.control[j].lanes() - control);
  }
  ControlState differences;
  if constexpr (D == 2)
    differences = {{more[1], more[2], 0}, {0, 0, more[0]}};
  else
    differences = {{sum[0][3], sum[1][3], sum[2][3]}, {more[0], more[1], more[2]}};
  const Vec3 u = vector_of(nodes.displacement[i]), sum_u = vector_of(nodes.direct[i]);
  const Vec3 turning = nodes.control_of(i).spin.cross(sum_u) - differences.spin.cross(u);
  return detail::row_sums<D>(sum) + differences.drag - beta * turning;
}

}  // namespace talus
