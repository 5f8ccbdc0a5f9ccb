// Sums over neighbours for packs that follow each other and share a pattern of rows, by rows of neighbours (tlsph 32).
//
//   f_i = sum_d sum_k W_kd T_(i + s_k + d) = sum_d R_d(i + d),   R_d(m) = sum_k W_kd T_(m + s_k)
// What stands at m + s_k is loaded once, from where packs begin, and serves all neighbours d of its row. Rows with the
// same weights, as a lattice has by its symmetry, are summed before they are weighted. Only what is left in the end,
// one sum for each d, is taken across packs.
//
// Differences go the same way, first those to the row of the particle and then along it, so that nothing is rounded
// that is larger than they are:
//   sum_d sum_k W_kd (T_(i + s_k + d) - T_i) = sum_d R_d(i + d) + sum_d W_d (T_(i + d) - T_i),
//   R_d(m) = sum_k W_kd (T_(m + s_k) - T_m),  W_d = sum_k W_kd
//
// Around an axis hardly two rows have weights in common, but at a place x along its row, (y, z) across from m, what a
// row shows of the stress is T X = A + x C with A = y T_y + z T_z, C = T_x. Weights are the same to both sides, so
//   R_d = E_d + O_d,  R_-d = E_d - O_d,  E_d = sum_k W_kd A_k,  O_d = sum_k W_kd x_d C_k
// A particle at the end of its own row leaves out the R_d of places where nobody is.
#pragma once

#include <algorithm>
#include <type_traits>

#include "talus/numerics/neighbour_lanes.hpp"
#include "talus/tlsph/stencil_nodes.hpp"

namespace talus {

/// Sums of `values` numbers for each pack of a run in turn. R_d of the packs before, at and after it stay in the
/// nearest cache.
template <int values>
class RowSums {
 public:
  /// Fields of a body, the first at the first pack of a run.
  struct Source {
    const Real* from;
    std::ptrdiff_t pitch;
  };

  template <int D>
  RowSums(const StencilNodes<D>& nodes, const PackRun& run) : table_(nodes.table), run_(run) {}

  /// Takes each `columns` fields for one sum, weighted with the groups from `first_group` on, one kind of weight after
  /// the other. Calls use(place in the run, sums).
  template <int columns, bool differences = false>
  void go_along(Source source, const Index* first_group, auto&& use) {
    static_assert(!differences || columns == 1);
    with_reach([&]<int most>(Reach<most>) { add_reaching<most, columns, differences>(source, first_group, use); });
  }

  /// The same of the stress, from rows that have no weights in common.
  template <int D>
  void go_along_loose(const StencilNodes<D>& nodes, auto&& use) {
    with_reach([&]<int most>(Reach<most>) { add_loose_reaching<D, most>(nodes, use); });
  }

  /// The same of second-order parts S q(X), from the curved rows at each pack.
  template <int D>
  void go_along_curved(const StencilNodes<D>& nodes, auto&& use) {
    with_reach([&]<int most>(Reach<most>) { add_curved_reaching<D, most>(nodes, use); });
  }

 private:
  /// Two packs: of so many rows the processor does not foresee what comes next, and is asked for its line.
  static constexpr Index ahead = 2 * lanes;

  template <int most>
  using Reach = std::integral_constant<int, most>;
  /// Calls body with that of the longest row, known to the compiler.
  void with_reach(auto&& body) const {
    const int reach = table_.pattern(run_).reach;
    if (reach == 1) return body(Reach<1>{});
    if (reach == 2) return body(Reach<2>{});
    body(Reach<most_reach>{});
  }

  template <int most>
  using OfPack = Pack[2 * most + 1][values];

  /// Calls add_rows(m, R), to add what rows at pack m give to R_d from d = -most on, and use(k, sums).
  template <int most>
  void go(auto&& add_rows, auto&& use) {
    OfPack<most> around[3];
    const auto at = [&](Index m) -> OfPack<most>& { return around[(m + 1) % 3]; };
    const auto form = [&](Index m) __attribute__((always_inline)) {
      OfPack<most> R;
      for (auto& of_place : R) {
        for (Pack& sum : of_place) sum = 0;
      }
      add_rows(m, R);
      for (int d = 0; d <= 2 * most; ++d) {
        for (int v = 0; v < values; ++v) at(m)[d][v] = R[d][v];
      }
    };
    const Index last = run_.size() + (run_.reads_after ? 1 : 0);
    for (Index m = run_.reads_before ? -1 : 0; m <= run_.size(); ++m) {
      if (m < last) form(m);
      if (m < 1) continue;
      Pack sums[values];
      sum<most>(at(m - 2), at(m - 1), at(m), table_.of(run_.first + m - 1).rows, sums);
      use(m - 1, sums);
    }
  }

  /// sum_d R_d(i + d)
  template <int most>
  [[gnu::always_inline]] static void sum(const OfPack<most>& before, const OfPack<most>& here,
                                         const OfPack<most>& after, const PackInRows& pack, Pack* sums) {
    for (int v = 0; v < values; ++v) sums[v] = here[most][v];
    add_place<most, 1>(before, here, after, pack, sums);
    if constexpr (most > 1) add_place<most, 2>(before, here, after, pack, sums);
    if constexpr (most > 2) add_place<most, 3>(before, here, after, pack, sums);
  }
  template <int most, int d>
  [[gnu::always_inline]] static void add_place(const OfPack<most>& before, const OfPack<most>& here,
                                               const OfPack<most>& after, const PackInRows& pack, Pack* sums) {
    if constexpr (d <= lanes) {
      for (int v = 0; v < values; ++v) {
        sums[v] = select(pack.at(-d), sums[v] + lanes_from<lanes - d>(before[most - d][v], here[most - d][v]), sums[v]);
        sums[v] = select(pack.at(d), sums[v] + lanes_from<d>(here[most + d][v], after[most + d][v]), sums[v]);
      }
    }
  }

  template <int most, int columns, bool differences>
  void add_reaching(Source source, const Index* first_group, auto&& use) {
    const RowTable& rows = table_.rows();
    const Index* strides = rows.strides();
    go<most>(
        [&](Index m, OfPack<most> & R) __attribute__((always_inline)) {
          for (int c = 0; c < columns; ++c) {
            const Real* from = source.from + c * source.pitch + m * lanes;
            Pack own[values];
            for (int v = 0; v < values; ++v) own[v] = differences ? load(from + v * source.pitch) : Pack(0);
            const RowGroup* const end = rows.groups() + first_group[c + 1];
            for (const RowGroup* g = rows.groups() + first_group[c]; g < end; ++g) {
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
        },
        use);
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
  void add_curved_reaching(const StencilNodes<D>& nodes, auto&& use) {
    const int x = table_.pattern(run_).axis, y = D == 2 ? 1 - x : (x + 1) % 3, z = D == 2 ? y : (x + 2) % 3;
    const auto term = [](int a, int b) { return quadratic_term(D, std::min(a, b), std::max(a, b)); };
    const int xx = term(x, x), yy = term(y, y), zz = term(z, z), xy = term(x, y), yz = term(y, z), zx = term(z, x);
    go<most>(
        [&](Index m, OfPack<most> & R) __attribute__((always_inline)) {
          const RowRange& rows = nodes.table.curved_rows(run_, m);
          const SingleRow* const end = nodes.table.rows().single_rows() + rows.last;
          for (const SingleRow* row = nodes.table.rows().single_rows() + rows.first; row < end; ++row) {
            const auto S = nodes.curved[(run_.first + m) * lanes + row->stride];
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
        },
        use);
  }

  template <int D, int most>
  void add_loose_reaching(const StencilNodes<D>& nodes, auto&& use) {
    // As many components at once as their sums find room in the registers.
    constexpr int together = lanes >= 8 ? D : 1;
    go<most>(
        [&](Index m, OfPack<most> & R) __attribute__((always_inline)) {
          for (int r = 0; r < D; r += together) add_loose<D, most, together>(nodes, m, r, R);
        },
        use);
  }

  /// Components from r on of R_d, from E_d and O_d.
  template <int D, int most, int together>
  [[gnu::always_inline]] void add_loose(const StencilNodes<D>& nodes, Index m, int r, OfPack<most>& R) const {
    const RowPattern& pattern = table_.pattern(run_);
    const int x = pattern.axis, y = D == 2 ? 1 - x : (x + 1) % 3, z = D == 2 ? y : (x + 2) % 3;
    const RowRange& rows = table_.rows().range(pattern.loose);
    const SingleRow* const end = table_.rows().single_rows() + rows.last;
    const std::ptrdiff_t pitch = nodes.answer.pitch();
    const Real* const stress = nodes.answer[StencilNodes<D>::stress + r * D] + (run_.first + m) * lanes;
    Pack even[most + 1][together], odd[most + 1][together];
    for (int d = 0; d <= most; ++d) {
      for (int v = 0; v < together; ++v) even[d][v] = odd[d][v] = 0;
    }
    for (const SingleRow* row = table_.rows().single_rows() + rows.first; row < end; ++row) {
      const Real* at = stress + row->stride;
      Pack A[together], C[together];
      for (int v = 0; v < together; ++v) {
        A[v] = row->offset.across[0] * load(at + (v * D + y) * pitch);
        C[v] = load(at + (v * D + x) * pitch);
        if constexpr (D == 3) A[v] += row->offset.across[1] * load(at + (v * D + z) * pitch);
      }
      const Real(*weight)[3] = row->weight + row->reach;
      const auto add = [&]<int d>(Reach<d>) __attribute__((always_inline)) {
        for (int v = 0; v < together; ++v) {
          even[d][v] += weight[d][0] * A[v];
          if (d > 0) odd[d][v] += weight[d][1] * C[v];
        }
      };
      add(Reach<0>{});
      if (row->reach >= 1) add(Reach<1>{});
      if (most >= 2 && row->reach >= 2) add(Reach<std::min(most, 2)>{});
      if (most >= 3 && row->reach >= 3) add(Reach<most>{});
    }
    for (int v = 0; v < together; ++v) {
      R[most][r + v] = even[0][v];
      for (int d = 1; d <= most; ++d) {
        R[most + d][r + v] = even[d][v] + odd[d][v];
        R[most - d][r + v] = even[d][v] - odd[d][v];
      }
    }
  }

  template <int reach, int most>
  [[gnu::always_inline]] static void add_row(OfPack<most>& R, const SingleRow& row, const Pack* A, const Pack* B,
                                             const Pack* C) {
    for (int d = 0; d <= 2 * reach; ++d) {
      const Real* weight = row.weight[d];
      for (int v = 0; v < values; ++v) R[most - reach + d][v] += weight[0] * A[v] + weight[1] * B[v] + weight[2] * C[v];
    }
  }

  const StencilTable& table_;
  const PackRun& run_;
};

}  // namespace talus
