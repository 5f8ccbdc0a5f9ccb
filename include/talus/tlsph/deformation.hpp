// Deformation gradient from positions (tlsph 2): F_i = I + [sum_j V_j (u_j - u_i) (x) grad W_ij] L_i.
#pragma once

#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

/// Sums over the neighbours j of particle i of what a field is more there, weighted with V_j w_ij.
struct FieldSums {
  Mat3 aX;  ///< a_ji (x) X_ji
  Vec3 a;   ///< a_ji
};

template <int D>
inline FieldSums field_sums(const ReferenceState& reference, const Nodes<D>& nodes, const std::vector<NodeRow>& field,
                            Index i) {
  alignas(32) Real h[D][4] = {};
  const NodeRow Xi = nodes.reference[i];
  const NodeRow ui = field[i];
  for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
    const auto [j, weight] = reference.bond[b];
    const NodeRow Xj = nodes.reference[j];
    const NodeRow uj = field[j];
    const Real scale = Real(weight) * Xj.lane[3];  // w V_j
    alignas(32) Real g[4];
    for (int c = 0; c < 3; ++c) g[c] = scale * (Xj.lane[c] - Xi.lane[c]);
    g[3] = scale;
    for (int r = 0; r < D; ++r) {
      const Real du = uj.lane[r] - ui.lane[r];
      for (int c = 0; c < 4; ++c) h[r][c] += du * g[c];
    }
  }
  FieldSums sums{Mat3::Zero(), Vec3::Zero()};
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) sums.aX(r, c) = h[r][c];
    sums.a[r] = h[r][3];
  }
  return sums;
}

/// Reference gradient of a field at particle i: F - I of the displacement, dF/dt of the velocity. The correction L is
/// applied once per particle, not once per bond.
template <int D>
inline Mat3 gradient(const ReferenceState& reference, const Nodes<D>& nodes, const std::vector<NodeRow>& field,
                     Index i) {
  return field_sums<D>(reference, nodes, field, i).aX * reference.L[i];
}

}  // namespace talus
