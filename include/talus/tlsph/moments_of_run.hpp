// Moments of motion (non_affine_spin.hpp) for packs that follow each other and share a pattern of rows (tlsph 34).
//
// A neighbour j = i + s_k + d of particle i stands in row k at place d. What it does relative to i is what it does
// relative to m = i + d, the particle of i's own row that it stands across from, and what m does relative to i:
//   u_ji = a_k(m) + b,  a_k(m) = u_(m + s_k) - u_m,  b = u_m - u_i
// so that for every product of u_ji, v_ji and X_ji its sum is one of sums over rows, which are formed once at m and
// serve the particles at all places d around it, and of b:
//   sum_k W_kd u_ji (x) u_ji = Q_d + S_d (x) b + b (x) S_d + W_d b (x) b,
//   Q_d(m) = sum_k W_kd a_k (x) a_k,  S_d(m) = sum_k W_kd a_k,  W_d = sum_k W_kd
// All of them are differences between neighbours, as in sums over bonds: nothing is rounded that is larger than they
// are.
#pragma once

#include <algorithm>

#include "talus/numerics/neighbour_lanes.hpp"
#include "talus/tlsph/stencil_sums.hpp"

namespace talus {

template <int D>
class MomentsOfRun {
 public:
  MomentsOfRun(const StencilNodes<D>& nodes, const PackRun& run) : nodes_(nodes), run_(run) {
    if (run.by_rows && nodes.table.pattern(run).axis >= 0) pattern_ = &nodes.table.pattern(run);
    if (pattern_ == nullptr)
      sum_bonds();
    else if (pattern_->reach == 1)
      sum_all_rows<1>();
    else if (pattern_->reach == 2)
      sum_all_rows<2>();
    else if constexpr (lanes >= most_reach)  // no row reaches farther than a pack
      sum_all_rows<3>();
  }

  /// Those of pack k of the run.
  const PackMoments<D>& of(Index k) const { return moments_[k]; }

 private:
  // What rows sum up, by components.
  static constexpr int turns = StencilNodes<D>::turns, quadratic = quadratic_terms(D);
  static constexpr int across = D - 1, products = D == 3 ? 3 : 1;  // of offsets across the rows
  static constexpr int u = 0, v = D, uu = 2 * D, turn = uu + quadratic, uX = turn + turns;
  static constexpr int first_order = uX + across * D, uq = first_order, all = uq + products * D;

  /// Two packs: of so many rows the processor does not foresee what comes next, and is asked for its line.
  static constexpr Index ahead = 2 * lanes;

  struct RowsAround {
    Pack sum[most_reach + 1][all];  ///< by distance along the row
  };
  RowsAround& at(Index m) { return around_[(m + 1) % 3]; }

  void sum_bonds() {
    for (Index k = 0; k < run_.size(); ++k) {
      const Index p = run_.first + k;
      const Stencil& s = nodes_.table.of(p);
      moments_[k] = pack_moments<D>(nodes_, s, p * lanes);
      if (s.inverse >= 0) fit_sums<D, true>(nodes_, s, nodes_.motion[StencilNodes<D>::u], p * lanes, moments_[k].uq);
    }
  }

  template <int most>
  void sum_all_rows() {
    if (run_.reads_before) sum_rows<most>(-1);
    sum_rows<most>(0);
    for (Index k = 0; k < run_.size(); ++k) {
      if (k + 1 < run_.size() || run_.reads_after) sum_rows<most>(k + 1);
      if (nodes_.table.of(run_.first + k).rows.is_whole)
        put_together<most, true>(k);
      else
        put_together<most, false>(k);
    }
  }

  /// Whether the pack, or one beside it, fits to second order.
  [[nodiscard]] bool serves_fits(Index m) const {
    bool serves = false;
    for (Index k = std::max(m - 1, Index(0)); k <= std::min(m + 1, run_.size() - 1); ++k)
      serves = serves || nodes_.table.of(run_.first + k).inverse >= 0;
    return serves;
  }

  template <int most>
  void sum_rows(Index m) {
    const RowTable& rows = nodes_.table.rows();
    const RowGroup* const first = rows.groups() + pattern_->first_group[row_weight::direct];
    const RowGroup* const last = rows.groups() + pattern_->first_group[row_weight::count];
    for (int d = first->reach + 1; d <= most; ++d) std::ranges::fill(at(m).sum[d], Pack(0));
    add_group<most, true>(*first, m);
    for (const RowGroup* g = first + 1; g < last; ++g) add_group<most, false>(*g, m);
    if (!serves_fits(m)) return;
    add_second_order<most, true>(*first, m);
    for (const RowGroup* g = first + 1; g < last; ++g) add_second_order<most, false>(*g, m);
  }

  /// Those that reach farthest come first, and set what others are added to.
  template <int most, bool first>
  void add_group(const RowGroup& g, Index m) {
    if (g.reach == most) return add_first_order<most, first>(g, m);
    if (g.reach == 0) return add_first_order<0, first>(g, m);
    if (g.reach == 1) return add_first_order<1, first>(g, m);
    add_first_order<2, first>(g, m);
  }

  template <int reach, bool first>
  void add_first_order(const RowGroup& g, Index m) {
    const std::ptrdiff_t pitch = nodes_.motion.pitch();
    const Real* from = nodes_.motion[0] + (run_.first + m) * lanes;
    Pack sum[first_order];  // registers, if all loops over them are unrolled
#pragma GCC unroll 32
    for (int n = 0; n < first_order; ++n) sum[n] = 0;
    for (Index k = g.first; k < g.last; ++k) {
      const Real* next = from + nodes_.table.rows().strides()[k];
      const RowOffset& offset = nodes_.table.rows().offsets()[k];
      const Real* own = from;
      Pack a[D], b[D];
      for (int r = 0; r < D; ++r, next += pitch, own += pitch) {
        __builtin_prefetch(next + ahead);
        a[r] = load(next) - load(own);
      }
      for (int r = 0; r < D; ++r, next += pitch, own += pitch) {
        __builtin_prefetch(next + ahead);
        b[r] = load(next) - load(own);
      }
      for (int r = 0; r < D; ++r) {
        sum[u + r] += a[r];
        sum[v + r] += b[r];
        for (int c = 0; c < across; ++c) sum[uX + c * D + r] += offset.across[c] * a[r];
      }
      for (int r = 0, n = uu; r < D; ++r) {
        for (int c = r; c < D; ++c, ++n) sum[n] += a[r] * a[c];
      }
      add_cross(a, b, sum + turn);
    }
    for (int d = 0; d <= reach; ++d) {
      const Pack weight = g.weight[reach + d];
      Pack* to = at(m).sum[d];
#pragma GCC unroll 32
      for (int n = 0; n < first_order; ++n) to[n] = first ? weight * sum[n] : to[n] + weight * sum[n];
    }
  }

  template <int most, bool first>
  void add_second_order(const RowGroup& g, Index m) {
    const std::ptrdiff_t pitch = nodes_.motion.pitch();
    const Real* from = nodes_.motion[0] + (run_.first + m) * lanes;
    Pack sum[products * D];
    for (Pack& s : sum) s = 0;
    for (Index k = g.first; k < g.last; ++k) {
      const Real* next = from + nodes_.table.rows().strides()[k];
      const RowOffset& offset = nodes_.table.rows().offsets()[k];
      const Real* own = from;
      for (int r = 0; r < D; ++r, next += pitch, own += pitch) {
        const Pack a = load(next) - load(own);
        for (int q = 0; q < products; ++q) sum[q * D + r] += offset.second[q] * a;
      }
    }
    for (int d = 0; d <= g.reach; ++d) {
      const Pack weight = g.weight[g.reach + d];
      Pack* to = at(m).sum[d] + uq;
      for (int n = 0; n < products * D; ++n) to[n] = first ? weight * sum[n] : to[n] + weight * sum[n];
    }
  }

  /// sum += a x b
  static void add_cross(const Pack* a, const Pack* b, Pack* sum) {
    if constexpr (D == 3) {
      for (int r = 0; r < 3; ++r) {
        const int c = (r + 1) % 3, d = (r + 2) % 3;
        sum[r] += a[c] * b[d];
        sum[r] -= a[d] * b[c];
      }
    } else {
      sum[0] += a[0] * b[1];
      sum[0] -= a[1] * b[0];
    }
  }

  /// Number n of what rows sum up d places on.
  template <int d>
  [[gnu::always_inline]] Pack from_place(Index k, int n) {
    constexpr int far = d < 0 ? -d : d;
    const Pack here = at(k).sum[far][n];
    if constexpr (d == 0) return here;
    if constexpr (d < 0) return lanes_from<lanes + d>(at(k - 1).sum[far][n], here);
    return lanes_from<far>(here, at(k + 1).sum[far][n]);
  }

  /// With X along rows and across them.
  struct Sums {
    Pack u[D], uu[quadratic], turn[turns];
    Pack u_along[D], u_across[across][D];
    Pack q_along[D], q_mixed[across][D], q_across[products][D];
  };

  template <int most, bool whole>
  void put_together(Index k) {
    const Index p = run_.first + k;
    const Stencil& s = nodes_.table.of(p);
    if (s.inverse >= 0)
      put_together<most, whole, true>(k, s);
    else
      put_together<most, whole, false>(k, s);
  }

  template <int most, bool whole, bool second>
  void put_together(Index k, const Stencil& s) {
    Sums sums;
    for (int r = 0; r < D; ++r) {
      sums.u[r] = from_place<0>(k, u + r);
      sums.u_along[r] = 0;
      for (int c = 0; c < across; ++c) sums.u_across[c][r] = from_place<0>(k, uX + c * D + r);
    }
    for (int n = 0; n < quadratic; ++n) sums.uu[n] = from_place<0>(k, uu + n);
    for (int n = 0; n < turns; ++n) sums.turn[n] = from_place<0>(k, turn + n);
    for (int r = 0; second && r < D; ++r) {
      sums.q_along[r] = 0;
      for (int c = 0; c < across; ++c) sums.q_mixed[c][r] = 0;
      for (int q = 0; q < products; ++q) sums.q_across[q][r] = from_place<0>(k, uq + q * D + r);
    }
    Pack own[2 * D];
    for (int r = 0; r < 2 * D; ++r) own[r] = load(nodes_.motion[r] + (run_.first + k) * lanes);
    add_places<-most, most, whole, second>(k, s, own, sums);
    spread<second>(sums, moments_[k]);
  }

  template <int d, int most, bool whole, bool second>
  [[gnu::always_inline]] void add_places(Index k, const Stencil& s, const Pack* own, Sums& sums) {
    if constexpr (d != 0) add_place<d, whole, second>(k, s, own, sums);
    if constexpr (d < most) add_places<d + 1, most, whole, second>(k, s, own, sums);
  }

  template <int d, bool whole, bool second>
  [[gnu::always_inline]] void add_place(Index k, const Stencil& s, const Pack* own, Sums& sums) {
    constexpr int far = d < 0 ? -d : d;
    const Mask there = s.rows.at(d);
    const auto if_there = [&](Pack value) { return whole ? value : select(there, value, Pack(0)); };
    const auto sum = [&](int n) { return if_there(from_place<d>(k, n)); };
    const RowOffset& offset = pattern_->along_offset[far];
    const Real weight = pattern_->along[most_reach + far], way = d * pattern_->step;
    const std::ptrdiff_t pitch = nodes_.motion.pitch();
    const Real* next = nodes_.motion[0] + (run_.first + k) * lanes + d;
    Pack a[D], b[D], of_rows[D], of_all[D];
    for (int r = 0; r < D; ++r, next += pitch) a[r] = if_there(load(next) - own[r]);
    for (int r = 0; r < D; ++r, next += pitch) b[r] = if_there(load(next) - own[D + r]);
    for (int r = 0; r < D; ++r) {
      of_rows[r] = sum(u + r);
      of_all[r] = of_rows[r] + weight * a[r];
      sums.u[r] += of_all[r];
      sums.u_along[r] += way * of_all[r];
      if (second) sums.q_along[r] += Real(0.5) * way * way * of_all[r];
    }
    for (int c = 0; c < across; ++c) {
      for (int r = 0; r < D; ++r) {
        const Pack moment = sum(uX + c * D + r) + offset.across[c] * a[r];
        sums.u_across[c][r] += moment;
        if (second) sums.q_mixed[c][r] += way * moment;
      }
    }
    for (int q = 0; second && q < products; ++q) {
      for (int r = 0; r < D; ++r) sums.q_across[q][r] += sum(uq + q * D + r) + offset.second[q] * a[r];
    }
    for (int r = 0, n = 0; r < D; ++r) {
      for (int c = r; c < D; ++c, ++n) sums.uu[n] += sum(uu + n) + of_rows[r] * a[c] + a[r] * of_all[c];
    }
    Pack v_of_rows[D];
    for (int r = 0; r < D; ++r) v_of_rows[r] = sum(v + r);
    for (int n = 0; n < turns; ++n) sums.turn[n] += sum(turn + n);
    add_cross(of_all, b, sums.turn);
    add_cross(a, v_of_rows, sums.turn);
  }

  /// By coordinates.
  template <bool second>
  [[gnu::always_inline]] void spread(const Sums& sums, PackMoments<D>& to) const {
    const int x = pattern_->axis;
    int other[2] = {};
    for (int c = 0; c < across; ++c) other[c] = D == 2 ? 1 - x : (x + 1 + c) % 3;
    for (int r = 0, n = 0; r < D; ++r) {
      to.u[r] = sums.u[r];
      to.uX[r][x] = sums.u_along[r];
      for (int c = 0; c < across; ++c) to.uX[r][other[c]] = sums.u_across[c][r];
      for (int c = r; c < D; ++c, ++n) to.uu[r][c] = to.uu[c][r] = sums.uu[n];
    }
    for (int n = 0; n < turns; ++n) to.turn[n] = sums.turn[n];
    for (int r = 0; second && r < D; ++r) {
      to.uq[r][x] = sums.q_along[r];
      for (int c = 0; c < across; ++c) {
        to.uq[r][other[c]] = sums.q_across[c][r];
        to.uq[r][quadratic_term(D, std::min(x, other[c]), std::max(x, other[c]))] = sums.q_mixed[c][r];
      }
      if constexpr (D == 3)
        to.uq[r][quadratic_term(D, std::min(other[0], other[1]), std::max(other[0], other[1]))] = sums.q_across[2][r];
    }
  }

  const StencilNodes<D>& nodes_;
  const PackRun& run_;
  const RowPattern* pattern_ = nullptr;  ///< none: over bonds
  PackMoments<D> moments_[most_packs_of_run];
  RowsAround around_[3];
};

}  // namespace talus
