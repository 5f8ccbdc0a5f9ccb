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

/// Of the field whose rows are row_of(j).
template <int D, class RowOf>
inline FieldRows<D> field_sums(const ReferenceState& reference, const Nodes<D>& nodes, Index i, RowOf&& row_of) {
  struct Rows : FieldRows<D> {
    Lanes X = {};
    Rows& operator+=(const Rows& other) {
      FieldRows<D>::operator+=(other);
      X += other.X;
      return *this;
    }
  };
  const Lanes Xi = nodes.origin(i);
  Rows rows = reference.sum_bonds<Rows>(i, [&](Rows& sum, Index j, Real weight) {
    const Lanes X = splat(weight) * (nodes.placed[j].X.lanes() - Xi);
    const NodeRow& a = row_of(j);
    for (int r = 0; r < D; ++r) sum.aX[r] += splat(a.lane[r]) * X;
    sum.X += X;
  });
  for (int r = 0; r < D; ++r) rows.aX[r] -= splat(row_of(i).lane[r]) * rows.X;  // instead of each a_j - a_i
  return rows;
}

template <int D>
inline FieldRows<D> displacement_sums(const ReferenceState& reference, const Nodes<D>& nodes, Index i) {
  return field_sums<D>(reference, nodes, i, [&](Index j) -> const NodeRow& { return nodes.placed[j].u; });
}

/// dF/dt at particle i. The correction L is applied once per particle, not once per bond.
template <int D>
inline Mat3 rate_of_gradient(const ReferenceState& reference, const Nodes<D>& nodes, Index i) {
  const auto velocity = [&](Index j) -> const NodeRow& { return nodes.velocity[j]; };
  return nodes.inverse_volume[i] * field_sums<D>(reference, nodes, i, velocity).sums().aX * reference.L[i];
}

}  // namespace talus
