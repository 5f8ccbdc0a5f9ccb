// Forces of stress and of the merged hourglass control in one gather over the bonds (tlsph 3, 7).
//
//   f_i = sum_j V_i V_j (T_i + T_j) grad W_ij
//         + V_i sum_j V_j w_ij [(alpha_i + alpha_j) u_ji + 2 beta v_ji - beta (Omega_i + Omega_j) x u_ji]
// with T = P L - alpha (F - I) - beta (dF/dt - Omega x (F - I)). Every term is antisymmetric in (i, j): linear momentum
// is exact; F uses the same operator, so angular momentum is too, and the force is the exact gradient of the energy.
// The second sum is that of (tlsph 31), in which a neighbour shows what it has made of its own motion:
//   y_ji + alpha_i u_ji - alpha_ji u_i - beta (Omega_i x u_ji - Omega_ji x u_i),  y = alpha u + 2 beta v - beta Omega x
//   u
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

/// The second sum from what drag, spin and alpha of the neighbours are more than here, weighted with V_i V_j w_ij.
template <int D>
inline Vec3 direct_force(const Nodes<D>& nodes, const ControlState& more, Real beta, Index i) {
  const auto vector_of = [](const NodeRow& row) { return Vec3(row.lane[0], row.lane[1], D == 3 ? row.lane[2] : 0); };
  const Vec3 u = vector_of(nodes.displacement[i]);
  const Vec3 sum_u = vector_of(nodes.sum_u[i]);
  const ControlState own = nodes.control_of(i);
  return more.drag + own.alpha * sum_u - more.alpha * u - beta * (own.spin.cross(sum_u) - more.spin.cross(u));
}

}  // namespace detail

/// Force of stress and, where `controlled`, of the hourglass control on particle i [N; N/m in 2-D]. `beta` is the
/// viscous hourglass coefficient [Pa s].
template <int D, bool controlled>
inline Vec3 bond_forces(const ReferenceState& reference, const Nodes<D>& nodes, Real beta, Index i) {
  Lanes sum[TensorRows<D>::rows] = {}, more = {};
  const Lanes Xi = nodes.origin(i);
  const Lanes control = nodes.control[i].lanes();
  Lanes Ti[TensorRows<D>::rows];
  for (int r = 0; r < TensorRows<D>::rows; ++r) {
    Ti[r] = nodes.stress[i].row[r].lanes();
    if constexpr (D == 3) Ti[r] *= Lanes{1, 1, 1, -1};  // the drag counts as a difference
  }
  for (const auto& [j, weight] : reference.bonds_of(i)) {
    const Lanes pair = splat(Real(weight));
    detail::add_product<D>(sum, Ti, nodes.stress[j], pair * (nodes.reference[j].lanes() - Xi));
    if constexpr (controlled) more += pair * (nodes.control[j].lanes() - control);
  }
  Vec3 f = detail::row_sums<D>(sum);
  if constexpr (!controlled) return f;
  ControlState differences;
  if constexpr (D == 2)
    differences = {{more[1], more[2], 0}, {0, 0, more[0]}, more[3]};
  else
    differences = {{sum[0][3], sum[1][3], sum[2][3]}, {more[0], more[1], more[2]}, more[3]};
  return f + detail::direct_force<D>(nodes, differences, beta, i);
}

}  // namespace talus
