#include "talus/tlsph/solid_solver.hpp"

#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"
#include "talus/numerics/tensor.hpp"
#include "talus/tlsph/deformation.hpp"
#include "talus/tlsph/internal_force.hpp"
#include "talus/tlsph/non_affine_spin.hpp"
#include "talus/tlsph/refusal.hpp"
#include "talus/tlsph/stability.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace talus {
namespace {

/// The elastic part of the hourglass control never falls below this share of its own (tlsph 6).
constexpr Real smallest_secant = 0.01;

/// Secant modulus of yielded material over the elastic one (tlsph 6).
Real secant_ratio(Real equivalent_stress, Real shear_modulus, Real plastic_strain) {
  if (plastic_strain <= 0) return 1;
  return std::max(smallest_secant, equivalent_stress / (equivalent_stress + 3 * shear_modulus * plastic_strain));
}

Real largest_stretch(const Mat3& F) {
  const Mat3 H = F - Mat3::Identity();
  const Symmetric E = 2.0 * Symmetric::part_of(H) + times_transpose(H.transpose());  // C - I
  return std::sqrt(1 - smallest_eigenvalue(-1.0 * E));
}

Real contract(const Mat3& A, const Mat3& B) { return A.cwiseProduct(B).sum(); }

/// The answer of a material, with the heat that it gets from outside where it keeps heat.
template <class Material>
Response answer_of(const Material& material, const Mat3& F, MaterialState& state, Real dt, Real supplied) {
  if constexpr (requires { material.respond(F, state, dt, supplied); }) return material.respond(F, state, dt, supplied);
  else return material.respond(F, state, dt);
}

/// First Piola-Kirchhoff stress of a Cauchy pressure.
Mat3 stress_of_pressure(Real pressure, const Mat3& F) { return -pressure * F.determinant() * F.inverse().transpose(); }

}  // namespace

SolidSolver::SolidSolver(SolidBody& body, const SolidNumerics& numerics) : body_(body), numerics_(numerics), stretch_(body.size()) {
  reference_ = make_reference_state(body, {numerics.kernel, numerics.smoothing, numerics.gradient, numerics.symmetry});
  const auto [young, modulus, density] = std::visit(
      [](const auto& m) { return std::tuple{m.young, m.bulk_modulus() + 4 * m.shear_modulus() / 3, m.density}; },
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
  refused_.assign(body.size(), 0);
  if (numerics.shock) {
    shock_.assign(body.size(), 0);
    new_shock_ = shock_;
  }
  if (std::visit([](const auto& m) { return m.failure.has_value(); }, body.material)) {
    if (!numerics.symmetry.empty()) {
      throw CaseError("a body whose material can fail cannot be mirrored: cracks need not be symmetric; model it whole");
    }
    failed_.emplace(body, reference_);
  }
  if (numerics.renewal && (failed_ || !numerics.symmetry.empty())) {
    throw CaseError("the reference of a body that can fail or is mirrored cannot be renewed");
  }
  if (body.dimension == 2) nodes_ = Nodes<2>{};
  else nodes_ = Nodes<3>{};
  prepare_nodes();
}

void SolidSolver::prepare_nodes() {
  if (std::holds_alternative<CentralHourglass>(numerics_.hourglass)) {
    target_.H.assign(reference_.size(), Mat3::Identity());
    target_.q.assign(reference_.size(), 1);
  }
  std::visit(
      [&](auto& nodes) {
        nodes.resize(reference_.size(), reference_.surface.rows);
        for (Index j = 0; j < reference_.size(); ++j) {
          const Vec3& X = reference_.mirror.place(shape().X, j);
          nodes.reference[j] = {{X[0], X[1], X[2], body_.V[reference_.mirror.original_of(j)]}};
        }
        const bool merged = std::holds_alternative<MergedHourglass>(numerics_.hourglass);
        stability_limit_ = courant_limit(shape(), reference_, nodes, merged ? alpha_ : 0);
      },
      nodes_);
}

bool SolidSolver::renew_reference() {
  if (!numerics_.renewal || stretch_.value() >= *numerics_.renewal) return false;
  // That was what the step follows, which may be short for other reasons.
  Real least = 1;
  for (Index i = 0; i < body_.size(); ++i) {
    least = std::min(least, smallest_stretch(renewed_ ? Mat3(body_.F[i] * renewed_->F[i].inverse()) : body_.F[i]));
  }
  if (least >= *numerics_.renewal) return false;
  if (!renewed_) {
    renewed_ = std::make_unique<RenewedReference>();
    SolidBody& shape = renewed_->shape;
    shape.name = body_.name;
    shape.dimension = body_.dimension;
    shape.spacing = body_.spacing;
    shape.material = body_.material;
    shape.V = body_.V;
    shape.m = body_.m;
  }
  renewed_->shape.X = body_.x;
  renewed_->u = body_.u;
  renewed_->F = body_.F;
  ReferenceChoices choices{numerics_.kernel, numerics_.smoothing, LinearGradient{}, {}, {}};
  for (const Mat3& F : body_.F) choices.widening.push_back(std::max(Real(1), largest_stretch(F)));
  // Weights of the energy belong to the material: with others the stored energy would jump.
  std::vector<Real> weights = std::move(reference_.surface.energy_weight);
  reference_ = make_reference_state(renewed_->shape, choices);
  reference_.surface.energy_weight = std::move(weights);
  prepare_nodes();
  ++renewals_;
  update_stress(0);
  return true;
}

StressSums SolidSolver::update_stress(Real dt) {
  return std::visit([&](auto& nodes) { return update_stress_in(nodes, dt); }, nodes_);
}

void SolidSolver::compute_forces() {
  shock_ = new_shock_;  // the step stands
  std::visit([&](const auto& nodes) { compute_forces_in(nodes); }, nodes_);
}

Real SolidSolver::stable_step(Real smallest_stretch) const {
  return stability_limit_ * body_.spacing * smallest_stretch / wave_speed_;
}

template <int D>
StressSums SolidSolver::update_stress_in(Nodes<D>& nodes, Real dt) {
  parallel::for_each(body_.size(), [&](Index i) {
    const Vec3 u = renewed_ ? Vec3(body_.u[i] - renewed_->u[i]) : body_.u[i];
    const Vec3& v = body_.v[i];
    nodes.displacement[i] = {{u[0], u[1], u[2], alpha_ * body_.secant[i]}};
    nodes.velocity[i] = {{v[0], v[1], v[2], 0}};
  });
  reflect_motion(reference_.mirror, nodes);
  return std::visit([&](const auto& material) { return respond(material, nodes, dt); }, body_.material);
}

template <int D>
Kinematics SolidSolver::move_linear(Nodes<D>& nodes, Index i, Real dt) {
  const bool damped = target_.H.empty() && beta_ > 0;
  const MotionMoments motion = damped ? motion_moments<D>(reference_, nodes, i) : MotionMoments{};
  Kinematics k;
  k.H = damped ? Mat3(motion.uX * reference_.L[i]) : gradient<D>(reference_, nodes, nodes.displacement, i);
  // Between steps dF/dt is the gradient of the half-step velocity; before the first step there is no dF.
  k.rate = dt > 0 ? Mat3((Mat3::Identity() + k.H - body_.F[i]) / dt)
                  : gradient<D>(reference_, nodes, nodes.velocity, i);
  Mat3 braked = k.rate;
  if (damped) {
    const Vec3 spin = non_affine_spin<D>(rest_of_linear_fit(motion, k.H, k.rate));
    for (int c = 0; c < 3; ++c) braked.col(c) -= spin.cross(k.H.col(c));
    nodes.set_spin(i, spin);
  }
  nodes.hourglass[i].set(-nodes.displacement[i].lane[3] * k.H - beta_ * braked);
  return k;
}

template <int D>
Kinematics SolidSolver::move_fitted(Nodes<D>& nodes, Index i) {
  const FittedMotion<D> motion = fitted_motion<D>(reference_, nodes, i);
  const Vec3 spin = non_affine_spin<D>(motion.rest);
  Mat3 turn = Mat3::Zero();
  turn << 0, -spin[2], spin[1], spin[2], 0, -spin[0], -spin[1], spin[0], 0;
  const FitCoefficients<D> braked = motion.rate - turn.topLeftCorner<D, D>() * motion.value;
  set_hourglass<D>(reference_, nodes, i, -nodes.displacement[i].lane[3] * motion.value - beta_ * braked);
  nodes.set_spin(i, spin);
  return {motion.gradient(), motion.gradient_rate()};
}

/// The viscous pressure of particle i that goes to F; between two steps (dt = 0) it stays as it is, and does no work.
SolidSolver::ShockStress SolidSolver::brake_shock(Index i, const Mat3& F, Real dt) {
  SolidBody& b = body_;
  const Real from_j = volume_strain(b.F[i] - Mat3::Identity()), to_j = volume_strain(F - Mat3::Identity());
  ShockStress shock;
  if (dt == 0 || !(1 + to_j > 0)) {
    shock.P = stress_of_pressure(shock_[i], F);
    return shock;
  }
  const Real density = std::visit([](const auto& m) { return m.density; }, b.material);
  const auto answer = numerics_.shock->answer({density, wave_speed_, b.spacing, b.dimension, from_j, to_j, dt});
  shock.P = stress_of_pressure(answer.pressure, F);
  shock.damping = answer.damping;
  shock.work = Real(0.5) * contract(stress_of_pressure(shock_[i], b.F[i]) + shock.P, F - b.F[i]);
  new_shock_[i] = answer.pressure;
  return shock;
}

template <int D, class Material>
StressSums SolidSolver::respond(const Material& material, Nodes<D>& nodes, Real dt, const std::vector<Index>* some) {
  SolidBody& b = body_;
  const SurfaceFit& surface = reference_.surface;
  const Real shear = material.shear_modulus();
  const Real small_strain = material.bulk_modulus() + 4 * shear / 3;  // rho c^2 behind wave_speed_
  enum : std::size_t { work, stored, plastic, refusals, viscous, sums_count };
  const bool spreads_shocks = numerics_.shock.has_value();
  stretch_.reset();
  const Index count = some != nullptr ? static_cast<Index>(some->size()) : b.size();
  const auto sums = parallel::sum<sums_count>(count, [&](Index at, std::array<Real, sums_count>& sum) {
    const Index i = some != nullptr ? (*some)[at] : at;
    const bool fitted = surface.row[i] > 0;
    const bool by_velocity = some != nullptr || renewed_ != nullptr;  // what F was is not of these bonds
    const Kinematics k = fitted ? move_fitted<D>(nodes, i) : move_linear<D>(nodes, i, by_velocity ? 0 : dt);
    const Mat3 moved = Mat3::Identity() + k.H;
    const Mat3 F = renewed_ ? Mat3(moved * renewed_->F[i]) : moved;
    const Mat3 dF = F - b.F[i];
    const Real plastic_strain = b.state[i].plastic_strain;
    const ShockStress shock = spreads_shocks ? brake_shock(i, F, some != nullptr ? 0 : dt) : ShockStress{};
    const Real damage = b.state[i].damage;
    const Response r = answer_of(material, F, b.state[i], dt, shock.work);
    // Who reaches one by a cut beside it fails in the step to come, whose answer is whole: so its energy is booked.
    if (some != nullptr && damage < 1) b.state[i].damage = std::min(b.state[i].damage, std::nextafter(Real(1), Real(0)));
    refused_[i] = !r.valid;
    sum[refusals] += !r.valid;
    if (!r.valid) {
      b.F[i] = F;  // for who looks at what was refused; who goes on has saved his bodies
      return;
    }

    const Real share = surface.energy_weight[i];
    const Real V = share * b.V[i];
    sum[viscous] += V * shock.work;
    sum[work] += Real(0.5) * V * contract(b.P[i] + r.P, dF);
    sum[stored] += V * r.energy;
    sum[plastic] += Real(0.5) * V * (b.yield_stress[i] + r.yield_stress) *
                    (b.state[i].plastic_strain - plastic_strain);
    if (some == nullptr) {
      const Real stiffer = r.stiffness > small_strain ? std::sqrt(small_strain / r.stiffness) : 1;
      const Real stretch = stiffer * smallest_stretch(moved);
      stretch_.take(i, spreads_shocks ? damped_share(shock.damping / (stretch * stability_limit_)) * stretch : stretch);
    }

    const Mat3 P = spreads_shocks ? Mat3(r.P + shock.P) : r.P;
    if (fitted) set_stress<D>(reference_, nodes, i, share * P);
    else if (renewed_) nodes.stress[i].set(share * P * renewed_->F[i].transpose() * reference_.L[i]);
    else nodes.stress[i].set(share * P * reference_.L[i]);
    b.secant[i] = secant_ratio(r.equivalent_stress, shear, b.state[i].plastic_strain);
    if (!target_.H.empty()) {
      target_.H[i] = b.secant[i] * moved + tau_ * k.rate;
      target_.q[i] = b.secant[i];
    }
    b.F[i] = F;
    b.P[i] = r.P;
    b.energy_density[i] = r.energy;
    b.yield_stress[i] = r.yield_stress;
  });
  if (sums[refusals] > 0 && some == nullptr) report_failure();
  if (sums[refusals] > 0) give_up(*some);
  reflect_stress(reference_.mirror, surface.row, nodes);
  if (!target_.H.empty()) target_.reflect(reference_.mirror);
  return {sums[work], sums[stored], sums[plastic], sums[viscous], stretch_.value()};
}

ReleaseSums SolidSolver::release_failed() {
  ReleaseSums released;
  if (!failed_) return released;
  const Index before = failed_->count();
  // Once, and again for those whose deformation without their neighbours no material can follow.
  for (;;) {
    const std::vector<Index> changed = failed_->cut(body_, reference_);
    if (changed.empty()) break;
    Real stored = 0;
    for (const Index i : changed) stored += reference_.surface.energy_weight[i] * body_.V[i] * body_.energy_density[i];
    const StressSums now = std::visit(
        [&](auto& nodes, const auto& material) { return respond(material, nodes, 0, &changed); }, nodes_, body_.material);
    released.elastic_change += now.elastic_energy - stored;
    released.plastic_work += now.plastic_work;
    released.faces.insert(released.faces.end(), changed.begin(), changed.end());
  }
  released.particles = failed_->count() - before;
  if (released.particles == 0) return released;
  released.energy = -released.elastic_change - released.plastic_work;
  renew_stability(released.faces);
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
  const bool merged = std::holds_alternative<MergedHourglass>(numerics_.hourglass);
  std::visit(
      [&](auto nodes) {  // a copy: the forces still need what is in the nodes
        stability_limit_ = std::min(stability_limit_, courant_limit(body_, reference_, nodes, merged ? alpha_ : 0, &patch));
      },
      nodes_);
}

template <int D>
void SolidSolver::compute_forces_in(const Nodes<D>& nodes) {
  SolidBody& b = body_;
  auto& internal = b.of(ForceKind::internal);
  auto& hourglass = b.of(ForceKind::hourglass);
  const bool merged = std::holds_alternative<MergedHourglass>(numerics_.hourglass);
  parallel::for_each(b.size(), [&](Index i) {
    BondForces f = merged ? bond_forces<D, true>(reference_, nodes, beta_, i)
                          : bond_forces<D, false>(reference_, nodes, beta_, i);
    if (reference_.surface.touched[i]) {
      f += merged ? curvature_forces<D, true>(reference_, nodes, i) : curvature_forces<D, false>(reference_, nodes, i);
    }
    internal[i] = f.internal;
    hourglass[i] = f.hourglass;
  });
  if (!target_.H.empty()) {
    const CentralControl control{alpha_, tau_};
    parallel::for_each(b.size(), [&](Index i) {
      hourglass[i] = central_hourglass_force(reference_, nodes, control, target_, i);
    });
  }
  if (numerics_.viscosity > 0) {
    const Real density = std::visit([](const auto& m) { return m.density; }, b.material);
    const Real coefficient = numerics_.viscosity * density * wave_speed_;
    parallel::for_each(b.size(), [&](Index i) {
      b.of(ForceKind::viscous)[i] = viscous_force(reference_, nodes, coefficient, i);
    });
  }
}

/// Those that were refused between two steps are to be cut as well, with all they had.
void SolidSolver::give_up(const std::vector<Index>& some) {
  for (const Index i : some) {
    if (!refused_[i]) continue;
    body_.state[i].damage = 1;
    body_.P[i].setZero();
    body_.energy_density[i] = 0;
  }
}

void SolidSolver::report_failure() const {
  std::vector<Index> particles;
  for (Index i = 0; i < body_.size(); ++i) {
    if (refused_[i]) particles.push_back(i);
  }
  const Index first = particles.front();
  const Vec3& X = body_.X[first];
  std::ostringstream what;
  what << "the deformation of particle " << first << " of body \"" << body_.name << "\", at reference position (" << X[0]
       << ", " << X[1] << ", " << X[2] << ") m, cannot be followed: its volume is " << body_.F[first].determinant()
       << " of what it was, and must stay positive";
  throw RefusedDeformation(what.str(), body_.name, std::move(particles));
}

}  // namespace talus
