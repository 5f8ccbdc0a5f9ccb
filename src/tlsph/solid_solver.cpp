#include "talus/tlsph/solid_solver.hpp"

#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"
#include "talus/numerics/tensor.hpp"
#include "talus/tlsph/deformation.hpp"
#include "talus/tlsph/internal_force.hpp"
#include "talus/tlsph/non_affine_spin.hpp"
#include "talus/tlsph/stability.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace talus {
namespace {

/// The elastic part of the hourglass control never falls below this share of its own (tlsph 6).
constexpr Real smallest_secant = 0.01;

/// Secant modulus of yielded material over the elastic one (tlsph 6).
Real secant_ratio(Real equivalent_stress, Real shear_modulus, Real plastic_strain) {
  if (plastic_strain <= 0) return 1;
  return std::max(smallest_secant, equivalent_stress / (equivalent_stress + 3 * shear_modulus * plastic_strain));
}

Real contract(const Mat3& A, const Mat3& B) { return A.cwiseProduct(B).sum(); }

}  // namespace

SolidSolver::SolidSolver(SolidBody& body, const SolidNumerics& numerics) : body_(body), numerics_(numerics), stretch_(body.size()) {
  if (numerics_.smoothing <= 0) numerics_.smoothing = default_smoothing(numerics_.kernel, body.dimension);
  reference_ = make_reference_state(body, numerics_.kernel, numerics_.smoothing);
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
  if (std::holds_alternative<CentralHourglass>(numerics_.hourglass)) {
    target_.H.assign(body.size(), Mat3::Identity());
  }
  if (body.dimension == 2) nodes_ = Nodes<2>{};
  else nodes_ = Nodes<3>{};
  std::visit(
      [&](auto& nodes) {
        nodes.resize(body.size());
        for (Index i = 0; i < body.size(); ++i) {
          nodes.reference[i] = {{body.X[i][0], body.X[i][1], body.X[i][2], body.V[i]}};
        }
        const bool merged = std::holds_alternative<MergedHourglass>(numerics_.hourglass);
        stability_limit_ = courant_limit(body, reference_, nodes, merged ? alpha_ : 0);
      },
      nodes_);
}

StressSums SolidSolver::update_stress(Real dt) {
  return std::visit([&](auto& nodes) { return update_stress_in(nodes, dt); }, nodes_);
}

void SolidSolver::compute_forces() {
  std::visit([&](const auto& nodes) { compute_forces_in(nodes); }, nodes_);
}

Real SolidSolver::stable_step(Real smallest_stretch) const {
  return stability_limit_ * body_.spacing * smallest_stretch / wave_speed_;
}

template <int D>
StressSums SolidSolver::update_stress_in(Nodes<D>& nodes, Real dt) {
  parallel::for_each(body_.size(), [&](Index i) {
    const Vec3& u = body_.u[i];
    const Vec3& v = body_.v[i];
    nodes.displacement[i] = {{u[0], u[1], u[2], alpha_ * body_.secant[i]}};
    nodes.velocity[i] = {{v[0], v[1], v[2], 0}};
  });
  return std::visit([&](const auto& material) { return respond(material, nodes, dt); }, body_.material);
}

template <int D, class Material>
StressSums SolidSolver::respond(const Material& material, Nodes<D>& nodes, Real dt) {
  SolidBody& b = body_;
  const Real shear = material.shear_modulus();
  const bool central = !target_.H.empty();
  const bool damped = !central && beta_ > 0;
  enum : std::size_t { work, stored, plastic, refusals };
  stretch_.reset();
  const auto sums = parallel::sum<4>(b.size(), [&](Index i, std::array<Real, 4>& sum) {
    const RelativeMotion motion = damped ? relative_motion<D>(reference_, nodes, i) : RelativeMotion{};
    const Mat3 H = damped ? Mat3(motion.uX * reference_.L[i]) : gradient<D>(reference_, nodes, nodes.displacement, i);
    const Mat3 F = Mat3::Identity() + H;
    const Mat3 dF = F - b.F[i];
    const Real plastic_strain = b.state[i].plastic_strain;
    const Response r = material.respond(F, b.state[i], dt);
    refused_[i] = !r.valid;
    sum[refusals] += !r.valid;
    if (!r.valid) return;

    sum[work] += Real(0.5) * b.V[i] * contract(b.P[i] + r.P, dF);
    sum[stored] += b.V[i] * r.energy;
    sum[plastic] += Real(0.5) * b.V[i] * (b.yield_stress[i] + r.yield_stress) *
                    (b.state[i].plastic_strain - plastic_strain);
    stretch_.take(i, smallest_stretch(F));

    // Between steps dF/dt is the gradient of the half-step velocity; before the first step there is no dF.
    const Mat3 rate = dt > 0 ? Mat3(dF / dt) : gradient<D>(reference_, nodes, nodes.velocity, i);
    nodes.stress[i].set(r.P * reference_.L[i]);
    Mat3 braked = rate;
    if (damped) {
      const Vec3 spin = non_affine_spin<D>(motion, H, rate);
      for (int c = 0; c < 3; ++c) braked.col(c) -= spin.cross(H.col(c));
      nodes.set_spin(i, spin);
    }
    nodes.hourglass[i].set(-nodes.displacement[i].lane[3] * H - beta_ * braked);
    b.secant[i] = secant_ratio(r.equivalent_stress, shear, b.state[i].plastic_strain);
    if (central) target_.H[i] = b.secant[i] * F + tau_ * rate;
    b.F[i] = F;
    b.P[i] = r.P;
    b.energy_density[i] = r.energy;
    b.yield_stress[i] = r.yield_stress;
  });
  if (sums[refusals] > 0) report_failure();
  return {sums[work], sums[stored], sums[plastic], stretch_.value()};
}

template <int D>
void SolidSolver::compute_forces_in(const Nodes<D>& nodes) {
  SolidBody& b = body_;
  auto& internal = b.of(ForceKind::internal);
  auto& hourglass = b.of(ForceKind::hourglass);
  const bool merged = std::holds_alternative<MergedHourglass>(numerics_.hourglass);
  parallel::for_each(b.size(), [&](Index i) {
    const BondForces f = merged ? bond_forces<D, true>(reference_, nodes, beta_, i)
                                : bond_forces<D, false>(reference_, nodes, beta_, i);
    internal[i] = f.internal;
    hourglass[i] = f.hourglass;
  });
  if (!target_.H.empty()) {
    const CentralControl control{alpha_, tau_};
    parallel::for_each(b.size(), [&](Index i) {
      hourglass[i] = central_hourglass_force(b, reference_, control, target_, i);
    });
  }
  if (numerics_.viscosity > 0) {
    const Real density = std::visit([](const auto& m) { return m.density; }, b.material);
    const Real coefficient = numerics_.viscosity * density * wave_speed_;
    parallel::for_each(b.size(), [&](Index i) {
      b.of(ForceKind::viscous)[i] = viscous_force(b, reference_, coefficient, i);
    });
  }
}

void SolidSolver::report_failure() const {
  const auto i = std::find(refused_.begin(), refused_.end(), 1) - refused_.begin();
  const Vec3& X = body_.X[i];
  char place[160];
  std::snprintf(place, sizeof place, "particle %ld of body \"%s\", at reference position (%g, %g, %g) m",
                static_cast<long>(i), body_.name.c_str(), X[0], X[1], X[2]);
  throw SimulationError(std::string("the deformation of ") + place +
                        " cannot be followed (it is inverted or not finite); a smaller time.courant, a smaller "
                        "impact speed or a finer spacing may help");
}

}  // namespace talus
