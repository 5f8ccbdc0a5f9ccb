#include "talus/tlsph/solid_solver.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "talus/core/archive_checks.hpp"
#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"
#include "talus/numerics/bounding_box.hpp"
#include "talus/numerics/prefetch.hpp"
#include "talus/numerics/stretch.hpp"
#include "talus/numerics/tensor.hpp"
#include "talus/tlsph/refusal.hpp"
#include "talus/tlsph/stability.hpp"

namespace talus {

SolidSolver::SolidSolver(SolidBody& body, const SolidNumerics& numerics) : body_(body), numerics_(numerics) {
  reference_ = make_reference_state(body, {.kernel = numerics.kernel,
                                           .smoothing = numerics.smoothing,
                                           .gradient = numerics.gradient,
                                           .symmetry = numerics.symmetry,
                                           .kernel_of_bonds = has_central_control()});
  const auto [young, modulus, density] = std::visit(
      [](const auto& m) {
        return std::tuple{m.young, m.bulk_modulus() + 4 * m.shear_modulus() / 3, m.density};
      },
      body.material);
  wave_speed_ = std::sqrt(modulus / density);
  std::visit(
      [&, E = young](const auto& h) {
        if constexpr (requires { h.alpha; }) {
          alpha_ = h.alpha * E;
          tau_ = h.relaxation * body.spacing / wave_speed_;
          beta_ = alpha_ * tau_;
        }
      },
      numerics_.hourglass);
  body.control_in_stress = std::holds_alternative<MergedHourglass>(numerics_.hourglass);
  refused_.assign(body.size(), 0);
  if (numerics.shock) {
    shock_.assign(body.size(), 0);
    new_shock_ = shock_;
  }
  const bool is_plain = std::visit([](const auto& m) { return m.is_plain(); }, body.material);
  if (!is_plain) body.yield_stress.assign(body.size(), 0);
  if (std::visit([](const auto& m) { return m.failure.has_value(); }, body.material)) {
    if (!numerics.symmetry.empty()) {
      throw CaseError(
          "a body whose material can fail cannot be mirrored: cracks need not be symmetric; model it whole");
    }
    failed_.emplace(body, reference_);
    body.energy_density.assign(body.size(), 0);
  }
  if (numerics.renewal && (failed_ || !numerics.symmetry.empty())) {
    throw CaseError("the reference of a body that can fail or is mirrored cannot be renewed");
  }
  prepare_nodes();
  // What softening takes out of springs is known from what dashpots look at; what cuts or a renewal take is not.
  const bool books_softening =
      interval_ > 0 || !std::visit([]<class M>(const M&) { return M::plastic; }, body.material);
  tells_control_work_ = body.control_in_stress && !numerics.shock && !failed_ && !numerics.renewal && books_softening;
  always_looks_ = !tells_control_work_ || !is_plain;
}

void SolidSolver::prepare_nodes() {
  if (body_.control_in_stress) misfit_.assign(body_.size(), 0);
  if (has_central_control()) {
    target_.H.assign(reference_.size(), Mat3::Identity());
    target_.q.assign(reference_.size(), 1);
  }
  if (body_.dimension == 2)
    prepare_nodes_in<2>();
  else
    prepare_nodes_in<3>();
}

template <int D>
void SolidSolver::prepare_nodes_in() {
  Nodes<D> nodes;
  nodes.resize(reference_.size(), reference_.surface.rows);
  BoundingBox box;
  for (const Vec3& X : shape().X) box.enclose(X);
  for (Index j = 0; j < reference_.size(); ++j) {
    const Vec3 X = reference_.mirror.place(shape().X, j) - box.middle();
    nodes.placed[j].X = {{X[0], X[1], X[2], 0}};
  }
  nodes.inverse_volume.reserve(body_.size());
  for (const Real volume : body_.V) nodes.inverse_volume.push_back(1 / volume);
  stability_limit_ = courant_limit(shape(), reference_, nodes, body_.control_in_stress ? alpha_ : 0);
  if (const auto* merged = std::get_if<MergedHourglass>(&numerics_.hourglass))
    interval_ = longest_interval(merged->interval);
  nodes_ = std::move(nodes);
  auto table = may_share_stencils() ? StencilTable::find(body_, reference_) : std::nullopt;
  if (table) {
    StencilNodes<D>& shared = nodes_.emplace<StencilNodes<D>>();
    shared.table = std::move(*table);
    shared.resize(body_.size());
    reference_.forget_bonds();
  } else {
    far_reads_.find(reference_, body_.size());
  }
}

bool SolidSolver::has_central_control() const { return std::holds_alternative<CentralHourglass>(numerics_.hourglass); }

bool SolidSolver::may_share_stencils() const {
  return numerics_.shared_stencils && body_.control_in_stress && !(numerics_.viscosity > 0) &&
         numerics_.symmetry.empty() && !numerics_.renewal && !failed_;
}

template <int D>
Index SolidSolver::blocks_of(const Nodes<D>& /*nodes*/) const {
  return parallel::block_count(body_.size());
}

template <int D>
Index SolidSolver::blocks_of(const StencilNodes<D>& nodes) const {
  return static_cast<Index>(nodes.table.runs().size());
}

template Index SolidSolver::blocks_of(const Nodes<2>&) const;
template Index SolidSolver::blocks_of(const Nodes<3>&) const;
template Index SolidSolver::blocks_of(const StencilNodes<2>&) const;
template Index SolidSolver::blocks_of(const StencilNodes<3>&) const;

Index SolidSolver::force_blocks() const {
  return std::visit([&](const auto& nodes) { return blocks_of(nodes); }, nodes_);
}

void SolidSolver::place(Index first, Index last) {
  std::visit([&](auto& nodes) { place(nodes, first, last); }, nodes_);
}

/// Until the stress has been updated: from the displacement of one particle as it is now, so that of what the body has
/// gone as a whole nothing is left to be rounded.
void SolidSolver::count_from_here() { origin_ = reference_.mirror.onto_planes(displacement(0)); }

// alpha is that of the step before: what yields in this one is known when the stress is.
template <int D>
void SolidSolver::place(Nodes<D>& nodes, Index first, Index last) {
  const bool by_velocity = !target_.H.empty() || numerics_.viscosity > 0;  // some force follows that of the half step
  for (Index i = first; i < last; ++i) {
    prefetch_later(&nodes.placed[i], 32);
    prefetch_later(&body_.secant[i], 64);
    const Vec3 u = displacement(i) - origin_;
    const Real alpha = body_.control_in_stress ? alpha_ * body_.secant[i] : 0;
    Real& stiffness = nodes.placed[i].X.lane[3];
    if (stiffness != alpha) stiffness = alpha;  // places stay as they are, and their memory untouched
    nodes.placed[i].u = {{u[0], u[1], u[2], 0}};
    if (!by_velocity) continue;
    const Vec3& v = body_.v[i];
    nodes.velocity[i] = {{v[0], v[1], v[2], 0}};
  }
}

template <int D>
void SolidSolver::place(StencilNodes<D>& nodes, Index first, Index last) {
  using N = StencilNodes<D>;
  for_groups(first, last, [&](auto at) {
    const auto u = take(body_.u, at);
    for (int r = 0; r < D; ++r) put(nodes.motion[N::u + r], at, u[r]);
    const auto secant = take(body_.secant, at);
    put(nodes.motion[N::alpha], at, alpha_ * secant);
    const bool is_softened = anywhere(secant != decltype(secant)(1));
    std::uint8_t& pack = nodes.softened[at.first / lanes];
    pack = is_softened || (at.first % lanes != 0 && pack != 0) ? 1 : 0;  // the last particles come one by one
  });
}

void SolidSolver::recall_stress() {
  if (looks_at_stress()) return;
  is_looked_at_ = true;
  const auto state = body_.state;  // what has flowed would do so again, by round-off
  const auto secant = body_.secant;
  const Real energy = new_control_energy_;
  try {
    update_stress(0);
  } catch (const RefusedDeformation&) {  // the caller is about to show what was refused
  }
  body_.state = state;
  body_.secant = secant;
  new_control_energy_ = energy;
}

const StencilTable* SolidSolver::stencils() const {
  if (const auto* nodes = std::get_if<StencilNodes<2>>(&nodes_)) return &nodes->table;
  if (const auto* nodes = std::get_if<StencilNodes<3>>(&nodes_)) return &nodes->table;
  return nullptr;
}

std::size_t SolidSolver::bond_count() const {
  return stencils() != nullptr ? stencils()->bond_count() : reference_.bond.size();
}

void SolidSolver::each_neighbour(Index i, const std::function<void(Index)>& visit) const {
  if (const StencilTable* table = stencils()) {
    const Stencil& s = table->of(i / lanes);
    for (Index b = s.first; b < s.last; ++b) {
      const StencilBond& bond = table->bonds()[b];
      if (table->weights()[bond.weight][i % lanes] != 0) visit(i + bond.stride);
    }
    return;
  }
  for (const auto& [j, weight] : reference_.bonds_of(i)) {
    if (weight != 0) visit(j);
  }
}

/// What stays in all renewals; the rest has its size.
void SolidSolver::begin_renewal() {
  renewed_ = std::make_unique<RenewedReference>();
  SolidBody& shape = renewed_->shape;
  shape.name = body_.name;
  shape.dimension = body_.dimension;
  shape.spacing = body_.spacing;
  shape.material = body_.material;
  shape.V = body_.V;
  shape.m = body_.m;
  shape.X = body_.X;
  renewed_->u = body_.u;
  base_ = body_.F;
}

bool SolidSolver::renew_reference() {
  if (!numerics_.renewal || stretch_.value() >= *numerics_.renewal) return false;
  // That was what the step follows, which may be short for other reasons.
  Real least = 1;
  for (Index i = 0; i < body_.size(); ++i) {
    least = std::min(least, smallest_stretch(renewed_ ? Mat3(body_.F[i] * base_[i].inverse()) : body_.F[i]));
  }
  if (least >= *numerics_.renewal) return false;
  if (!renewed_) begin_renewal();
  renewed_->shape.X = body_.x;
  renewed_->u = body_.u;
  base_ = body_.F;
  find_renewed_bonds();
  ++renewals_;
  update_stress(0);
  return true;
}

void SolidSolver::find_renewed_bonds() {
  ReferenceChoices choices{.kernel = numerics_.kernel,
                           .smoothing = numerics_.smoothing,
                           .gradient = LinearGradient{},
                           .kernel_of_bonds = has_central_control()};
  for (Index i = 0; i < body_.size(); ++i) choices.widening.push_back(std::max(Real(1), largest_stretch(base_[i])));
  // Weights of the energy belong to the material: with others the stored energy would jump.
  std::vector<Real> weights = std::move(reference_.surface.energy_weight);
  reference_ = make_reference_state(renewed_->shape, choices);
  reference_.surface.energy_weight = std::move(weights);
  prepare_nodes();
}

void SolidSolver::state(Archive& a) {
  a("renewals", renewals_);
  if (a.reads()) expect(is_count(renewals_), "renewals");
  if (renewals_ > 0) state_of_renewal(a);
  if (failed_) {
    failed_->state(a, reference_);
    if (failed_->count() > 0) {
      if (a.reads()) base_.assign(body_.size(), Mat3::Identity());
      base_.fixed(a, "deformation gradient at cuts");
    }
  }
  a.fixed("shock", shock_);
  a.fixed("new shock", new_shock_);
  a("control energy", control_energy_);
  a.fixed("misfit", misfit_);
  a("stability limit", stability_limit_);
  a("origin", origin_);
  a("steps of dashpots", stands_);
  if (a.reads()) expect(is_count(stands_), "steps of dashpots");
  step_ = stands_;
  if (a.reads()) is_looked_at_ = false;
}

void SolidSolver::state_of_renewal(Archive& a) {
  if (!renewed_) begin_renewal();
  a.fixed("renewed position", renewed_->shape.X);
  a.fixed("renewed displacement", renewed_->u);
  base_.fixed(a, "renewed deformation gradient");
  if (a.reads()) find_renewed_bonds();
}

Real SolidSolver::stable_step(Real smallest_stretch) const {
  return stability_limit_ * body_.spacing * smallest_stretch / wave_speed_;
}

ReleaseSums SolidSolver::release_failed() {
  ReleaseSums released;
  if (!failed_) return released;
  const Index before = failed_->count();
  // Once, and again for those whose deformation without their neighbours no material can follow.
  for (;;) {
    const std::vector<Index> changed = failed_->cut(body_, reference_);
    if (changed.empty()) break;
    if (base_.size() == 0) base_.assign(body_.size(), Mat3::Identity());
    std::vector<Real> energies;
    for (const Index i : changed) energies.push_back(body_.energy_density[i]);
    carry_on(changed);
    for (std::size_t k = 0; k < changed.size(); ++k) {
      const Index i = changed[k];
      released.energy += reference_.surface.energy_weight[i] * body_.V[i] * (energies[k] - body_.energy_density[i]);
    }
    give_up(changed);
    released.faces.insert(released.faces.end(), changed.begin(), changed.end());
  }
  released.particles = failed_->count() - before;
  if (released.particles > 0) renew_stability(released.faces);
  return released;
}

void SolidSolver::renew_stability(const std::vector<Index>& changed) {
  std::vector<Index> patch = changed;
  for (const Index i : changed) {
    for (Index b = reference_.first[i]; b < reference_.first[i + 1]; ++b) {
      if (reference_.bond[b].weight != 0) patch.push_back(reference_.bond[b].neighbour);
    }
  }
  std::sort(patch.begin(), patch.end());
  patch.erase(std::unique(patch.begin(), patch.end()), patch.end());
  const Real alpha = body_.control_in_stress ? alpha_ : 0;
  std::visit(
      [&](auto nodes) {  // a copy: the forces still need what is in the nodes
        if constexpr (requires { nodes.placed; })
          stability_limit_ = std::min(stability_limit_, courant_limit(body_, reference_, nodes, alpha, &patch));
      },
      nodes_);
}

/// What remembers nothing of its way but how far it was strained may as well have the F that the new fit reads, unless
/// it would store more: so a piece that comes to rest has its shape again.
bool SolidSolver::takes_reading(Index i, const Mat3& moved) {
  return std::visit(
      [&]<class Material>(const Material& material) {
        if constexpr (Material::plastic) {
          return false;
        } else {
          MaterialState state = body_.state[i];  // a copy: who is strained too far by that fails in the step to come
          const Response r = material.respond(moved, state, 0);
          if (!r.valid || !(r.energy <= body_.energy_density[i])) return false;
          body_.F.set(i, moved);
          body_.P.set(i, r.P);
          body_.energy_density[i] = r.energy;
          return true;
        }
      },
      body_.material);
}

/// Those that were refused between two steps are to be cut as well, with all they have.
void SolidSolver::give_up(const std::vector<Index>& some) {
  for (const Index i : some) {
    if (refused_[i]) body_.state.change(i, [](MaterialState& state) { state.damage = 1; });
    refused_[i] = 0;
  }
}

void SolidSolver::report_failure() {
  std::vector<Index> particles;
  for (Index i = 0; i < body_.size(); ++i) {
    if (refused_[i]) particles.push_back(i);
  }
  std::ranges::fill(refused_, std::uint8_t(0));
  const Index first = particles.front();
  const Vec3& X = body_.X[first];
  std::ostringstream what;
  what << "the deformation of particle " << first << " of body \"" << body_.name << "\", at reference position ("
       << X[0] << ", " << X[1] << ", " << X[2] << ") m, cannot be followed: its volume is "
       << body_.F[first].determinant() << " of what it was, and must stay positive";
  throw RefusedDeformation(what.str(), body_.name, std::move(particles));
}

}  // namespace talus
