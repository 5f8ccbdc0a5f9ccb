// Sums over neighbours for packs that follow each other and share a pattern of rows, by rows of neighbours (tlsph 32).
//
//   f_i = sum_d sum_k W_kd T_(i + s_k + d) = sum_d R_d(i + d),   R_d(m) = sum_k W_kd T_(m + s_k)
// What stands at m + s_k is loaded once, from where packs begin, and serves all neighbours d of its row. Rows with the
// same weights, as a lattice has by its symmetry, are summed before they are weighted. Only what is left in the end,
// one sum for each d, is loaded across packs.
//
// Differences go the same way, first those to the row of the particle and then along it, so that nothing is rounded
// that is larger than they are:
//   sum_d sum_k W_kd (T_(i + s_k + d) - T_i) = sum_d R_d(i + d) + sum_d W_d (T_(i + d) - T_i),
//   R_d(m) = sum_k W_kd (T_(m + s_k) - T_m),  W_d = sum_k W_kd
// A particle at the end of its own row leaves out the R_d of places where nobody is.
#pragma once

#include <algorithm>

#include "talus/tlsph/stencil_nodes.hpp"

namespace talus {

/// R_d of `values` sums for the packs of a run and one on either side.
template <int values>
class RowSums {
 public:
  /// Fields of a body, the first at the first pack of a run.
  struct Source {
    const Real* from;
    std::ptrdiff_t pitch;
  };

  RowSums() {}  // leaves the sums as they are: filling them with zeros takes as long as forming them

  /// Takes each `columns` fields for one sum, at pack m weighted with the groups that begin at groups_at(m), one kind
  /// of weight after the other.
  template <int columns, bool differences = false, class GroupsAt>
  void add(const RowTable& table, const PackRun& run, int reach, Source source, GroupsAt&& groups_at) {
    static_assert(!differences || columns == 1);
    reach_ = reach;
    if (reach == 1) return add_reaching<1, columns, differences>(table, run, source, groups_at);
    if (reach == 2) return add_reaching<2, columns, differences>(table, run, source, groups_at);
    add_reaching<3, columns, differences>(table, run, source, groups_at);
  }

  /// Takes second-order parts S q(X) from the curved rows at each pack.
  template <int D>
  void add_curved(const StencilNodes<D>& nodes, const PackRun& run) {
    reach_ = nodes.table.pattern(run).reach;
    if (reach_ == 1) return add_curved_reaching<D, 1>(nodes, run);
    if (reach_ == 2) return add_curved_reaching<D, 2>(nodes, run);
    add_curved_reaching<D, 3>(nodes, run);
  }

  /// sum_d R_d(i + d) for pack k of the run.
  void sum(Index k, const PackInRows& pack, Pack* sums) const {
    for (int v = 0; v < values; ++v) sums[v] = load(sum_of(reach_, v) + (k + 1) * lanes);
    for (int d = -reach_; d <= reach_; ++d) {
      if (d == 0) continue;
      const Mask there = pack.at(d);
      for (int v = 0; v < values; ++v)
        sums[v] = select(there, sums[v] + load(sum_of(reach_ + d, v) + (k + 1) * lanes + d), sums[v]);
    }
  }

 private:
  static constexpr Index places = (most_packs_of_run + 2) * lanes;
  /// Two packs: of so many rows the processor does not foresee what comes next, and is asked for its line.
  static constexpr Index ahead = 2 * lanes;

  template <int most>
  using OfPack = Pack[2 * most + 1][values];

  /// Calls add_rows(m, R) for all packs m that are read, to add what rows there give to R_d from d = -most on.
  template <int most>
  void form(const PackRun& run, auto&& add_rows) {
    const Index last = run.size() + (run.reads_after ? 1 : 0);
    for (Index m = run.reads_before ? -1 : 0; m < last; ++m) {
      OfPack<most> R;
      for (auto& of_place : R) {
        for (Pack& sum : of_place) sum = 0;
      }
      add_rows(m, R);
      for (int d = 0; d <= 2 * most; ++d) {
        for (int v = 0; v < values; ++v) store(sum_of(d, v) + (m + 1) * lanes, R[d][v]);
      }
    }
  }

  template <int most, int columns, bool differences>
  void add_reaching(const RowTable& table, const PackRun& run, Source source, auto&& groups_at) {
    const Index* strides = table.strides();
    form<most>(
        run, [&](Index m, OfPack<most> & R) __attribute__((always_inline)) {
          const Index* first_group = groups_at(m);
          for (int c = 0; c < columns; ++c) {
            const Real* from = source.from + c * source.pitch + m * lanes;
            Pack own[values];
            for (int v = 0; v < values; ++v) own[v] = differences ? load(from + v * source.pitch) : Pack(0);
            const RowGroup* const end = table.groups() + first_group[c + 1];
            for (const RowGroup* g = table.groups() + first_group[c]; g < end; ++g) {
              if (g->reach == most)
                add_group<most, most, differences>(R, own, *g, strides, from, columns * source.pitch);
              else if (g->reach == 0)
                add_group<0, most, differences>(R, own, *g, strides, from, columns * source.pitch);
              else if (g->reach == 1)
                add_group<1, most, differences>(R, own, *g, strides, from, columns * source.pitch);
              else
                add_group<std::min(most, 2), most, differences>(R, own, *g, strides, from, columns * source.pitch);
            }
          }
        });
  }

  template <int reach, int most, bool differences>
  [[gnu::always_inline]] static void add_group(Pack (&R)[2 * most + 1][values], const Pack (&own)[values],
                                               const RowGroup& g, const Index* strides, const Real* from,
                                               std::ptrdiff_t pitch) {
    const auto value = [&](const Real* at, int v) { return differences ? load(at) - own[v] : load(at); };
    Pack rows[values];
    for (Pack& row : rows) row = 0;
    Index k = g.first;
    for (; k < g.minus; ++k) {
      const Real* next = from + strides[k];
      for (int v = 0; v < values; ++v, next += pitch) {
        __builtin_prefetch(next + ahead);
        rows[v] += value(next, v);
      }
    }
    for (; k < g.last; ++k) {
      const Real* next = from + strides[k];
      for (int v = 0; v < values; ++v, next += pitch) {
        __builtin_prefetch(next + ahead);
        rows[v] -= value(next, v);
      }
    }
    for (int d = 0; d <= 2 * reach; ++d) {
      const Pack weight = g.weight[d];
      for (int v = 0; v < values; ++v) R[most - reach + d][v] += rows[v] * weight;
    }
  }

  template <int D, int most>
  void add_curved_reaching(const StencilNodes<D>& nodes, const PackRun& run) {
    const int x = nodes.table.pattern(run).axis, y = D == 2 ? 1 - x : (x + 1) % 3, z = D == 2 ? y : (x + 2) % 3;
    const auto term = [](int a, int b) { return quadratic_term(D, std::min(a, b), std::max(a, b)); };
    const int xx = term(x, x), yy = term(y, y), zz = term(z, z), xy = term(x, y), yz = term(y, z), zx = term(z, x);
    form<most>(
        run, [&](Index m, OfPack<most> & R) __attribute__((always_inline)) {
          const CurvedRows& rows = nodes.table.curved_rows(run, m);
          const CurvedRow* const end = nodes.table.rows().curved_rows() + rows.last;
          for (const CurvedRow* row = nodes.table.rows().curved_rows() + rows.first; row < end; ++row) {
            const auto S = nodes.curved[(run.first + m) * lanes + row->stride];
            const RowOffset& offset = row->offset;
            Pack A[D], B[D], C[D];
            for (int r = 0; r < D; ++r) {
              const int first = r * quadratic_terms(D);
              A[r] = offset.second[0] * load(S[first + yy]);
              B[r] = offset.across[0] * load(S[first + xy]);
              C[r] = load(S[first + xx]);
              if constexpr (D == 2) continue;
              A[r] += offset.second[1] * load(S[first + zz]) + offset.second[2] * load(S[first + yz]);
              B[r] += offset.across[1] * load(S[first + zx]);
            }
            if (row->reach == most)
              add_row<most, most>(R, *row, A, B, C);
            else if (row->reach == 0)
              add_row<0, most>(R, *row, A, B, C);
            else if (row->reach == 1)
              add_row<1, most>(R, *row, A, B, C);
            else
              add_row<std::min(most, 2), most>(R, *row, A, B, C);
          }
        });
  }

  template <int reach, int most>
  [[gnu::always_inline]] static void add_row(OfPack<most>& R, const CurvedRow& row, const Pack* A, const Pack* B,
                                             const Pack* C) {
    for (int d = 0; d <= 2 * reach; ++d) {
      const Real* weight = row.weight[d];
      for (int v = 0; v < values; ++v) R[most - reach + d][v] += weight[0] * A[v] + weight[1] * B[v] + weight[2] * C[v];
    }
  }

  [[nodiscard]] const Real* sum_of(int d, int v) const { return sums_ + (d * values + v) * places; }
  Real* sum_of(int d, int v) { return sums_ + (d * values + v) * places; }

  alignas(64) Real sums_[(2 * most_reach + 1) * values * places];
  int reach_ = 0;
};

}  // namespace talus
