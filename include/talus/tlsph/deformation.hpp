// Deformation gradient from positions (tlsph 2): F_i = I + [sum_j V_j (u_j - u_i) (x) grad W_ij] L_i.
#pragma once

#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

/// Reference gradient of a field at particle i: F - I of the displacement, dF/dt of the velocity. The correction L is
/// applied once per particle, not once per bond.
template <int D>
inline Mat3 gradient(const ReferenceState& reference, const Nodes<D>& nodes, const std::vector<NodeRow>& field, Index i) {
  alignas(32) Real h[D][4] = {};
  const NodeRow Xi = nodes.reference[i];
  const NodeRow ui = field[i];
  for (Index b = reference.first[i]; b < reference.first[i + 1]; ++b) {
    const auto [j, weight] = reference.bond[b];
    const NodeRow Xj = nodes.reference[j];
    const NodeRow uj = field[j];
    const Real scale = Real(weight) * Xj.lane[3];  // w V_j
    alignas(32) Real g[4];
    for (int c = 0; c < 4; ++c) g[c] = scale * (Xj.lane[c] - Xi.lane[c]);  // lane 3 is not used
    for (int r = 0; r < D; ++r) {
      const Real du = uj.lane[r] - ui.lane[r];
      for (int c = 0; c < 4; ++c) h[r][c] += du * g[c];
    }
  }
  Mat3 sum = Mat3::Zero();
  for (int r = 0; r < D; ++r) {
    for (int c = 0; c < D; ++c) sum(r, c) = h[r][c];
  }
  return sum * reference.L[i];
}

}  // namespace talus
