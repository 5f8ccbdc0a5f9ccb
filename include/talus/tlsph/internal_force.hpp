// Forces of stress and of the merged hourglass control in one gather over the bonds (tlsph 3, 7).
//
//   f_i  = sum_j V_i V_j (P_i L_i + P_j L_j) grad W_ij
//   fh_i = sum_j V_i V_j (B_i + B_j) grad W_ij
//          + V_i sum_j V_j w_ij [(alpha_i + alpha_j) u_ji + 2 beta v_ji - beta (Omega_i + Omega_j) x u_ji]
// with B = -alpha (F - I) - beta (dF/dt - Omega x (F - I)). Every term is antisymmetric in (i, j): linear momentum is
// exact; F uses the same operator, so angular momentum is too, and the force is the exact gradient of the energy.
#pragma once

#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

struct BondForces {
  Vec3 internal = Vec3::Zero();   ///< [N; N/m in 2-D]
  Vec3 hourglass = Vec3::Zero();  ///< [N; N/m in 2-D]

  BondForces& operator+=(const BondForces& other) {
    internal += other.internal;
    hourglass += other.hourglass;
    return *this;
  }
};

namespace detail {

/// acc += (own + other) g, row by row; the lanes of a row are summed at the end.
template <int D>
inline void add_product(Lanes* acc, const TensorRows<D>& own, const TensorRows<D>& other, Lanes g) {
  if constexpr (D == 2) g = __builtin_shufflevector(g, g, 0, 1, 0, 1);
  for (int r = 0; r < TensorRows<D>::rows; ++r) acc[r] += (own.row[r].lanes() + other.row[r].lanes()) * g;
}

template <int D>
inline Vec3 row_sums(const Lanes* acc) {
  if constexpr (D == 2) return {acc[0][0] + acc[0][1], acc[0][2] + acc[0][3], 0};
  return {acc[0][0] + acc[0][1] + acc[0][2], acc[1][0] + acc[1][1] + acc[1][2], acc[2][0] + acc[2][1] + acc[2][2]};
}

/// {y z x -}
inline Lanes rotated(Lanes v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3); }

/// A cross product but for a last rotated(): a x b = rotated(half_cross(a, b)).
inline Lanes half_cross(Lanes a, Lanes b) { return a * rotated(b) - rotated(a) * b; }

}  // namespace detail

/// Stress and hourglass force on particle i. `beta` is the viscous hourglass coefficient [Pa s].
template <int D, bool hourglass>
inline BondForces bond_forces(const ReferenceState& reference, const Nodes<D>& nodes, Real beta, Index i) {
  constexpr int rows = TensorRows<D>::rows;
  Lanes stress[rows] = {}, control[rows] = {}, direct = {}, turned = {};
  const Lanes Xi = nodes.reference[i].lanes();
  const Lanes ui = nodes.displacement[i].lanes();
  const Lanes vi = nodes.velocity[i].lanes();
  const Lanes spin = nodes.spin[i].lanes();
  const TensorRows<D> Ti = nodes.stress[i];
  const TensorRows<D> Bi = nodes.hourglass[i];
  for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
    const auto [j, weight] = reference.bond[b];
    const Lanes Xj = nodes.reference[j].lanes();
    const Real pair = Xi[3] * Xj[3] * Real(weight);  // V_i V_j w_ij
    Lanes g = splat(pair) * (Xj - Xi);
    g[3] = 0;
    detail::add_product<D>(stress, Ti, nodes.stress[j], g);
    if constexpr (hourglass) {
      detail::add_product<D>(control, Bi, nodes.hourglass[j], g);
      const Lanes uj = nodes.displacement[j].lanes();
      const Lanes u = uj - ui;
      const Lanes v = nodes.velocity[j].lanes() - vi;
      const Real viscous = pair * beta;
      direct += splat(pair * (ui[3] + uj[3])) * u + splat(2 * viscous) * v;
      turned += splat(viscous) * detail::half_cross(spin + nodes.spin[j].lanes(), u);
    }
  }
  BondForces f;
  f.internal = detail::row_sums<D>(stress);
  if constexpr (hourglass) {
    const Lanes along = direct - detail::rotated(turned);
    f.hourglass = detail::row_sums<D>(control) + Vec3(along[0], along[1], D == 3 ? along[2] : 0);
  }
  return f;
}

}  // namespace talus
