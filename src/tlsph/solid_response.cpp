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

/// Lanes that are particles.
ConditionOf<Real> in_use(ParticleGroup<Real> /*at*/) { return true; }
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

StressSums SolidSolver::respond_again(const std::vector<Index>& some) {
  return std::visit(
      [&](auto& nodes, const auto& material) {
        if constexpr (requires { nodes.placed; })
          return respond_some(material, nodes, some);
        else
          return StressSums{};  // a body with shared stencils keeps all its bonds
      },
      nodes_, body_.material);
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
    answer_block(material, nodes, {dt, true, block}, of_packs);
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

template <class NodesOf, class Material>
StressSums SolidSolver::respond_some(const Material& material, NodesOf& nodes, const std::vector<Index>& some) {
  stretch_.reset();
  const auto sums = parallel::sum<response_sums>(static_cast<Index>(some.size()), [&](Index at, ResponseSums& sum) {
    answer_group(material, nodes, ParticleGroup<Real>{some[at], 1}, {0, false, 0}, sum);
  });
  if (sums[refusals] > 0) give_up(some);
  finish(nodes);
  return stress_sums(sums);
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
template <int D, class T>
std::pair<T, T> SolidSolver::volume_of(const Nodes<D>& /*nodes*/, ParticleGroup<T> at) const {
  return {take(body_.V, at), take(reference_.surface.energy_weight, at)};
}
template <int D>
std::pair<Pack, Pack> SolidSolver::volume_of(const StencilNodes<D>& nodes, ParticleGroup<Pack> at) const {
  const Stencil& s = nodes.table.of(at.first / lanes);
  return {s.volume, s.energy_weight};
}

// Flat, because calls would pass packs through memory.
template <class NodesOf, class T, class Material, class... Moments>
[[gnu::flatten]] void SolidSolver::answer_group(const Material& material, NodesOf& nodes, ParticleGroup<T> at,
                                                StepOfGroup step, ResponseSumsOf<T>& sum, const Moments&... moments) {
  SolidBody& b = body_;
  const Real shear = material.shear_modulus(), small_strain = material.bulk_modulus() + 4 * shear / 3;  // rho c^2
  const auto used = in_use(at);
  // 1. Motion around the particles.
  LocalMotionOf<T> motion = deform_group(nodes, at, moments...);
  Mat3Of<T>& moved = motion.H;
  for (int c = 0; c < 3; ++c) moved(c, c) += 1;
  Mat3Of<T> of_renewed;  // a copy of the other would cost more than to look which it is
  const bool is_renewed = has_bonds<NodesOf> && renewed_;
  if (is_renewed) of_renewed = moved * take(renewed_->F, at);
  const Mat3Of<T>& F = is_renewed ? of_renewed : moved;

  // 2. What the material says.
  ShockStress<T> shock;
  if (numerics_.shock) shock = brake_shock<T>(at, take(b.F, at), F, step.dt);
  const bool was_gone = !step.whole && b.state[at.first].damage >= 1;
  const auto [r, former_strain, strain] = detail::answer_of(material, F, b.state, at, step.dt, shock.work);
  if (!step.whole && !was_gone) {
    // What reaches one by a cut beside it fails in the step to come, whose answer is whole: so its energy is booked.
    b.state.change(at.first, [](MaterialState& s) { s.damage = std::min(s.damage, std::nextafter(1.0, 0.0)); });
  }
  if (anywhere(used && !r.valid)) {
    for (int l = 0; l < at.count; ++l) refused_[at[l]] = !lane(r.valid, l);
    sum[refusals] += select(used && !r.valid, T(1), T(0));
    put(b.F, at, F);  // to show what was refused; a run that goes on has saved its bodies
    return;
  }

  // 3. The books.
  const auto [whole_V, share] = volume_of(nodes, at);
  const T V = select(used, share * whole_V, T(0));
  const bool knows_yield = b.yield_stress.empty();
  const T yield_before = knows_yield ? r.yield_before : take(b.yield_stress, at);
  sum[viscous] += V * shock.work;
  Mat3Of<T> F_old;
  if (!tells_control_work_) {
    F_old = take(b.F, at);
    sum[work] += Real(0.5) * V * contract<T>(take(b.P, at) + r.P, F - F_old);
  }
  sum[stored] += V * r.energy;
  sum[plastic] += Real(0.5) * V * (yield_before + r.yield_stress) * (strain - former_strain);
  if (step.whole) {
    const bool as_it_is = !anywhere(r.stiffness > small_strain) && !numerics_.shock;  // nothing makes it less yet
    const Real enough = as_it_is ? stretch_.so_far(step.block) : infinity;
    T stretch = smallest_stretch(moved, enough) * slowness<T>(r.stiffness, small_strain);
    if (numerics_.shock) stretch *= damped_share<T>(shock.damping / (stretch * stability_limit_));
    stretch_.take(step.block, lane_min(select(used, stretch, T(infinity))));
  }

  // 4. What neighbours read, and what stays.
  Mat3Of<T> P = r.P;
  if (numerics_.shock) P += shock.P;
  add_stress_of(nodes, at, share * P, moments...);
  const T secant = secant_ratio<T>(r.equivalent_stress, shear, strain), former_secant = take(b.secant, at);
  const auto changes = secant != former_secant;
  if constexpr (std::is_same_v<T, Pack>) {
    if (tells_control_work_) {
      const T alpha = alpha_ * former_secant, of_one = has_bonds<NodesOf> ? T(1) : whole_V;  // stored bonds have V_i
      const T half = select(used, Real(0.5) * of_one, T(0));
      sum[control] -= half * pull_of_springs(nodes, at, motion, alpha, moments...);
      if (anywhere(changes)) sum[softened] += half * (alpha - alpha_ * secant) * take(misfit_, at);
    }
  }
  if (anywhere(changes)) put(b.secant, at, secant);
  if constexpr (has_bonds<NodesOf>) {
    if (!target_.H.empty()) {
      const bool by_velocity = !step.whole || renewed_ != nullptr;  // what F was is not of these bonds
      const Mat3Of<T> rate = deformation_rate(nodes, at, by_velocity ? 0 : step.dt, F, F_old);
      put(target_.H, at, Mat3Of<T>(secant * moved + T(tau_) * rate));
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

template <int D, class T>
Mat3Of<T> SolidSolver::deformation_rate(const Nodes<D>& nodes, ParticleGroup<T> at, Real dt, const Mat3Of<T>& F,
                                        const Mat3Of<T>& F_old) const {
  if (dt > 0) return (F - F_old) * T(1 / dt);
  if constexpr (std::is_same_v<T, Real>) {
    return rate_of_gradient<D>(reference_, nodes, at.first);
  } else {
    Mat3Of<T> rate = Mat3Of<T>::Zero();
    for (int l = 0; l < at.count; ++l) set_lane(rate, l, rate_of_gradient<D>(reference_, nodes, at[l]));
    return rate;
  }
}

template <int D>
void SolidSolver::add_stress_of(Nodes<D>& nodes, ParticleGroup<Real> at, const Mat3& P) {
  const Index i = at.first;
  add_stress<D>(reference_, nodes, i, renewed_ ? Mat3(P * renewed_->F[i].transpose()) : P);
}

template <int D>
void SolidSolver::add_stress_of(Nodes<D>& nodes, ParticleGroup<Pack> at, const Mat3Of<Pack>& P,
                                const GroupSums<D>& sums) {
  const Pack alpha = body_.control_in_stress ? alpha_ * take(body_.secant, at) : Pack(0);
  add_stress<D>(reference_, nodes, at, renewed_ ? Mat3Of<Pack>(P * take(renewed_->F, at).transpose()) : P, alpha, sums);
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
