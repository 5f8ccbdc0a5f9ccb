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

/// Products of tensors and vectors, row by row; the lanes of a row are summed at the end.
template <int D>
struct ProductRows;

template <>
struct ProductRows<2> {
  Lanes row = {};

  /// What a particle adds to all that it reads.
  struct Own {
    Lanes tensor, place;
    explicit Own(const ShownTensor<2>& own) : tensor(own.row[0].lanes()), place(own.place.lanes()) {}
  };

  /// Adds w (T_i + T_j) X_ji.
  void add(const Own& own, const ShownTensor<2>& other, Real w) {
    const Lanes g = splat(w) * (other.place.lanes() - own.place);
    row += (own.tensor + other.row[0].lanes()) * __builtin_shufflevector(g, g, 0, 1, 0, 1);
  }
  ProductRows& operator+=(const ProductRows& other) {
    row += other.row;
    return *this;
  }
  [[nodiscard]] Vec3 row_sums() const { return {row[0] + row[1], row[2] + row[3], 0}; }
};

/// In space all that is read of a neighbour are two vectors, and one sum each makes T_i + T_j and X_ji of them.
template <>
struct ProductRows<3> {
  RowPairLanes upper = {}, lower = {};

  struct Own {
    RowPairLanes upper, lower;
    /// Fourth lanes of tensors count as differences, and that of X_ji is one: so they are summed as they are.
    explicit Own(const ShownTensor<3>& own)
        : upper(own.upper() * row_pair(Lanes{1, 1, 1, -1}, Lanes{1, 1, 1, -1})),
          lower(own.lower() * row_pair(Lanes{1, 1, 1, -1}, Lanes{-1, -1, -1, 0}) +
                row_pair(Lanes{}, Lanes{0, 0, 0, 1})) {}
  };

  void add(const Own& own, const ShownTensor<3>& other, Real w) {
    const RowPairLanes above = own.upper + other.upper(), below = own.lower + other.lower();
    const RowPairLanes g = w * second_twice(below);
    upper += above * g;
    lower += below * g;
  }
  ProductRows& operator+=(const ProductRows& other) {
    upper += other.upper, lower += other.lower;
    return *this;
  }
  [[nodiscard]] Vec3 row_sums() const {
    const auto sum = [](const RowLanes& row) { return row[0] + row[1] + row[2]; };
    return {sum(first_of(upper)), sum(second_of(upper)), sum(first_of(lower))};
  }
  [[nodiscard]] Vec3 fourth_sums() const { return {first_of(upper)[3], second_of(upper)[3], first_of(lower)[3]}; }
};

/// The same, and sums of what neighbours show of dashpots beside their tensor.
template <int D>
struct BrakingRows {
  ProductRows<D> products;
  Lanes control = {};

  BrakingRows& operator+=(const BrakingRows& other) {
    products += other.products;
    control += other.control;
    return *this;
  }
  [[nodiscard]] ControlState differences() const {
    if constexpr (D == 2)
      return {{control[1], control[2], 0}, {0, 0, control[0]}};
    else
      return {products.fourth_sums(), {control[0], control[1], control[2]}};
  }
};

}  // namespace detail

/// Force of stress on particle i, and of what the springs of the hourglass control have in the same sum and directly
/// [N; N/m in 2-D].
template <int D>
inline Vec3 bond_forces(const ReferenceState& reference, const Nodes<D>& nodes, Index i) {
  using Rows = detail::ProductRows<D>;
  const typename Rows::Own own(nodes.stress[i]);
  const Rows sum =
      reference.sum_bonds<Rows>(i, [&](Rows& to, Index j, Real weight) { to.add(own, nodes.stress[j], weight); });
  return sum.row_sums() + vector_of(nodes.direct[i]);
}

/// Force of the dashpots of the hourglass control on particle i. `beta` is their coefficient [Pa s].
template <int D>
inline Vec3 braking_forces(const ReferenceState& reference, const Nodes<D>& nodes, Real beta, Index i) {
  using Rows = detail::BrakingRows<D>;
  const typename detail::ProductRows<D>::Own own(nodes.stress[i]);
  const Lanes control = nodes.control[i].lanes();
  const Rows sum = reference.sum_bonds<Rows>(i, [&](Rows& to, Index j, Real weight) {
    to.products.add(own, nodes.stress[j], weight);
    to.control += splat(weight) * (nodes.control[j].lanes() - control);
  });
  const ControlState differences = sum.differences();
  const Vec3 u = vector_of(nodes.displacement[i]), sum_u = vector_of(nodes.direct[i]);
  const Vec3 turning = nodes.control_of(i).spin.cross(sum_u) - differences.spin.cross(u);
  return sum.products.row_sums() + differences.drag - beta * turning;
}

}  // namespace talus
