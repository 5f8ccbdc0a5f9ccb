// Bonds of particles that stand side by side in memory and have their neighbours at the same distances: on a lattice,
// and in a body that is the same cross-section all along. They are found once for a whole pack, and shared by all packs
// that look alike, so that such a body needs no list of bonds in its loops (tlsph 30).
//
//   j = i + stride, X_ji, V_j w_ij in every lane; a lane without this neighbour has the weight zero
#pragma once

#include <optional>
#include <vector>

#include "talus/numerics/pack_lanes.hpp"
#include "talus/tlsph/surface_fit.hpp"

namespace talus {

struct SolidBody;
struct ReferenceState;

/// A neighbour of all lanes.
struct StencilBond {
  Index stride;  ///< j - i
  Real X[3];     ///< X_ji [m]
  Real q[6];     ///< q(X_ji) [m^2]
};

/// Longest row of neighbours to either side.
inline constexpr int most_reach = 3;

/// What a neighbour can be weighted with: V_j w X_ji, V_j w q(X_ji), V_j w, in this order.
namespace row_weight {
inline constexpr int first_order = 0, second_order = 3, direct = 9, count = 10;
}

/// Rows of neighbours, at i + stride - reach, ..., i + stride + reach each, that have the same weights but for a sign.
struct RowGroup {
  int reach;
  Index first, minus, last;         ///< strides of the rows that count as they stand, and of those that count negative
  Real weight[2 * most_reach + 1];  ///< of the places in a row; zero where there is no neighbour
};

/// q(X) in the order of CurvatureRows.
template <int D, class T>
inline void second_order_monomials(const Real (&X)[3], T* q) {
  for (int c = 0; c < D; ++c) q[c] = Real(0.5) * X[c] * X[c];
  if constexpr (D == 2) {
    q[2] = X[0] * X[1];
  } else {
    for (int c = 0; c < 3; ++c) q[3 + c] = X[c] * X[(c + 1) % 3];
  }
}

/// What the particles of a pack have around them. Zero in lanes that are no particles.
struct Stencil {
  Index first = 0, last = 0;                  ///< its bonds
  Index first_curved = 0, last_curved = 0;    ///< those of them whose neighbours fit to second order, in some lane
  bool touched = false;                       ///< some lane fits to second order, or has such a neighbour
  Index first_group[row_weight::count + 1];   ///< its neighbours by rows for each kind of weight, where all lanes agree
  int reach = 0;                              ///< of the longest of these rows; 0: there are none
  bool own_row_reaches = false;               ///< there is a neighbour at each place of the own row so far
  Real along[2 * most_reach + 1] = {};        ///< V_j w of all rows together, by place from -most_reach on [1/m^2]
  Index inverse = -1;                         ///< place of B of (tlsph 15), or -1: all lanes fit linearly
  Mat3Of<Pack> L;                             ///< (tlsph 1) [-]
  Pack weight = 0;                            ///< sum_j V_j w [1/m^2]
  Pack first_order[3] = {0, 0, 0};            ///< sum_j V_j w X_ji [1/m]
  Pack second_order[6] = {0, 0, 0, 0, 0, 0};  ///< sum_j V_j w q(X_ji) [-]
};

/// Packs that follow each other; with `by_rows` they share a stencil that has rows.
struct PackRun {
  Index first, last;
  bool by_rows;
  [[nodiscard]] Index size() const { return last - first; }
};

/// Most packs of a run: what their sums need stays in the nearest cache.
inline constexpr Index most_packs_of_run = 20;

class StencilTable {
 public:
  /// Of a body whose bonds are known; nothing when too many lanes would stand idle.
  static std::optional<StencilTable> find(const SolidBody& body, const ReferenceState& reference);

  [[nodiscard]] const Stencil& of(Index pack) const { return stencils_[of_pack_[pack]]; }
  [[nodiscard]] const StencilBond* bonds() const { return bonds_.data(); }
  [[nodiscard]] const Pack* weights() const { return weights_.data(); }
  [[nodiscard]] const Index* curved() const { return curved_.data(); }
  [[nodiscard]] const RowGroup* groups() const { return groups_.data(); }
  [[nodiscard]] const Index* row_strides() const { return row_strides_.data(); }
  [[nodiscard]] const Pack* inverse(const Stencil& s) const { return inverses_.data() + s.inverse; }

  /// All packs, bundle of rows by bundle: so much of a plane of neighbours stays in the nearer caches until the next
  /// planes have used it.
  [[nodiscard]] const std::vector<PackRun>& runs() const { return runs_; }
  /// Those of the runs, one by one.
  [[nodiscard]] const std::vector<Index>& order() const { return order_; }

  /// Packs that fit to second order, and the number of one among them.
  [[nodiscard]] Index fitted_packs() const { return fitted_before_.back(); }
  [[nodiscard]] Index fitted_number(Index pack) const { return fitted_before_[pack]; }

  [[nodiscard]] Index packs() const { return static_cast<Index>(of_pack_.size()); }
  [[nodiscard]] Index stencils() const { return static_cast<Index>(stencils_.size()); }
  [[nodiscard]] Index largest_stride() const { return largest_stride_; }
  /// Of all lanes and bonds, those that are in use [-].
  [[nodiscard]] Real used_share() const { return used_share_; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  friend class StencilFinder;
  std::vector<Index> of_pack_;
  std::vector<Stencil> stencils_;
  std::vector<StencilBond> bonds_;
  std::vector<Pack> weights_;  ///< V_j w_ij of each bond [1/m^2]
  std::vector<Index> curved_;  ///< places in the bonds
  std::vector<Pack> inverses_;
  std::vector<RowGroup> groups_;
  std::vector<Index> row_strides_;
  std::vector<PackRun> runs_;
  std::vector<Index> order_;
  std::vector<Index> fitted_before_{0};  ///< by pack, and one more for the end
  Index largest_stride_ = 0;
  Real used_share_ = 1;
};

}  // namespace talus
