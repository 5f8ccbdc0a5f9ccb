// The loop of a step that finds stress: motion around particles, answer of the material, books.
#include <algorithm>
#include <cmath>
#include <utility>

#include "talus/numerics/prefetch.hpp"
#include "talus/tlsph/bond_motion.hpp"
#include "talus/tlsph/material_answer.hpp"
#include "talus/tlsph/moments_of_run.hpp"
#include "talus/tlsph/solid_solver.hpp"
#include "talus/tlsph/stencil_motion.hpp"

namespace talus {
namespace {

/// First Piola-Kirchhoff stress of a Cauchy pressure.
template <class T>
Mat3Of<T> stress_of_pressure(T pressure, const Mat3Of<T>& F) {
  const Mat3Of<T> F_inverse = F.inverse();
  return (-pressure * F.determinant()) * F_inverse.transpose();
}

/// Whether a body has bonds one by one.
template <class NodesOf>
constexpr bool has_bonds = requires(NodesOf nodes) {
  nodes.placed;
};

/// Factor on the stable step where a material is stiffer than at small strain [-].
template <class T>
T slowness(T stiffness, Real small_strain) {
  const auto is_stiffer = stiffness > small_strain;
  if (!anywhere(is_stiffer)) return 1;
  return select(is_stiffer, sqrt(small_strain / select(is_stiffer, stiffness, T(1))), T(1));
}

/// Whether a particle can go on from a new fit of the motion around it: one that reads much shorter lengths than the
/// material has would ask the whole body for steps as much shorter.
bool can_follow(const Mat3& moved, const Mat3& F) {
  constexpr Real least_share = 0.2;
  return moved.determinant() > 0 && smallest_stretch(moved) > least_share * smallest_stretch(F);
}

/// Lanes that are particles.
ConditionOf<Pack> in_use(ParticleGroup<Pack> at) { return first_lanes(at.count); }

}  // namespace

StressSums SolidSolver::update_stress(Real dt) {
  count_from_here();
  parallel::for_blocks(body_.size(), [&](Index first, Index last, Index) { place(first, last); });
  return update_placed_stress(dt);
}

StressSums SolidSolver::update_placed_stress(Real dt) {
  step_ = stands_ + (dt > 0 ? 1 : 0);
  const StressSums sums = std::visit(
      [&](auto& nodes, const auto& material) {
        if constexpr (requires { nodes.way; }) nodes.way = origin_;
        reflect(nodes);
        return respond(material, nodes, dt);
      },
      nodes_, body_.material);
  count_from_here();
  return sums;
}

void SolidSolver::carry_on(const std::vector<Index>& changed) {
  std::visit(
      [&](auto& nodes) {
        if constexpr (requires { nodes.placed; }) {  // a body with shared stencils keeps all its bonds
          parallel::for_each(static_cast<Index>(changed.size()), [&](Index k) { carry_on(nodes, changed[k]); });
          finish(nodes);
        }
      },
      nodes_);
}

/// Nothing has moved but bonds have gone. The fit of the others reads another F in the same places: what the material
/// has is kept, as if from here on F were counted from the former one (tlsph 40).
template <int D>
void SolidSolver::carry_on(Nodes<D>& nodes, Index i) {
  SolidBody& b = body_;
  const Mat3 moved = Mat3::Identity() + deform_group(nodes, ParticleGroup<Real>{i, 1}).H;
  const bool is_gone = b.state[i].damage >= 1;
  if (is_gone) {
    b.F.set(i, Mat3::Identity());
    b.P.set(i, Mat3::Zero());
    b.energy_density[i] = 0;
    if (!b.yield_stress.empty()) b.yield_stress[i] = 0;
  }
  refused_[i] = !is_gone && !can_follow(moved, b.F[i]);
  const bool is_plain = is_gone || refused_[i] || takes_reading(i, moved);
  base_.set(i, is_plain ? Mat3(Mat3::Identity()) : Mat3(moved.inverse() * b.F[i]));
  Mat3 P = b.P[i];
  if (numerics_.shock && !is_gone) P += stress_of_pressure<Real>(shock_[i], b.F[i]);
  add_stress_of(nodes, ParticleGroup<Real>{i, 1}, reference_.surface.energy_weight[i] * P);
  if (target_.H.empty()) return;
  const Mat3 rate = rate_of_gradient<D>(reference_, nodes, i);
  target_.H[i] = b.secant[i] * moved + tau_ * rate;
  target_.q[i] = b.secant[i];
}

template <int D>
void SolidSolver::reflect(Nodes<D>& nodes) {
  reflect_motion(reference_.mirror, nodes);
}

/// The viscous pressure that goes to F; between two steps (dt = 0) it stays as it is, and does no work.
template <class T>
SolidSolver::ShockStress<T> SolidSolver::brake_shock(ParticleGroup<T> at, const Mat3Of<T>& F_old, const Mat3Of<T>& F,
                                                     Real dt) {
  const T from_j = volume_strain(F_old - Mat3Of<T>::Identity()), to_j = volume_strain(F - Mat3Of<T>::Identity());
  const T before = take(shock_, at);
  ShockStress<T> shock;
  if (dt == 0) {
    shock.P = stress_of_pressure<T>(before, F);
    return shock;
  }
  const auto inside = 1 + to_j > 0;
  const Real density = std::visit([](const auto& m) { return m.density; }, body_.material);
  const auto answer = numerics_.shock->answer(
      ShockPointOf<T>{density, wave_speed_, body_.spacing, body_.dimension, from_j, select(inside, to_j, T(0)), dt});
  const T pressure = select(inside, answer.pressure, before);
  shock.P = stress_of_pressure<T>(pressure, F);
  shock.damping = select(inside, answer.damping, T(0));
  const Mat3Of<T> both = stress_of_pressure<T>(before, F_old) + shock.P;
  shock.work = select(inside, Real(0.5) * contract<T>(both, F - F_old), T(0));
  put(new_shock_, at, select(inside, answer.pressure, take(new_shock_, at)));
  return shock;
}

template <class NodesOf, class Material>
StressSums SolidSolver::respond(const Material& material, NodesOf& nodes, Real dt) {
  const Index blocks = blocks_of(nodes);
  stretch_.reset(blocks);
  responses_.assign(static_cast<std::size_t>(blocks), {});
  for_blocks(nodes, response_shares_, [&](Index block) {
    ResponseSumsOf<Pack> of_packs;
    of_packs.fill(Pack(0));
    answer_block(material, nodes, {dt, block}, of_packs);
    for (std::size_t k = 0; k < response_sums; ++k) responses_[block][k] = lane_sum(of_packs[k]);
  });
  ResponseSums sums{};
  for (const ResponseSums& of_block : responses_) {
    for (std::size_t k = 0; k < response_sums; ++k) sums[k] += of_block[k];
  }
  if (sums[refusals] > 0) report_failure();
  finish(nodes);
  new_control_energy_ = sums[control] - sums[softened];
  return stress_sums(sums);
}

template <int D, class Material>
void SolidSolver::answer_block(const Material& material, Nodes<D>& nodes, StepOfGroup step, ResponseSumsOf<Pack>& sum) {
  const Index first = step.block * parallel::block_size, last = std::min(first + parallel::block_size, body_.size());
  for (Index i = first; i < last; i += lanes) {
    const auto on_the_way = [&](int l) {
      far_reads_.call_ahead(i + l, [&](Index j) { prefetch_line(nodes.placed[j]); });
      if (i + 2 * lanes <= body_.size()) call_ahead(material, nodes, i + lanes, l);
    };
    const ParticleGroup<Pack> at = pack_at(i);
    answer_group(material, nodes, at, step, sum, group_sums<D>(reference_, nodes, at, on_the_way));
  }
}

template <int D, class Material>
void SolidSolver::answer_block(const Material& material, StencilNodes<D>& nodes, StepOfGroup step,
                               ResponseSumsOf<Pack>& sum) {
  const std::vector<PackRun>& runs = nodes.table.runs();
  const PackRun& run = runs[step.block];
  const MomentsOfRun<D, ControlPart::elastic> moments(nodes, run);
  for (Index k = 0; k < run.size(); ++k) {
    const Index first = (run.first + k) * lanes;
    if (k + 1 < run.size())
      call_ahead(material, nodes, first + lanes);
    else if (&run != &runs.back())
      call_ahead(material, nodes, (&run)[1].first * lanes);
    answer_group(material, nodes, pack_at(first), step, sum, moments.of(k));
  }
}

/// Part l, of as many as there are lanes, of what a group is the first to read or write: all at once is waited for.
template <int D, class Material>
[[gnu::always_inline]] inline void SolidSolver::call_ahead(const Material& material, const Nodes<D>& nodes, Index first,
                                                           int l) const {
  const SolidBody& b = body_;
  for (int part = l; part < 6; part += lanes) {
    switch (part) {
      case 0:
        if (looks_at_stress()) b.F.call_ahead(first);
        break;
      case 1:
        if (looks_at_stress()) b.P.call_ahead(first);
        break;
      case 2:
        detail::call_state(b.state, material, first, true);
        break;
      case 3:
        reference_.L.call_ahead(first);
        break;
      case 4:
        prefetch(nodes.stress[first], lanes);
        break;
      default:
        for (const auto* field : {&b.V, &reference_.surface.energy_weight, &nodes.inverse_volume, &b.secant})
          prefetch((*field)[first], lanes);
        if (!b.yield_stress.empty()) prefetch(b.yield_stress[first], lanes);
        if (!misfit_.empty()) prefetch(misfit_[first], lanes);
        prefetch(nodes.direct[first], lanes);
    }
  }
}

/// The same for a body with stencils, all at once: there it is less.
template <int D, class Material>
[[gnu::always_inline]] inline void SolidSolver::call_ahead(const Material& material, const StencilNodes<D>& nodes,
                                                           Index first) const {
  const SolidBody& b = body_;
  if (first + lanes > b.size()) return;
  if (looks_at_stress()) {
    b.F.call_ahead(first);
    b.P.call_ahead(first);
  }
  detail::call_state(b.state, material, first, nodes.softened[first / lanes] != 0);
  if (!b.yield_stress.empty()) prefetch(b.yield_stress[first], lanes);
  for (const auto* field : {&b.secant, &misfit_}) prefetch((*field)[first], lanes);
  // Only written, but a line has to be there for that.
  for (int k = 0; k < StencilNodes<D>::tensor; ++k) prefetch_line(nodes.answer[StencilNodes<D>::stress + k][first]);
  for (int r = 0; r < D; ++r) prefetch_line(nodes.motion[StencilNodes<D>::direct + r][first]);
}

/// V [m^3; m^2 in 2-D], and the quadrature weight of the energy over it.
template <int D>
std::pair<Pack, Pack> SolidSolver::volume_of(const Nodes<D>& /*nodes*/, ParticleGroup<Pack> at) const {
  return {take(body_.V, at), take(reference_.surface.energy_weight, at)};
}
template <int D>
std::pair<Pack, Pack> SolidSolver::volume_of(const StencilNodes<D>& nodes, ParticleGroup<Pack> at) const {
  const Stencil& s = nodes.table.of(at.first / lanes);
  return {s.volume, s.energy_weight};
}

// Flat, because calls would pass packs through memory.
template <class NodesOf, class Material, class... Moments>
[[gnu::flatten]] void SolidSolver::answer_group(const Material& material, NodesOf& nodes, ParticleGroup<Pack> at,
                                                StepOfGroup step, ResponseSumsOf<Pack>& sum,
                                                const Moments&... moments) {
  SolidBody& b = body_;
  const Real shear = material.shear_modulus(), small_strain = material.bulk_modulus() + 4 * shear / 3;  // rho c^2
  const auto used = in_use(at);
  // 1. Motion around the particles.
  LocalMotionOf<Pack> motion = deform_group(nodes, at, moments...);
  Mat3Of<Pack>& moved = motion.H;
  for (int c = 0; c < 3; ++c) moved(c, c) += 1;
  Mat3Of<Pack> from_base;  // a copy of the other would cost more than to look which it is
  const bool has_base = has_bonds<NodesOf> && base_.size() > 0;
  if (has_base) from_base = moved * take(base_, at);
  const Mat3Of<Pack>& F = has_base ? from_base : moved;

  // 2. What the material says.
  ShockStress<Pack> shock;
  if (numerics_.shock) shock = brake_shock<Pack>(at, take(b.F, at), F, step.dt);
  const auto [r, former_strain, strain] = detail::answer_of(material, F, b.state, at, step.dt, shock.work);
  if (anywhere(used && !r.valid)) {
    for (int l = 0; l < at.count; ++l) refused_[at[l]] = !lane(r.valid, l);
    sum[refusals] += select(used && !r.valid, Pack(1), Pack(0));
    put(b.F, at, F);  // for who looks at what was refused; who goes on has saved his bodies
    return;
  }

  // 3. The books.
  const auto [whole_V, share] = volume_of(nodes, at);
  const Pack V = select(used, share * whole_V, Pack(0));
  const bool knows_yield = b.yield_stress.empty();
  const Pack yield_before = knows_yield ? r.yield_before : take(b.yield_stress, at);
  sum[viscous] += V * shock.work;
  Mat3Of<Pack> F_old;
  if (!tells_control_work_) {
    F_old = take(b.F, at);
    sum[work] += Real(0.5) * V * contract<Pack>(take(b.P, at) + r.P, F - F_old);
  }
  sum[stored] += V * r.energy;
  sum[plastic] += Real(0.5) * V * (yield_before + r.yield_stress) * (strain - former_strain);
  const bool as_it_is = !anywhere(r.stiffness > small_strain) && !numerics_.shock;  // nothing makes it less yet
  const Real enough = as_it_is ? stretch_.so_far(step.block) : infinity;
  Pack stretch = smallest_stretch(moved, enough) * slowness<Pack>(r.stiffness, small_strain);
  if (numerics_.shock) stretch *= damped_share<Pack>(shock.damping / (stretch * stability_limit_));
  stretch_.take(step.block, lane_min(select(used, stretch, Pack(infinity))));

  // 4. What neighbours read, and what stays.
  Mat3Of<Pack> P = r.P;
  if (numerics_.shock) P += shock.P;
  add_stress_of(nodes, at, share * P, moments...);
  const Pack secant = secant_ratio<Pack>(r.equivalent_stress, shear, strain), former_secant = take(b.secant, at);
  const auto changes = secant != former_secant;
  if (tells_control_work_) {
    const Pack alpha = alpha_ * former_secant;
    const Pack of_one = has_bonds<NodesOf> ? Pack(1) : whole_V;  // stored bonds have V_i
    const Pack half = select(used, Real(0.5) * of_one, Pack(0));
    sum[control] -= half * pull_of_springs(nodes, at, motion, alpha, moments...);
    if (anywhere(changes)) sum[softened] += half * (alpha - alpha_ * secant) * take(misfit_, at);
  }
  if (anywhere(changes)) put(b.secant, at, secant);
  if constexpr (has_bonds<NodesOf>) {
    if (!target_.H.empty()) {
      const Real dt = has_base ? 0 : step.dt;  // what F has changed by is not that of these bonds
      const Mat3Of<Pack> rate = deformation_rate(nodes, at, dt, F, F_old);
      put(target_.H, at, Mat3Of<Pack>(secant * moved + Pack(tau_) * rate));
      put(target_.q, at, secant);
    }
  }
  if (looks_at_stress()) {
    put(b.F, at, F);
    put(b.P, at, r.P);
  }
  if (has_bonds<NodesOf> && !b.energy_density.empty()) put(b.energy_density, at, r.energy);
  if (!knows_yield && anywhere(r.yield_stress != yield_before)) put(b.yield_stress, at, r.yield_stress);
}

template <int D>
Pack SolidSolver::pull_of_springs(const Nodes<D>& nodes, ParticleGroup<Pack> at, const LocalMotionOf<Pack>& motion,
                                  const Pack& alpha, const GroupSums<D>& /*sums*/) const {
  const Vec3Of<Pack> u = detail::displacements(nodes, at);
  return alpha * motion.explained + u.dot(detail::vectors_at(nodes.direct, at));
}

template <int D>
Pack SolidSolver::pull_of_springs(const StencilNodes<D>& nodes, ParticleGroup<Pack> at,
                                  const LocalMotionOf<Pack>& motion, const Pack& alpha,
                                  const PackMoments<D, ControlPart::elastic>& moments) const {
  Pack pull = alpha * motion.explained;
  for (int r = 0; r < D; ++r) {
    pull += (load(nodes.motion[StencilNodes<D>::u + r] + at.first) - origin_[r]) * moments.direct[r];
  }
  return pull;
}

template <int D>
LocalMotionOf<Real> SolidSolver::deform_group(Nodes<D>& nodes, ParticleGroup<Real> at) {
  return deform<D>(reference_, nodes, at.first);
}

template <int D>
LocalMotionOf<Pack> SolidSolver::deform_group(Nodes<D>& nodes, ParticleGroup<Pack> at, const GroupSums<D>& sums) {
  return deform<D>(reference_, nodes, at, sums);
}

template <int D>
LocalMotionOf<Pack> SolidSolver::deform_group(StencilNodes<D>& nodes, ParticleGroup<Pack> at,
                                              const PackMoments<D, ControlPart::elastic>& moments) {
  return deform<D>(nodes, at, moments);
}

template <int D>
Mat3Of<Pack> SolidSolver::deformation_rate(const Nodes<D>& nodes, ParticleGroup<Pack> at, Real dt,
                                           const Mat3Of<Pack>& F, const Mat3Of<Pack>& F_old) const {
  if (dt > 0) return (F - F_old) * Pack(1 / dt);
  Mat3Of<Pack> rate = Mat3Of<Pack>::Zero();
  for (int l = 0; l < at.count; ++l) set_lane(rate, l, rate_of_gradient<D>(reference_, nodes, at[l]));
  return rate;
}

template <int D>
void SolidSolver::add_stress_of(Nodes<D>& nodes, ParticleGroup<Real> at, const Mat3& P) {
  const Index i = at.first;
  add_stress<D>(reference_, nodes, i, base_.size() > 0 ? Mat3(P * base_[i].transpose()) : P);
}

template <int D>
void SolidSolver::add_stress_of(Nodes<D>& nodes, ParticleGroup<Pack> at, const Mat3Of<Pack>& P,
                                const GroupSums<D>& sums) {
  const Pack alpha = body_.control_in_stress ? alpha_ * take(body_.secant, at) : Pack(0);
  add_stress<D>(reference_, nodes, at, base_.size() > 0 ? Mat3Of<Pack>(P * take(base_, at).transpose()) : P, alpha,
                sums);
}

template <int D>
void SolidSolver::add_stress_of(StencilNodes<D>& nodes, ParticleGroup<Pack> at, const Mat3Of<Pack>& P,
                                const PackMoments<D, ControlPart::elastic>& moments) {
  add_stress<D>(nodes, at, P, moments);
}

template <int D>
void SolidSolver::finish(Nodes<D>& nodes) {
  reflect_stress(reference_.mirror, reference_.surface.row, nodes);
  if (!target_.H.empty()) target_.reflect(reference_.mirror);
}

}  // namespace talus
