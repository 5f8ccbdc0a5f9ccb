// Bonds of particles that stand side by side in memory and have their neighbours at the same distances: on a lattice,
// and in a body that is the same cross-section all along. They are found once for a whole pack, and shared by all packs
// that look alike, so that such a body needs no list of bonds in its loops (tlsph 30).
//
//   j = i + stride, X_ji, V_j w_ij in every lane; a lane without this neighbour has the weight zero
//
// Ways X_ji and weights are kept once for all stencils: at a curved surface hardly two packs have a stencil in common,
// but all of them go the same ways.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "talus/numerics/pack_lanes.hpp"
#include "talus/tlsph/fit_columns.hpp"
#include "talus/tlsph/row_table.hpp"
#include "talus/tlsph/surface_fit.hpp"

namespace talus {

struct SolidBody;
struct ReferenceState;

/// The way to a neighbour.
struct StencilWay {
  Real X[3];  ///< X_ji [m]
  Real q[6];  ///< q(X_ji) [m^2]
};

/// A neighbour of all lanes.
struct StencilBond {
  Index stride;  ///< j - i
  Index way;     ///< among those of the table …
  Index weight;  ///< … and V_j w_ij among its weights
};

/// A bond of one lane, with what second-order terms need of it.
struct LoneBond {
  int lane;
  Index stride;    ///< j - i
  Real weight[6];  ///< V_j w_ij q(X_ji) [-]
};
/// A particle that fits to second order while most others of its pack do not (lone_fits.hpp).
struct LoneFit {
  int lane;
  Index first, last;                          ///< its bonds
  Real inverse[fit_terms(3) * fit_terms(3)];  ///< B of (tlsph 15) [1/m^2, 1/m^3, 1/m^4]
};

/// What the particles of a pack have around them. Zero in lanes that are no particles.
struct Stencil {
  Index first = 0, last = 0;                  ///< its bonds
  Index first_curved = 0, last_curved = 0;    ///< those with neighbours that fit to second order in packs, in some lane
  Index first_lone = 0, last_lone = 0;        ///< those of its particles that fit to second order by themselves
  Index first_to_lone = 0, last_to_lone = 0;  ///< bonds to such neighbours, lane by lane
  bool touched = false;                       ///< some lane fits to second order, or has such a neighbour
  PackInRows rows;                            ///< its neighbours by rows
  Pack along[row_places];                     ///< V_j w of all rows together, by place [1/m^2]
  Index inverse = -1;                         ///< number of B of (tlsph 15), or -1: as a pack all fit linearly
  Mat3Of<Pack> L;                             ///< (tlsph 1) [-]
  Pack volume = 0;                            ///< V_i [m^3; m^2 in 2-D]
  Pack energy_weight = 0;                     ///< of the particle over its volume (tlsph 19) [-]
  Pack weight = 0;                            ///< sum_j V_j w [1/m^2]
  Pack first_order[3] = {0, 0, 0};            ///< sum_j V_j w X_ji [1/m]
  Pack second_order[6] = {0, 0, 0, 0, 0, 0};  ///< sum_j V_j w q(X_ji) [-]
};

/// Packs that follow each other; with `by_rows` they share a pattern of rows.
struct PackRun {
  Index first, last;
  bool by_rows = false;
  bool reads_before = false, reads_after = false;  ///< rows of the pack on that side of the run
  bool touched = false;                            ///< some of its packs are
  Index curved = -1;  ///< where the curved rows of the pack before begin, those of its packs follow; -1: not by rows
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
  [[nodiscard]] const StencilWay* ways() const { return ways_.data(); }
  [[nodiscard]] const Pack* weights() const { return weights_.data(); }
  [[nodiscard]] const Index* curved() const { return curved_.data(); }
  [[nodiscard]] const LoneFit* lone_fits() const { return lone_fits_.data(); }
  [[nodiscard]] const LoneBond* lone_bonds() const { return lone_bonds_.data(); }
  [[nodiscard]] const RowTable& rows() const { return rows_; }
  /// The pattern of a run that goes by rows.
  [[nodiscard]] const RowPattern& pattern(const PackRun& run) const {
    return rows_.pattern(of(run.first).rows.pattern);
  }
  /// Its curved rows at pack m from its first, or at one on either side.
  [[nodiscard]] const RowRange& curved_rows(const PackRun& run, Index m) const {
    return rows_.range(curved_at_[run.curved + 1 + m]);
  }
  [[nodiscard]] PackInverse inverse(const Stencil& s) const { return inverses_[s.inverse]; }

  /// All packs, bundle of rows by bundle: so much of a plane of neighbours stays in the nearer caches until the next
  /// planes have used it.
  [[nodiscard]] const std::vector<PackRun>& runs() const { return runs_; }
  /// The order in which so many threads go through them, each through a part of it: first those of the first part of
  /// the particles, then those of the next. Loops over particles do the same, so a thread that meets them again finds
  /// in its own caches what others would have to send.
  const std::vector<Index>& order_for(int threads) {
    if (threads == order_threads_) return order_;
    order_threads_ = threads;
    order_.resize(runs_.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::ranges::stable_sort(order_, {}, [&](Index r) { return std::int64_t(runs_[r].first) * threads / packs(); });
    return order_;
  }

  [[nodiscard]] Index packs() const { return static_cast<Index>(of_pack_.size()); }
  /// Bonds of all particles that they stand for.
  [[nodiscard]] std::size_t bond_count() const { return bond_count_; }
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
  std::vector<StencilWay> ways_;
  std::vector<Pack> weights_;  ///< V_j w_ij [1/m^2]
  std::vector<Index> curved_;  ///< places in the bonds
  FitTable inverses_;
  std::vector<LoneFit> lone_fits_;
  std::vector<LoneBond> lone_bonds_;
  RowTable rows_;
  std::vector<PackRun> runs_;
  std::vector<Index> order_;
  int order_threads_ = 0;
  std::vector<Index> curved_at_;
  Index largest_stride_ = 0;
  Real used_share_ = 1;
  std::size_t bond_count_ = 0;
};

}  // namespace talus
