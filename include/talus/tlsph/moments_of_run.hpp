// Moments of motion for packs that follow each other and share a pattern of rows (tlsph 34).
//
// A neighbour j = i + s_k + d of particle i stands in row k at place d. What it does relative to i is what it does
// relative to m = i + d, the particle of i's own row that it stands across from, and what m does relative to i:
//   u_ji = a_k(m) + b,  a_k(m) = u_(m + s_k) - u_m,  b = u_m - u_i
// so that for every product of u_ji, v_ji and X_ji its sum is one of sums over rows, which are formed once at m and
// serve the particles at all places d around it, and of b:
//   sum_k W_kd u_ji (x) u_ji = Q_d + S_d (x) b + b (x) S_d + W_d b (x) b,
//   Q_d(m) = sum_k W_kd a_k (x) a_k,  S_d(m) = sum_k W_kd a_k,  W_d = sum_k W_kd
// All of them are differences between neighbours, as in sums over bonds: nothing is rounded that is larger than they
// are. Springs of the control need no products, so in most steps there are only sums of u_ji (x) X_ji and, where some
// neighbour has yielded, of alpha_j u_ji:
//   sum_k W_kd alpha_j u_ji = sum_k W_kd (alpha_j - alpha_m) a_k + (sum_k W_kd (alpha_j - alpha_m)) b
//                             + alpha_m sum_k W_kd u_ji
#pragma once

#include <algorithm>

#include "talus/numerics/neighbour_lanes.hpp"
#include "talus/tlsph/stencil_sums.hpp"

namespace talus {

template <int D, ControlPart part>
class MomentsOfRun {
 public:
  MomentsOfRun(const StencilNodes<D>& nodes, const PackRun& run) : nodes_(nodes), run_(run) {
    if (run.by_rows && nodes.table.pattern(run).has_moments()) pattern_ = &nodes.table.pattern(run);
    is_soft_ = !braking && pattern_ != nullptr && nodes.is_soft_around(run);
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
  const PackMoments<D, part>& of(Index k) const { return moments_[k]; }

 private:
  static constexpr bool braking = part == ControlPart::viscous;
  static constexpr int fields = braking ? 2 : 1;  // u alone, or v as well
  static constexpr int turns = StencilNodes<D>::turns, quadratic = quadratic_terms(D);
  static constexpr int across = D - 1, products = D == 3 ? 3 : 1;  // of offsets across the rows

  // What rows sum up, by components: fields, their products, and moments of fields with offsets.
  static constexpr int u = 0, v = D, uu = fields * D, turn = uu + (braking ? quadratic : 0);
  static constexpr int uX = turn + (braking ? turns : 0), first_order = uX + across * D;
  static constexpr int vX = first_order, uq = vX + (fields - 1) * across * D, vq = uq + products * D;
  static constexpr int au = uq + fields * products * D, more_alpha = au + D;  // with alpha_j - alpha_m, and that alone
  static constexpr int all = braking ? au : more_alpha + 1;

  /// Two packs: of so many rows the processor does not foresee what comes next, and is asked for its line.
  static constexpr Index ahead = 2 * lanes;

  struct RowsAround {
    Pack sum[most_reach + 1][all];  ///< by distance along the row
  };
  RowsAround& at(Index m) { return around_[(m + 1) % 3]; }

  void sum_bonds() {
    for (Index k = 0; k < run_.size(); ++k) {
      const Index p = run_.first + k;
      moments_[k] = pack_moments<D, part>(nodes_, nodes_.table.of(p), p * lanes);
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
    const bool second = serves_fits(m);
    add_group<most, true>(*first, m, second);
    for (const RowGroup* g = first + 1; g < last; ++g) add_group<most, false>(*g, m, second);
  }

  /// Those that reach farthest come first, and set what others are added to.
  template <int most, bool first>
  void add_group(const RowGroup& g, Index m, bool second) {
    if (!braking && is_soft_)
      add_first_order<most, first, !braking>(g, m);
    else
      add_first_order<most, first, false>(g, m);
    if constexpr (braking) add_moments<false, first>(g, m, v, vX);
    if (!second) return;
    add_moments<true, first>(g, m, u, uq);
    if constexpr (braking) add_moments<true, first>(g, m, v, vq);
  }

  template <int most, bool first, bool soft>
  void add_first_order(const RowGroup& g, Index m) {
    if (g.reach == most)
      add_reaching<most, first, soft>(g, m);
    else if (g.reach == 0)
      add_reaching<0, first, soft>(g, m);
    else if (g.reach == 1)
      add_reaching<1, first, soft>(g, m);
    else
      add_reaching<2, first, soft>(g, m);
  }

  /// `soft`: those with alpha_j - alpha_m beside them.
  template <int reach, bool first, bool soft>
  void add_reaching(const RowGroup& g, Index m) {
    const std::ptrdiff_t pitch = nodes_.motion.pitch();
    const Real* from = nodes_.motion[0] + (run_.first + m) * lanes;
    Pack sum[first_order];  // registers, if all loops over them are unrolled
#pragma GCC unroll 32
    for (int n = 0; n < first_order; ++n) sum[n] = 0;
    const Real* alpha = nodes_.motion[StencilNodes<D>::alpha] + (run_.first + m) * lanes;
    const Pack own_alpha = soft ? load(alpha) : Pack(0);
    Pack softened[D + 1];
    for (Pack& s : softened) s = 0;
    for (Index k = g.first; k < g.last; ++k) {
      const Real* next = from + nodes_.table.rows().strides()[k];
      const RowOffset& offset = nodes_.table.rows().offsets()[k];
      const Real* own = from;
      Pack a[fields][D];
      for (int f = 0; f < fields; ++f) {
        for (int r = 0; r < D; ++r, next += pitch, own += pitch) {
          __builtin_prefetch(next + ahead);
          a[f][r] = load(next) - load(own);
        }
      }
      for (int r = 0; r < D; ++r) {
        for (int f = 0; f < fields; ++f) sum[f * D + r] += a[f][r];
        for (int c = 0; c < across; ++c) sum[uX + c * D + r] += offset.across[c] * a[0][r];
      }
      if constexpr (soft) {
        const Real* next_alpha = alpha + nodes_.table.rows().strides()[k];
        __builtin_prefetch(next_alpha + ahead);
        const Pack more = load(next_alpha) - own_alpha;
        for (int r = 0; r < D; ++r) softened[r] += more * a[0][r];
        softened[D] += more;
      }
      if constexpr (braking) {
        for (int r = 0, n = uu; r < D; ++r) {
          for (int c = r; c < D; ++c, ++n) sum[n] += a[0][r] * a[0][c];
        }
        add_cross(a[0], a[1], sum + turn);
      }
    }
    for (int d = 0; d <= reach; ++d) {
      const Pack weight = g.weight[reach + d];
      Pack* to = at(m).sum[d];
#pragma GCC unroll 32
      for (int n = 0; n < first_order; ++n) to[n] = first ? weight * sum[n] : to[n] + weight * sum[n];
      Pack* const to_soft = to + au;
      for (int n = 0; soft && n <= D; ++n)
        to_soft[n] = first ? weight * softened[n] : to_soft[n] + weight * softened[n];
    }
  }

  /// Those of a field with the offsets of rows, or with `second` products of them.
  template <bool second, bool first>
  void add_moments(const RowGroup& g, Index m, int field, int to_sum) {
    constexpr int count = second ? products : across;
    const std::ptrdiff_t pitch = nodes_.motion.pitch();
    const Real* from = nodes_.motion[field] + (run_.first + m) * lanes;
    Pack sum[count * D];
    for (Pack& s : sum) s = 0;
    for (Index k = g.first; k < g.last; ++k) {
      const Real* next = from + nodes_.table.rows().strides()[k];
      const RowOffset& offset = nodes_.table.rows().offsets()[k];
      const Real* factor = second ? offset.second : offset.across;
      const Real* own = from;
      for (int r = 0; r < D; ++r, next += pitch, own += pitch) {
        const Pack a = load(next) - load(own);
        for (int q = 0; q < count; ++q) sum[q * D + r] += factor[q] * a;
      }
    }
    for (int d = 0; d <= g.reach; ++d) {
      const Pack weight = g.weight[g.reach + d];
      Pack* to = at(m).sum[d] + to_sum;
      for (int n = 0; n < count * D; ++n) to[n] = first ? weight * sum[n] : to[n] + weight * sum[n];
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

  /// Moments of a field with X along rows and across them, and with their products.
  struct FieldMoments {
    Pack all[D], along[D], across_rows[across][D];
    Pack q_along[D], q_mixed[across][D], q_across[products][D];
  };
  struct Sums {
    FieldMoments of[fields];
    Pack uu[quadratic], turn[turns];
    Pack softened[D];  ///< with alpha_j
  };

  template <int most, bool whole>
  void put_together(Index k) {
    const Stencil& s = nodes_.table.of(run_.first + k);
    if (s.inverse >= 0)
      put_together<most, whole, true>(k, s);
    else
      put_together<most, whole, false>(k, s);
  }
  template <int most, bool whole, bool second>
  void put_together(Index k, const Stencil& s) {
    if (!braking && is_soft_)
      put_together<most, whole, second, true>(k, s);
    else
      put_together<most, whole, second, false>(k, s);
  }

  template <int most, bool whole, bool second, bool soft>
  void put_together(Index k, const Stencil& s) {
    Sums sums;
    for (int f = 0; f < fields; ++f) {
      FieldMoments& to = sums.of[f];
      for (int r = 0; r < D; ++r) {
        to.all[r] = from_place<0>(k, f * D + r);
        to.along[r] = 0;
        for (int c = 0; c < across; ++c) to.across_rows[c][r] = from_place<0>(k, (f == 0 ? uX : vX) + c * D + r);
      }
      for (int r = 0; second && r < D; ++r) {
        to.q_along[r] = 0;
        for (int c = 0; c < across; ++c) to.q_mixed[c][r] = 0;
        for (int q = 0; q < products; ++q) to.q_across[q][r] = from_place<0>(k, (f == 0 ? uq : vq) + q * D + r);
      }
    }
    if constexpr (braking) {
      for (int n = 0; n < quadratic; ++n) sums.uu[n] = from_place<0>(k, uu + n);
      for (int n = 0; n < turns; ++n) sums.turn[n] = from_place<0>(k, turn + n);
    }
    Pack own[fields * D];
    for (int r = 0; r < fields * D; ++r) own[r] = load(nodes_.motion[r] + (run_.first + k) * lanes);
    const Pack alpha = load(nodes_.motion[StencilNodes<D>::alpha] + (run_.first + k) * lanes);
    if constexpr (soft) {
      for (int r = 0; r < D; ++r) sums.softened[r] = from_place<0>(k, au + r) + alpha * sums.of[0].all[r];
    }
    add_places<-most, most, whole, second, soft>(k, s, own, sums);
    spread<second>(sums, moments_[k]);
    for (int r = 0; !braking && r < D; ++r) {
      const Pack of_all = sums.of[0].all[r];
      moments_[k].direct[r] = soft ? sums.softened[r] + alpha * of_all : 2 * alpha * of_all;
    }
  }

  template <int d, int most, bool whole, bool second, bool soft>
  [[gnu::always_inline]] void add_places(Index k, const Stencil& s, const Pack* own, Sums& sums) {
    if constexpr (d != 0) add_place<d, whole, second, soft>(k, s, own, sums);
    if constexpr (d < most) add_places<d + 1, most, whole, second, soft>(k, s, own, sums);
  }

  template <int d, bool whole, bool second, bool soft>
  [[gnu::always_inline]] void add_place(Index k, const Stencil& s, const Pack* own, Sums& sums) {
    constexpr int far = d < 0 ? -d : d;
    const Mask there = s.rows.at(d);
    const auto if_there = [&](Pack value) { return whole ? value : select(there, value, Pack(0)); };
    const auto sum = [&](int n) { return if_there(from_place<d>(k, n)); };
    const RowOffset& offset = pattern_->along_offset[far];
    const Real weight = pattern_->along[most_reach + far], way = d * pattern_->step;
    const std::ptrdiff_t pitch = nodes_.motion.pitch();
    const Real* next = nodes_.motion[0] + (run_.first + k) * lanes + d;
    Pack a[fields][D], of_rows[fields][D], of_all[fields][D];
    for (int f = 0; f < fields; ++f) {
      FieldMoments& to = sums.of[f];
      for (int r = 0; r < D; ++r, next += pitch) {
        a[f][r] = if_there(load(next) - own[f * D + r]);
        of_rows[f][r] = sum(f * D + r);
        of_all[f][r] = of_rows[f][r] + weight * a[f][r];
        to.all[r] += of_all[f][r];
        to.along[r] += way * of_all[f][r];
        if (second) to.q_along[r] += Real(0.5) * way * way * of_all[f][r];
      }
      for (int c = 0; c < across; ++c) {
        for (int r = 0; r < D; ++r) {
          const Pack moment = sum((f == 0 ? uX : vX) + c * D + r) + offset.across[c] * a[f][r];
          to.across_rows[c][r] += moment;
          if (second) to.q_mixed[c][r] += way * moment;
        }
      }
      for (int q = 0; second && q < products; ++q) {
        for (int r = 0; r < D; ++r)
          to.q_across[q][r] += sum((f == 0 ? uq : vq) + q * D + r) + offset.second[q] * a[f][r];
      }
    }
    if constexpr (soft) {
      const Pack alpha = load(nodes_.motion[StencilNodes<D>::alpha] + (run_.first + k) * lanes + d);
      const Pack more = sum(more_alpha);
      for (int r = 0; r < D; ++r) sums.softened[r] += sum(au + r) + more * a[0][r] + alpha * of_all[0][r];
    }
    if constexpr (braking) {
      for (int r = 0, n = 0; r < D; ++r) {
        for (int c = r; c < D; ++c, ++n) sums.uu[n] += sum(uu + n) + of_rows[0][r] * a[0][c] + a[0][r] * of_all[0][c];
      }
      for (int n = 0; n < turns; ++n) sums.turn[n] += sum(turn + n);
      add_cross(of_all[0], a[1], sums.turn);
      add_cross(a[0], of_rows[1], sums.turn);
    }
  }

  /// By coordinates.
  template <bool second>
  [[gnu::always_inline]] void spread(const Sums& sums, PackMoments<D, part>& to) const {
    for (int r = 0; r < D; ++r) to.direct[r] = sums.of[0].all[r];
    spread<second>(sums.of[0], to.uX, to.uq);
    if constexpr (braking) {
      spread<second>(sums.of[1], to.vX, to.vq);
      for (int r = 0, n = 0; r < D; ++r) {
        for (int c = r; c < D; ++c, ++n) to.uu[r][c] = to.uu[c][r] = sums.uu[n];
      }
      for (int n = 0; n < turns; ++n) to.turn[n] = sums.turn[n];
    }
  }

  template <bool second>
  [[gnu::always_inline]] void spread(const FieldMoments& of, Pack (&X)[D][D], Pack (&q)[D][quadratic]) const {
    const int x = pattern_->axis;
    int other[2] = {};
    for (int c = 0; c < across; ++c) other[c] = D == 2 ? 1 - x : (x + 1 + c) % 3;
    for (int r = 0; r < D; ++r) {
      X[r][x] = of.along[r];
      for (int c = 0; c < across; ++c) X[r][other[c]] = of.across_rows[c][r];
    }
    for (int r = 0; second && r < D; ++r) {
      q[r][x] = of.q_along[r];
      for (int c = 0; c < across; ++c) {
        q[r][other[c]] = of.q_across[c][r];
        q[r][quadratic_term(D, std::min(x, other[c]), std::max(x, other[c]))] = of.q_mixed[c][r];
      }
      if constexpr (D == 3)
        q[r][quadratic_term(D, std::min(other[0], other[1]), std::max(other[0], other[1]))] = of.q_across[2][r];
    }
  }

  const StencilNodes<D>& nodes_;
  const PackRun& run_;
  const RowPattern* pattern_ = nullptr;  ///< none: over bonds
  bool is_soft_ = false;                 ///< alpha of neighbours differ
  PackMoments<D, part> moments_[most_packs_of_run];
  RowsAround around_[3];
};

}  // namespace talus
