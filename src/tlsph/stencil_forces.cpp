// Forces on particles that share stencils.
#include <algorithm>

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

  /// Sets the force to that of the stress.
  void set_tensors() const {
    RowSums<D> sums;
    if (run_.by_rows) sum_rows<D>(sums, nodes_.answer[N::stress], nodes_.answer.pitch(), row_weight::first_order);
    each([&](const Stencil& s, Index i, Index k) {
      PackForce<D> f;
      if (run_.by_rows)
        sums.sum(k, f.along);
      else
        f = tensor_force<D>(nodes_, s, i);
      f += own_tensor_force<D>(nodes_, s, i);
      for (int r = 0; r < D; ++r) store(nodes_.force[r] + i, f.along[r]);
    });
  }

  /// Adds that of the second-order parts.
  void add_curvature() const {
    if (run_.by_rows && !nodes_.table.of(run_.first).touched) return;
    RowSums<D> sums;
    if (run_.by_rows) {
      sum_rows<quadratic_terms(D)>(sums, nodes_.curved[0], nodes_.curved.pitch(), row_weight::second_order);
    }
    each([&](const Stencil& s, Index i, Index k) {
      if (!s.touched) return;
      PackForce<D> f = own_curvature_force<D>(nodes_, s, i), others;
      if (run_.by_rows)
        sums.sum(k, others.along);
      else
        others = curvature_force<D>(nodes_, s, i);
      f -= others;
      for (int r = 0; r < D; ++r) {
        Real* at = nodes_.force[r] + i;
        store(at, load(at) + f.along[r]);
      }
    });
  }

  /// Calls use(first particle, force) with what u, v and spins add to the force of the control.
  void use_direct(Real beta, auto&& use) const {
    const bool by_rows = run_.by_rows && nodes_.table.of(run_.first).own_row_reaches;
    DirectSums<D> sums[most_packs_of_run];
    if (by_rows) {
      constexpr int part = 4;  // more at once would not fit into the registers
      sum_differences<0, part>(sums);
      if constexpr (DirectSums<D>::count > part) sum_differences<part, DirectSums<D>::count - part>(sums);
    }
    each([&](const Stencil& s, Index i, Index k) {
      use(i, direct_force<D>(nodes_, beta, i, by_rows ? sums[k] : direct_sums<D>(nodes_, s, i)));
    });
  }

 private:
  /// Calls body(stencil, first particle, place in the run) for every pack.
  void each(auto&& body) const {
    for (Index k = 0; k < run_.size(); ++k) body(nodes_.table.of(run_.first + k), (run_.first + k) * lanes, k);
  }

  /// R_d of some fields of the body, weighted with `weight` and the numbers after it.
  template <int columns, int values>
  void sum_rows(RowSums<values>& sums, const Real* fields, std::ptrdiff_t pitch, int weight) const {
    sums.template add<columns>(nodes_.table, nodes_.table.of(run_.first), run_.size(),
                               {fields + run_.first * lanes, pitch, weight});
  }

  /// So many of the direct sums from the `first` on, for all packs of the run.
  template <int first, int values>
  void sum_differences(DirectSums<D>* sums) const {
    const std::ptrdiff_t pitch = nodes_.answer.pitch();
    const Stencil& stencil = nodes_.table.of(run_.first);
    const Real* fields = nodes_.answer[N::drag + first] + run_.first * lanes;
    RowSums<values> rows;
    rows.template add<1, true>(nodes_.table, stencil, run_.size(), {fields, pitch, row_weight::direct});
    for (Index k = 0; k < run_.size(); ++k, fields += lanes) {
      Pack* of_pack = sums[k].number + first;
      rows.sum(k, of_pack);
      for (int v = 0; v < values; ++v) {
        const Real* at = fields + v * pitch;
        const Pack own = load(at);
        for (int d = -stencil.reach; d <= stencil.reach; ++d)
          of_pack[v] += stencil.along[most_reach + d] * (load(at + d) - own);
      }
    }
  }

  StencilNodes<D>& nodes_;
  const PackRun& run_;
};

}  // namespace

template <int D>
void SolidSolver::sum_forces(StencilNodes<D>& nodes, const ForcesOfBlock& summed) {
  SolidBody& b = body_;
  auto& internal = b.open(ForceKind::internal);
  // A run is about as much work as a block of particles.
  const std::vector<PackRun>& runs = nodes.table.runs();
  const auto each_run = [&](auto&& body) {
    parallel::for_blocks(static_cast<Index>(runs.size()) * parallel::block_size,
                         [&](Index, Index, Index k) { body(k, RunOfPacks<D>(nodes, runs[k])); });
  };
  each_run([&](Index, const RunOfPacks<D>& run) { run.set_tensors(); });
  if (reference_.surface.count > 0) each_run([&](Index, const RunOfPacks<D>& run) { run.add_curvature(); });
  each_run([&](Index k, const RunOfPacks<D>& run) {
    run.use_direct(beta_, [&](Index i, const PackForce<D>& direct) {
      const ParticleGroup<Pack> at{i, std::min<int>(lanes, b.size() - i)};
      const Pack V = take(b.V, at);
      Vec3Of<Pack> f(0, 0, 0);
      for (int r = 0; r < D; ++r) f[r] = V * (load(nodes.force[r] + i) + direct.along[r]);
      put(internal, at, f);
    });
    if (summed) summed(k, runs[k].first * lanes, std::min(runs[k].last * lanes, b.size()));
  });
}

template void SolidSolver::sum_forces(StencilNodes<2>& nodes, const ForcesOfBlock& summed);
template void SolidSolver::sum_forces(StencilNodes<3>& nodes, const ForcesOfBlock& summed);

}  // namespace talus
