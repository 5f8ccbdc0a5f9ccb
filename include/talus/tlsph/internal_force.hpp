// Forces of stress and of the merged hourglass control in gathers over the bonds (tlsph 3, 7).
//
//   f_i = sum_j V_i V_j (T_i + T_j) grad W_ij + V_i sum_j V_j w_ij (alpha_i + alpha_j) u_ji, T = P L - alpha (F - I)
// in every step: the second sum is known when the motion around the particle is. Of dashpots, with T = -beta (dF/dt
// - Omega x (F - I)),
//   f_i = sum_j V_i V_j (T_i + T_j) grad W_ij + V_i sum_j V_j w_ij [2 beta v_ji - beta (Omega_i + Omega_j) x u_ji],
// where the second sum is that of (tlsph 31), in which a neighbour shows what it has made of its own motion:
//   y_ji - beta (Omega_i x u_ji - Omega_ji x u_i),  y = beta (2 v - Omega x u)
// What stands at a particle comes out of the sums, so that a bond is one product for each row of what j shows:
//   sum_j w (T_i + T_j) X_ji = T_i (sum_j w X_ji) + sum_j w (T_j X_j) - (sum_j w T_j) X_i
// Every term is antisymmetric in (i, j): linear momentum is exact; F uses the same operator, so angular momentum is
// too, and the force of stress and springs is the exact gradient of their energies.
#pragma once

#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/particle_motion.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

namespace detail {

/// What neighbours show, weighted.
template <int D>
struct ShownRows {
  Lanes row[ShownTensor<D>::rows] = {};

  void add(const ShownTensor<D>& other, Lanes w) {
    for (int k = 0; k < ShownTensor<D>::rows; ++k) row[k] += w * other.row[k].lanes();
  }
  ShownRows& operator+=(const ShownRows& other) {
    for (int k = 0; k < ShownTensor<D>::rows; ++k) row[k] += other.row[k];
    return *this;
  }
  /// What they and `own` of the same particle do to it; `around`: of its bonds, `X`: where it is.
  [[nodiscard]] Vec3 force(const ShownTensor<D>& own, Lanes around, Lanes X) const {
    Vec3 f = Vec3::Zero();
    if constexpr (D == 2) {
      const auto twice = [](Lanes v) { return __builtin_shufflevector(v, v, 0, 1, 0, 1); };
      const Lanes products = own.row[0].lanes() * twice(around) - row[0] * twice(X);
      f[0] = row[1][0] + (products[0] + products[1]);
      f[1] = row[1][1] + (products[2] + products[3]);
    } else {
      for (int r = 0; r < 3; ++r) {
        const Lanes products = own.row[r].lanes() * around - row[r] * X;
        f[r] = row[r][3] + ((products[0] + products[1]) + products[2]);
      }
    }
    return f;
  }
};

/// The same, and their spins.
template <int D>
struct BrakingRows {
  ShownRows<D> shown;
  Lanes spin = {};

  BrakingRows& operator+=(const BrakingRows& other) {
    shown += other.shown;
    spin += other.spin;
    return *this;
  }
};

}  // namespace detail

/// Force of stress on particle i, and of what the springs of the hourglass control have in the same sum and directly
/// [N; N/m in 2-D].
template <int D>
inline Vec3 bond_forces(const ReferenceState& reference, const Nodes<D>& nodes, Index i) {
  using Rows = detail::ShownRows<D>;
  const Rows sum =
      reference.sum_bonds<Rows>(i, [&](Rows& to, Index j, Real weight) { to.add(nodes.stress[j], splat(weight)); });
  return sum.force(nodes.stress[i], reference.around[i].lanes(), nodes.placed[i].X.lanes()) +
         vector_of(nodes.direct[i]);
}

/// Force of the dashpots of the hourglass control on particle i. `beta` is their coefficient [Pa s].
template <int D>
inline Vec3 braking_forces(const ReferenceState& reference, const Nodes<D>& nodes, Real beta, Index i) {
  using Rows = detail::BrakingRows<D>;
  const Rows sum = reference.sum_bonds<Rows>(i, [&](Rows& to, Index j, Real weight) {
    to.shown.add(nodes.stress[j], splat(weight));
    to.spin += splat(weight) * nodes.spin[j].lanes();
  });
  const NodeRow& around = reference.around[i];
  const Real weights = around.lane[3];
  const Vec3 u = vector_of(nodes.placed[i].u), v = vector_of(nodes.velocity[i]), spin = vector_of(nodes.spin[i]);
  const Vec3 sum_u = vector_of(nodes.direct[i]), of_spin{sum.spin[0], sum.spin[1], sum.spin[2]};
  const Vec3 turning = spin.cross(sum_u) - (of_spin - weights * spin).cross(u);
  return sum.shown.force(nodes.stress[i], around.lanes(), nodes.placed[i].X.lanes()) -
         weights * drag_of<Real>(u, v, spin, beta) - beta * turning;
}

}  // namespace talus
