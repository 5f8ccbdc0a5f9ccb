// Forces of a step, with sums over lists of bonds, and of the dashpots of the merged hourglass control, which act
// between two steps (tlsph 35).
#include <algorithm>

#include "talus/tlsph/bond_motion.hpp"
#include "talus/tlsph/internal_force.hpp"
#include "talus/tlsph/moments_of_run.hpp"
#include "talus/tlsph/solid_solver.hpp"
#include "talus/tlsph/stencil_motion.hpp"

namespace talus {

void SolidSolver::compute_forces(const ForcesOfBlock& summed) {
  shock_ = new_shock_;  // the step stands
  control_energy_ = new_control_energy_;
  stands_ = step_;
  std::visit([&](auto& nodes) { compute_forces(nodes, summed); }, nodes_);
}

template <int D>
void SolidSolver::compute_forces(StencilNodes<D>& nodes, const ForcesOfBlock& summed) {
  sum_forces<ControlPart::elastic>(nodes, body_.open(ForceKind::internal), summed);
}

template <int D>
void SolidSolver::compute_forces(const Nodes<D>& nodes, const ForcesOfBlock& summed) {
  SolidBody& b = body_;
  sum_forces<ControlPart::elastic>(nodes, b.open(ForceKind::internal), summed);
  if (!target_.H.empty()) {
    auto& hourglass = b.open(ForceKind::hourglass);
    const CentralControl springs{alpha_, tau_};
    parallel::for_each(
        b.size(), [&](Index i) { hourglass[i] = central_hourglass_force(reference_, nodes, springs, target_, i); });
  }
  if (numerics_.viscosity > 0) {
    const Real density = std::visit([](const auto& m) { return m.density; }, b.material);
    const Real coefficient = numerics_.viscosity * density * wave_speed_;
    auto& braking = b.open(ForceKind::viscous);
    parallel::for_each(b.size(), [&](Index i) { braking[i] = viscous_force(reference_, nodes, coefficient, i); });
  }
}

/// Dashpots that act for n steps at once take at most everything that they brake: n dt lambda <= 1 with the largest
/// rate lambda at which they brake anything, which is not above 4 beta sum_j V_i V_j w_ij/m_i of any particle.
Index SolidSolver::longest_interval(int most) const {
  if (!body_.control_in_stress || !(beta_ > 0)) return 0;
  Real fastest = 0;
  for (Index i = 0; i < body_.size(); ++i) {
    Real weight = 0;
    for (const auto& [j, w] : reference_.bonds_of(i)) weight += w;
    fastest = std::max(fastest, 4 * beta_ * weight / body_.m[i]);
  }
  const Real steps = 1 / (stable_step(1) * fastest);
  return std::max(Index(1), static_cast<Index>(std::min(steps, static_cast<Real>(most))));
}

/// For the steps to come: on the way that it has gone since what was expected; less, or it would swing.
void SolidSolver::keep_misfit(ParticleGroup<Pack> at, const Pack& found) {
  put(misfit_, at, max(Pack(0), found + Real(0.5) * (found - take(misfit_, at))));
}

void SolidSolver::brake(const std::vector<Vec3>& velocity) {
  std::visit([&](auto& nodes) { brake(nodes, velocity); }, nodes_);
}

template <int D>
void SolidSolver::brake(Nodes<D>& nodes, const std::vector<Vec3>& velocity) {
  // Of particles that fail in this step, forces are summed up once more from what neighbours have read.
  NodeAnswers<D> of_stress;
  std::vector<NodeRow> of_half_step;
  if (failed_) {
    of_stress = nodes;
    of_half_step = nodes.velocity;
  }
  const Index n = body_.size();
  parallel::for_each(n, [&](Index i) { nodes.velocity[i] = {{velocity[i][0], velocity[i][1], velocity[i][2], 0}}; });
  reflect_motion(reference_.mirror, nodes);
  for_blocks(nodes, braking_shares_, [&](Index block) {
    const Index last = std::min((block + 1) * parallel::block_size, n);
    for (Index i = block * parallel::block_size; i < last; i += lanes) {
      const Pack misfit = talus::brake<D>(reference_, nodes, pack_at(i), braking(), [&](int l) {
        far_reads_.call_ahead(i + l, [&](Index j) {
          prefetch_line(nodes.placed[j]);
          prefetch_line(nodes.velocity[j]);
        });
      });
      keep_misfit(pack_at(i), misfit);
    }
  });
  reflect_stress(reference_.mirror, reference_.surface.row, nodes);
  sum_forces<ControlPart::viscous>(nodes, body_.open(ForceKind::hourglass), {});
  if (!failed_) return;
  static_cast<NodeAnswers<D>&>(nodes) = std::move(of_stress);
  nodes.velocity = std::move(of_half_step);
}

template <int D>
void SolidSolver::brake(StencilNodes<D>& nodes, const std::vector<Vec3>& velocity) {
  parallel::for_blocks(body_.size(), [&](Index first, Index last, Index) {
    for_groups(first, last, [&](auto at) {
      const auto v = take(velocity, at);
      for (int r = 0; r < D; ++r) put(nodes.motion[StencilNodes<D>::v + r], at, v[r]);
    });
  });
  for_blocks(nodes, braking_shares_, [&](Index block) {
    const PackRun& run = nodes.table.runs()[block];
    const MomentsOfRun<D, ControlPart::viscous> moments(nodes, run);
    for (Index k = 0; k < run.size(); ++k) {
      const ParticleGroup<Pack> at = pack_at((run.first + k) * lanes);
      keep_misfit(at, talus::brake<D>(nodes, at, moments.of(k), braking()));
    }
  });
  sum_forces<ControlPart::viscous>(nodes, body_.open(ForceKind::hourglass), {});
}

template <ControlPart part, int D>
void SolidSolver::sum_forces(const Nodes<D>& nodes, std::vector<Vec3>& force, const ForcesOfBlock& summed) {
  const Index n = body_.size();
  for_blocks(nodes, stress_shares_, [&](Index block) {
    const Index first = block * parallel::block_size, last = std::min(first + parallel::block_size, n);
    for (Index i = first; i < last; ++i) {
      far_reads_.call_ahead(i, [&](Index j) {
        prefetch(nodes.stress[j]);
        if constexpr (part == ControlPart::viscous) prefetch_line(nodes.spin[j]);
      });
      prefetch_later(&nodes.direct[i], 32);
      prefetch_later(&nodes.placed[i], 32);
      prefetch_later(&reference_.around[i], 32);
      prefetch_later(&force[i], 32);
      prefetch_later(&reference_.surface.touched[i], 256);
      if constexpr (part == ControlPart::elastic)
        force[i] = bond_forces<D>(reference_, nodes, i);
      else
        force[i] = braking_forces<D>(reference_, nodes, braking(), i);
      if (reference_.surface.touched[i]) force[i] += curvature_forces<D>(reference_, nodes, i);
    }
    if (summed) summed(block, first, last);
  });
}

template void SolidSolver::sum_forces<ControlPart::elastic>(const Nodes<2>&, std::vector<Vec3>&, const ForcesOfBlock&);
template void SolidSolver::sum_forces<ControlPart::elastic>(const Nodes<3>&, std::vector<Vec3>&, const ForcesOfBlock&);

}  // namespace talus
