// Forces on particles that share stencils.
#include <algorithm>

#include "talus/tlsph/lone_fits.hpp"
#include "talus/tlsph/solid_solver.hpp"
#include "talus/tlsph/stencil_rows.hpp"
#include "talus/tlsph/stencil_sums.hpp"

namespace talus {
namespace {

/// One term of the force on the packs of a run at a time. Over the whole body it takes one term after the other: what a
/// term reads of the layers around a run stays in the second cache until the next layer needs it, which all terms
/// together would not.
template <int D>
class RunOfPacks {
  using N = StencilNodes<D>;

 public:
  RunOfPacks(StencilNodes<D>& nodes, const PackRun& run) : nodes_(nodes), run_(run) {}

  /// Sets the force to that of the second-order parts, on packs that have any.
  void set_curvature() const {
    if (!run_.touched) return;
    if (run_.curved < 0)
      return each([&](Index k, Index i) { put_curvature(k, curvature_force<D>(nodes_, stencil(k), i)); });
    RowSums<D>(nodes_, run_).go_along_curved(nodes_, [&](Index k, const Pack* sums) {
      put_curvature(k, force_of(sums));
    });
  }

  /// Calls use(first particle, force) with that of the stress added, and for springs with what is known of them.
  template <ControlPart part>
  void use_tensors(auto&& use) const {
    const auto use_sum = [&](Index k, PackForce<D> f) __attribute__((always_inline)) {
      const Stencil& s = stencil(k);
      const Index i = (run_.first + k) * lanes;
      f += own_tensor_force<D>(nodes_, s, i);
      if (s.touched) f += force_on(i);
      for (int r = 0; part == ControlPart::elastic && r < D; ++r) f.along[r] += load(nodes_.motion[N::direct + r] + i);
      use(i, f);
    };
    const auto use_rows = [&](Index k, const Pack* sums) __attribute__((always_inline)) { use_sum(k, force_of(sums)); };
    if (!run_.by_rows)
      each([&](Index k, Index i) { use_sum(k, tensor_force<D>(nodes_, stencil(k), i)); });
    else if (pattern().is_loose())
      RowSums<D>(nodes_, run_).go_along_loose(nodes_, use_rows);
    else
      go_along<D, D>(N::stress, row_weight::first_order, use_rows);
  }

  /// The same with what velocities and spins add to the force of dashpots.
  void use_direct(Real beta, auto&& use) const {
    const bool by_rows = run_.by_rows && pattern().own_row_reaches && !pattern().is_loose();
    using Sums = DirectSums<D>;
    Sums sums[most_packs_of_run];
    if (by_rows) {
      constexpr int most = 4, rest = Sums::count - most;  // more at once would not fit into the registers
      sum_differences<0, std::min(most, Sums::count)>(sums);
      if constexpr (rest > 0) sum_differences<most, rest>(sums);
    }
    each([&](Index k, Index i) {
      PackForce<D> f = direct_force<D>(nodes_, beta, i, by_rows ? sums[k] : direct_sums<D>(nodes_, stencil(k), i));
      f += force_on(i);
      use(i, f);
    });
  }

  void put_force(Index i, const PackForce<D>& f) const {
    for (int r = 0; r < D; ++r) store(nodes_.force[r] + i, f.along[r]);
  }

 private:
  [[nodiscard]] PackForce<D> force_on(Index i) const {
    PackForce<D> f;
    for (int r = 0; r < D; ++r) f.along[r] = load(nodes_.force[r] + i);
    return f;
  }

  [[nodiscard]] const RowPattern& pattern() const { return nodes_.table.pattern(run_); }
  [[nodiscard]] const Stencil& stencil(Index k) const { return nodes_.table.of(run_.first + k); }

  static PackForce<D> force_of(const Pack* sums) {
    PackForce<D> f;
    for (int r = 0; r < D; ++r) f.along[r] = sums[r];
    return f;
  }

  void put_curvature(Index k, const PackForce<D>& others) const {
    const Stencil& s = stencil(k);
    if (!s.touched) return;
    const Index i = (run_.first + k) * lanes;
    PackForce<D> f = own_curvature_force<D>(nodes_, s, i);
    f -= others;
    add_lone_forces<D>(nodes_, s, i / lanes, f);
    put_force(i, f);
  }

  /// Calls body(place in the run, first particle) for every pack.
  void each(auto&& body) const {
    for (Index k = 0; k < run_.size(); ++k) body(k, (run_.first + k) * lanes);
  }

  /// Sums over fields of the answer from the `first` on, with weights of a kind.
  template <int values, int columns, bool differences = false>
  void go_along(int first, int kind, auto&& use) const {
    const PaddedFields& fields = nodes_.answer;
    RowSums<values>(nodes_, run_)
        .template go_along<columns, differences>({fields[first] + run_.first * lanes, fields.pitch()},
                                                 pattern().first_group + kind, use);
  }

  /// So many of the direct sums from the `first` on, for all packs of the run.
  template <int first, int values>
  void sum_differences(auto* sums) const {
    const int reach = pattern().reach;
    const std::ptrdiff_t pitch = nodes_.answer.pitch();
    const Real* fields = nodes_.answer[N::drag + first] + run_.first * lanes;
    go_along<values, 1, true>(N::drag + first, row_weight::direct, [&](Index k, const Pack* rows) {
      const Stencil& s = stencil(k);
      Pack* of_pack = sums[k].number + first;
      for (int v = 0; v < values; ++v) {
        const Real* at = fields + v * pitch + k * lanes;
        const Pack own = load(at);
        of_pack[v] = rows[v];
        for (int d = -reach; d <= reach; ++d) of_pack[v] += s.along[most_reach + d] * (load(at + d) - own);
      }
    });
  }

  StencilNodes<D>& nodes_;
  const PackRun& run_;
};

}  // namespace

template <ControlPart part, int D>
void SolidSolver::sum_forces(StencilNodes<D>& nodes, std::vector<Vec3>& force, const ForcesOfBlock& summed) {
  const SolidBody& b = body_;
  const std::vector<PackRun>& runs = nodes.table.runs();
  const auto each_run = [&](WorkShares& shares, auto&& body) {
    for_blocks(nodes, shares, [&](Index k) { body(k, RunOfPacks<D>(nodes, runs[k])); });
  };
  const auto put_whole = [&](Index i, const PackForce<D>& by_volume) {
    const ParticleGroup<Pack> at{i, std::min<int>(lanes, b.size() - i)};
    const Pack V = nodes.table.of(i / lanes).volume;
    Vec3Of<Pack> f(0, 0, 0);
    for (int r = 0; r < D; ++r) f[r] = V * by_volume.along[r];
    put(force, at, f);
  };
  if (reference_.surface.count > 0)
    each_run(curvature_shares_, [&](Index, const RunOfPacks<D>& run) { run.set_curvature(); });
  each_run(stress_shares_, [&](Index k, const RunOfPacks<D>& run) {
    if constexpr (part == ControlPart::elastic) {
      run.template use_tensors<part>(put_whole);
      if (summed) summed(k, runs[k].first * lanes, std::min(runs[k].last * lanes, b.size()));
    } else {
      run.template use_tensors<part>([&](Index i, const PackForce<D>& f) { run.put_force(i, f); });
    }
  });
  if constexpr (part == ControlPart::viscous)
    each_run(direct_shares_, [&](Index, const RunOfPacks<D>& run) { run.use_direct(braking(), put_whole); });
}

template void SolidSolver::sum_forces<ControlPart::elastic>(StencilNodes<2>&, std::vector<Vec3>&, const ForcesOfBlock&);
template void SolidSolver::sum_forces<ControlPart::elastic>(StencilNodes<3>&, std::vector<Vec3>&, const ForcesOfBlock&);
template void SolidSolver::sum_forces<ControlPart::viscous>(StencilNodes<2>&, std::vector<Vec3>&, const ForcesOfBlock&);
template void SolidSolver::sum_forces<ControlPart::viscous>(StencilNodes<3>&, std::vector<Vec3>&, const ForcesOfBlock&);

}  // namespace talus
