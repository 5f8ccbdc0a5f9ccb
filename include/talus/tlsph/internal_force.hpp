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
};

namespace detail {

/// acc += T g for T in rows; in 2-D lanes are {xx xy yx yy}, in 3-D three rows of four.
template <int D>
inline void add_product(Real* acc, const Real* own, const Real* other, const Real* g) {
  if constexpr (D == 2) {
    const Real gg[4] = {g[0], g[1], g[0], g[1]};
    for (int c = 0; c < 4; ++c) acc[c] += (own[c] + other[c]) * gg[c];
  } else {
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 4; ++c) acc[4 * r + c] += (own[4 * r + c] + other[4 * r + c]) * g[c];
    }
  }
}

/// Sum of s Omega x u over pairs; in 2-D Omega has one direction, so the sum of s Omega u is turned once at the end.
template <int D>
struct TurnedSum;

template <>
struct TurnedSum<2> {
  alignas(32) Real flat[4] = {};
  void add(Real s, const std::array<Real, 1>& a, const std::array<Real, 1>& b, const Real* u) {
    for (int c = 0; c < 4; ++c) flat[c] += s * (a[0] + b[0]) * u[c];
  }
  [[nodiscard]] Vec3 value() const { return {-flat[1], flat[0], 0}; }
};

template <>
struct TurnedSum<3> {
  Vec3 sum = Vec3::Zero();
  void add(Real s, const std::array<Real, 3>& a, const std::array<Real, 3>& b, const Real* u) {
    sum += s * Vec3(a[0] + b[0], a[1] + b[1], a[2] + b[2]).cross(Vec3(u[0], u[1], u[2]));
  }
  [[nodiscard]] Vec3 value() const { return sum; }
};

template <int D>
inline Vec3 row_sums(const Real* acc) {
  if constexpr (D == 2) return {acc[0] + acc[1], acc[2] + acc[3], 0};
  return {acc[0] + acc[1] + acc[2], acc[4] + acc[5] + acc[6], acc[8] + acc[9] + acc[10]};
}

}  // namespace detail

/// Stress and hourglass force on particle i. `beta` is the viscous hourglass coefficient [Pa s].
template <int D, bool hourglass>
inline BondForces bond_forces(const ReferenceState& reference, const Nodes<D>& nodes, Real beta, Index i) {
  constexpr int lanes = TensorRows<D>::lanes;
  alignas(32) Real stress[lanes] = {};
  alignas(32) Real control[lanes] = {};
  alignas(32) Real direct[4] = {};
  detail::TurnedSum<D> turned;
  const Row Xi = nodes.reference[i];
  const Row ui = nodes.displacement[i];
  const Row vi = nodes.velocity[i];
  const TensorRows<D> Ti = nodes.stress[i];
  const TensorRows<D> Bi = nodes.hourglass[i];
  const auto own_spin = nodes.spin[i];
  for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
    const auto [j, weight] = reference.bond[b];
    const Row Xj = nodes.reference[j];
    const Real pair = Xi.lane[3] * Xj.lane[3] * Real(weight);  // V_i V_j w_ij
    alignas(32) Real g[4];
    for (int c = 0; c < 4; ++c) g[c] = pair * (Xj.lane[c] - Xi.lane[c]);
    detail::add_product<D>(stress, Ti.value, nodes.stress[j].value, g);
    if constexpr (hourglass) {
      detail::add_product<D>(control, Bi.value, nodes.hourglass[j].value, g);
      const Row uj = nodes.displacement[j];
      const Row vj = nodes.velocity[j];
      const Real elastic = pair * (ui.lane[3] + uj.lane[3]);
      const Real viscous = pair * beta;
      alignas(32) Real u[4];
      for (int c = 0; c < 4; ++c) {
        u[c] = uj.lane[c] - ui.lane[c];
        direct[c] += elastic * u[c] + 2 * viscous * (vj.lane[c] - vi.lane[c]);
      }
      turned.add(viscous, own_spin, nodes.spin[j], u);
    }
  }
  BondForces f;
  f.internal = detail::row_sums<D>(stress);
  if constexpr (hourglass) {
    f.hourglass = detail::row_sums<D>(control) + Vec3(direct[0], direct[1], D == 3 ? direct[2] : 0) - turned.value();
  }
  return f;
}

}  // namespace talus
