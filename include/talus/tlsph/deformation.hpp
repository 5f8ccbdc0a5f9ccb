// Deformation gradient from positions (tlsph 2): F_i = I + [sum_j V_j (u_j - u_i) (x) grad W_ij] L_i. Sums over bonds
// have V_i in them as well, as forces want it, and the particle divides once.
#pragma once

#include "talus/tlsph/nodes.hpp"
#include "talus/tlsph/reference_state.hpp"

namespace talus {

/// Sums over the neighbours j of particle i of what a field is more there, weighted with V_i V_j w_ij.
struct FieldSums {
  Mat3 aX;         ///< a_ji (x) X_ji
  Vec3 stiffened;  ///< (alpha_i + alpha_j) a_ji
};

/// The same as rows, the second sums in the fourth lanes.
template <int D>
struct FieldRows {
  Lanes aX[D] = {};
  FieldRows& operator+=(const FieldRows& other) {
    for (int r = 0; r < D; ++r) aX[r] += other.aX[r];
    return *this;
  }
  [[nodiscard]] FieldSums sums() const { return {from_rows<D>(aX), last_lanes<D>(aX)}; }
};

template <int D>
inline FieldRows<D> field_sums(const ReferenceState& reference, const Nodes<D>& nodes,
                               const std::vector<NodeRow>& field, Index i) {
  const Lanes Xi = nodes.origin(i), ai = field[i].lanes();
  return reference.sum_bonds<FieldRows<D>>(i, [&](FieldRows<D>& sum, Index j, Real weight) {
    const Lanes X = splat(weight) * (nodes.reference[j].lanes() - Xi), a = field[j].lanes() - ai;
    for (int r = 0; r < D; ++r) sum.aX[r] += splat(a[r]) * X;
  });
}

/// Reference gradient of a field at particle i: F - I of the displacement, dF/dt of the velocity. The correction L is
/// applied once per particle, not once per bond.
template <int D>
inline Mat3 gradient(const ReferenceState& reference, const Nodes<D>& nodes, const std::vector<NodeRow>& field,
                     Index i) {
  return nodes.inverse_volume[i] * field_sums<D>(reference, nodes, field, i).sums().aX * reference.L[i];
}

}  // namespace talus
