// The sums over neighbours of a pack of particles that share a stencil: those of non_affine_spin.hpp, quadratic_fit.hpp
// and internal_force.hpp with the same terms, for many particles at once.
#pragma once

#include <algorithm>

#include "talus/numerics/prefetch.hpp"
#include "talus/tlsph/particle_motion.hpp"
#include "talus/tlsph/stencil_nodes.hpp"

namespace talus {

/// Sums of what the neighbours do, weighted with V_j w_ij: all that springs of the control need …
template <int D>
struct DisplacementMoments {
  Pack uX[D][D];                   ///< u_ji (x) X_ji [-]
  Pack direct[D];                  ///< (alpha_i + alpha_j) u_ji [N/m^3]; for dashpots u_ji [1/m]
  Pack uq[D][quadratic_terms(D)];  ///< u_ji (x) q(X_ji), only where the fit is of second order [m]
};

/// … and what dashpots need beside that.
template <int D>
struct VelocityMoments {
  Pack vX[D][D];                   ///< v_ji (x) X_ji [1/s]
  Pack vq[D][quadratic_terms(D)];  ///< v_ji (x) q(X_ji), only where the fit is of second order [m/s]
  Pack uu[D][D];                   ///< u_ji (x) u_ji [-]
  Pack turn[D == 3 ? 3 : 1];       ///< u_ji x v_ji [1/s]
};

template <int D, ControlPart part>
struct PackMoments : DisplacementMoments<D> {};
template <int D>
struct PackMoments<D, ControlPart::viscous> : DisplacementMoments<D>, VelocityMoments<D> {};

/// sum a_ji (x) X_ji or, `second`, a_ji (x) q(X_ji) of a vector with its first component at `field`, weighted with
/// V_j w_ij. The terms of both at once would not fit into the registers. Calls use(stride, V_j w_ij a_ji) on the way.
template <int D, bool second>
inline void fit_sums(const StencilNodes<D>& nodes, const Stencil& s, const Real* field, Index i,
                     Pack (&sums)[D][second ? quadratic_terms(D) : D], auto&& use) {
  constexpr int terms = second ? quadratic_terms(D) : D;
  Pack sum[D][terms], own[D];
  const std::ptrdiff_t pitch = nodes.motion.pitch();
  const Real* from = field + i;
  for (int r = 0; r < D; ++r) {
    own[r] = load(from + r * pitch);
    for (Pack& a : sum[r]) a = 0;
  }
  const StencilBond* bonds = nodes.table.bonds();
  const StencilWay* ways = nodes.table.ways();
  const Pack* weights = nodes.table.weights();
  for (Index b = s.first; b < s.last; ++b) {
    const StencilWay& way = ways[bonds[b].way];
    const Real* terms_of = second ? way.q : way.X;
    const Real* next = from + bonds[b].stride;
    // The next pack looks at the same rows: only what lies behind their ends is new to it.
    const bool ends_row = b + 1 == s.last || bonds[b + 1].stride != bonds[b].stride + 1;
    for (int r = 0; ends_row && r < D; ++r) prefetch_line(next[lanes + r * pitch]);
    Pack scaled[D];
    for (int r = 0; r < D; ++r, next += pitch) scaled[r] = weights[bonds[b].weight] * (load(next) - own[r]);
    use(bonds[b].stride, scaled);
    for (int k = 0; k < terms; ++k) {
      const Pack term = terms_of[k];
      for (int r = 0; r < D; ++r) sum[r][k] += scaled[r] * term;
    }
  }
  for (int r = 0; r < D; ++r) {
    for (int k = 0; k < terms; ++k) sums[r][k] = sum[r][k];
  }
}

/// Those of u with X, and u alone or with (alpha_i + alpha_j).
template <int D, ControlPart part>
inline void displacement_sums(const StencilNodes<D>& nodes, const Stencil& s, Index i, DisplacementMoments<D>& m) {
  using N = StencilNodes<D>;
  const Real* alpha = nodes.motion[N::alpha] + i;
  const Pack own_alpha = load(alpha);
  Pack direct[D];
  for (Pack& a : direct) a = 0;
  fit_sums<D, false>(nodes, s, nodes.motion[N::u], i, m.uX, [&](Index stride, const Pack(&u)[D]) {
    const Pack stiffness = part == ControlPart::elastic ? own_alpha + load(alpha + stride) : Pack(1);
    for (int r = 0; r < D; ++r) direct[r] += stiffness * u[r];
  });
  for (int r = 0; r < D; ++r) m.direct[r] = direct[r];
}

/// Those of products, for VelocityMoments.
template <int D>
inline void product_sums(const StencilNodes<D>& nodes, const Stencil& s, Index i, VelocityMoments<D>& m) {
  Pack uu[D][D], turn[3];
  for (auto& row : uu) {
    for (Pack& a : row) a = 0;
  }
  for (Pack& t : turn) t = 0;
  const std::ptrdiff_t pitch = nodes.motion.pitch();
  const Real* from = nodes.motion[0] + i;
  Pack own[2 * D];
  for (int r = 0; r < 2 * D; ++r) own[r] = load(from + r * pitch);
  const StencilBond* bonds = nodes.table.bonds();
  const Pack* weights = nodes.table.weights();
  for (Index b = s.first; b < s.last; ++b) {
    Pack u[D], wu[D];
    const Real* next = from + bonds[b].stride;  // from component to component: one register for all
    for (int r = 0; r < D; ++r, next += pitch) u[r] = load(next) - own[r];
    for (int r = 0; r < D; ++r) wu[r] = weights[bonds[b].weight] * u[r];
    for (int r = 0; r < D; ++r) {
      for (int c = r; c < D; ++c) uu[r][c] += wu[r] * u[c];
    }
    for (int r = 0; r < D; ++r, next += pitch) {
      const Pack v = load(next) - own[D + r];
      if constexpr (D == 3) {
        const int a = (r + 1) % 3, d = (r + 2) % 3;
        turn[a] += wu[d] * v;
        turn[d] -= wu[a] * v;
      } else {
        turn[0] += (r == 0 ? -wu[1] : wu[0]) * v;
      }
    }
  }
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) m.uu[r][c] = uu[std::min(r, c)][std::max(r, c)];
  }
  for (int c = 0; c < (D == 3 ? 3 : 1); ++c) m.turn[c] = turn[c];
}

/// All of them over bonds.
template <int D, ControlPart part>
inline PackMoments<D, part> pack_moments(const StencilNodes<D>& nodes, const Stencil& s, Index i) {
  using N = StencilNodes<D>;
  PackMoments<D, part> m;
  const auto nothing = [](Index, const Pack(&)[D]) {};
  displacement_sums<D, part>(nodes, s, i, m);
  if (s.inverse >= 0) fit_sums<D, true>(nodes, s, nodes.motion[N::u], i, m.uq, nothing);
  if constexpr (part == ControlPart::viscous) {
    fit_sums<D, false>(nodes, s, nodes.motion[N::v], i, m.vX, nothing);
    if (s.inverse >= 0) fit_sums<D, true>(nodes, s, nodes.motion[N::v], i, m.vq, nothing);
    product_sums<D>(nodes, s, i, m);
  }
  return m;
}

/// A force on the particles of a pack, by their volumes [N/m^3].
template <int D>
struct PackForce {
  Pack along[D];

  PackForce& operator+=(const PackForce& other) {
    for (int r = 0; r < D; ++r) along[r] += other.along[r];
    return *this;
  }
  PackForce& operator-=(const PackForce& other) {
    for (int r = 0; r < D; ++r) along[r] -= other.along[r];
    return *this;
  }
};

/// sum_j V_j w_ij T_i X_ji of the stress.
template <int D>
inline PackForce<D> own_tensor_force(const StencilNodes<D>& nodes, const Stencil& s, Index i) {
  PackForce<D> force;
  for (int r = 0; r < D; ++r) {
    force.along[r] = 0;
    for (int c = 0; c < D; ++c)
      force.along[r] += load(nodes.answer[StencilNodes<D>::stress + r * D + c] + i) * s.first_order[c];
  }
  return force;
}

/// sum_j V_j w_ij T_j X_ji of the same.
template <int D>
inline PackForce<D> tensor_force(const StencilNodes<D>& nodes, const Stencil& s, Index i) {
  const std::ptrdiff_t pitch = nodes.answer.pitch();
  const Real* from = nodes.answer[StencilNodes<D>::stress] + i;
  Pack f[D][D];  // by columns: sums that wait for each other would take longer than the loads
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) f[r][c] = 0;
  }
  const StencilBond* bonds = nodes.table.bonds();
  const StencilWay* ways = nodes.table.ways();
  const Pack* weights = nodes.table.weights();
  for (Index b = s.first; b < s.last; ++b) {
    const StencilBond& bond = bonds[b];
    Pack g[D];
    for (int c = 0; c < D; ++c) g[c] = weights[bond.weight] * ways[bond.way].X[c];
    const Real* next = from + bond.stride;  // from component to component: one register for all
    for (int r = 0; r < D; ++r) {
      for (int c = 0; c < D; ++c, next += pitch) f[r][c] += load(next) * g[c];
    }
  }
  PackForce<D> force;
  for (int r = 0; r < D; ++r) {
    force.along[r] = f[r][0];
    for (int c = 1; c < D; ++c) force.along[r] += f[r][c];
  }
  return force;
}

/// Of what dashpots of neighbours show from component `drag` on: sum_j V_j w_ij of what drag and spin are more than
/// here. Differences all of them: a sum over neighbours less the own value as often would add its rounding to the
/// momentum, the same every time.
template <int D>
struct DirectSums {
  static constexpr int count = D + StencilNodes<D>::turns;
  Pack number[count];
};

template <int D>
inline DirectSums<D> direct_sums(const StencilNodes<D>& nodes, const Stencil& s, Index i) {
  constexpr int count = DirectSums<D>::count;
  const std::ptrdiff_t pitch = nodes.answer.pitch();
  const Real* from = nodes.answer[StencilNodes<D>::drag] + i;
  Pack own[count], sum[count];
  for (int n = 0; n < count; ++n) {
    own[n] = load(from + n * pitch);
    sum[n] = 0;
  }
  const StencilBond* bonds = nodes.table.bonds();
  const Pack* weights = nodes.table.weights();
  for (Index b = s.first; b < s.last; ++b) {
    const Pack w = weights[bonds[b].weight];
    const Real* next = from + bonds[b].stride;
    for (int n = 0; n < count; ++n, next += pitch) sum[n] += w * (load(next) - own[n]);
  }
  DirectSums<D> sums;
  for (int n = 0; n < count; ++n) sums.number[n] = sum[n];
  return sums;
}

/// sum_j V_j w_ij [2 beta v_ji - beta (Omega_i + Omega_j) x u_ji] of (tlsph 7). With y = beta (2 v - Omega x u), the
/// drag, it is the sum of y_ji - beta (Omega_i x u_ji - Omega_ji x u_i), where sum u_ji is known.
template <int D>
inline PackForce<D> direct_force(const StencilNodes<D>& nodes, Real beta, Index i, const DirectSums<D>& sums) {
  using Nodes = StencilNodes<D>;
  Pack u[3] = {0, 0, 0}, sum_u[3] = {0, 0, 0}, spin[3] = {0, 0, 0}, faster[3] = {0, 0, 0};
  for (int r = 0; r < D; ++r) {
    u[r] = load(nodes.motion[Nodes::u + r] + i);
    sum_u[r] = load(nodes.motion[Nodes::direct + r] + i);
  }
  for (int k = 0; k < Nodes::turns; ++k) {
    spin[D == 3 ? k : 2] = load(nodes.answer[Nodes::spin + k] + i);
    faster[D == 3 ? k : 2] = sums.number[D + k];
  }
  PackForce<D> f;
  for (int r = 0; r < D; ++r) {
    const int a = (r + 1) % 3, d = (r + 2) % 3;
    const Pack turned = spin[a] * sum_u[d] - spin[d] * sum_u[a] - (faster[a] * u[d] - faster[d] * u[a]);
    f.along[r] = sums.number[r] - beta * turned;
  }
  return f;
}

/// sum_j V_j w_ij S_i q(X_ji) of (tlsph 16, 17).
template <int D>
inline PackForce<D> own_curvature_force(const StencilNodes<D>& nodes, const Stencil& s, Index i) {
  constexpr int second = quadratic_terms(D);
  PackForce<D> f;
  for (Pack& along : f.along) along = 0;
  if (s.inverse < 0) return f;
  const auto curved = nodes.curved[i];
  for (int r = 0; r < D; ++r) {
    for (int k = 0; k < second; ++k) f.along[r] += load(curved[r * second + k]) * s.second_order[k];
  }
  return f;
}

/// sum_j V_j w_ij S_j q(X_ji) of the same.
template <int D>
inline PackForce<D> curvature_force(const StencilNodes<D>& nodes, const Stencil& s, Index i) {
  constexpr int second = quadratic_terms(D);
  constexpr int chains = 2;  // sums that wait for each other would take longer than the loads
  Pack f[D][chains];
  for (int r = 0; r < D; ++r) {
    for (Pack& sum : f[r]) sum = 0;
  }
  for (Index n = s.first_curved; n < s.last_curved; ++n) {
    const Index b = nodes.table.curved()[n];
    const StencilBond& bond = nodes.table.bonds()[b];
    Pack q[second];
    for (int k = 0; k < second; ++k) q[k] = nodes.table.weights()[bond.weight] * nodes.table.ways()[bond.way].q[k];
    const auto curved = nodes.curved[i + bond.stride];
    for (int r = 0; r < D; ++r) {
      for (int k = 0; k < second; ++k) f[r][k % chains] += load(curved[r * second + k]) * q[k];
    }
  }
  PackForce<D> force;
  for (int r = 0; r < D; ++r) force.along[r] = f[r][0] + f[r][1];
  return force;
}

}  // namespace talus
