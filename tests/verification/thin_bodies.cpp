// Second-order fits at surfaces in large motion: momenta, stability of three layers, plastic bending, a cantilever.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"

namespace talus {
namespace {

struct Motion {
  Real linear = 0, angular = 0;  ///< largest drift of the momenta, relative
  Real gain = 0;                 ///< largest growth of the energy, relative
  Real work = 0, state = 0;      ///< residuals of the ledgers
  Real plastic_strain = 0;       ///< largest at the end
  bool fitted = false;
};

/// A free bar that turns and is bent by the start, sin-like across its length.
template <class Material>
Motion whirl(const Material& material, int dimension, int layers, Real spin, Real bending, Real end) {
  constexpr Real dx = 0.01, length = 0.2;
  Case c = empty_case(dimension, end);
  SolidSpec& spec = add_block(c, "bar", material, {length, layers * dx, dimension == 3 ? layers * dx : 0}, dx);
  spec.spin = dimension == 3 ? Vec3(0.3 * spin, 0, spin) : Vec3(0, 0, spin);
  Model model = build_model(c);
  for (Index i = 0; i < model.bodies[0].size(); ++i) {
    model.bodies[0].v[i][1] += bending * std::cos(2 * std::numbers::pi * model.bodies[0].X[i][0] / length);
  }
  Simulation s(std::move(model));
  const SolidBody& body = s.model().bodies[0];
  const Vec3 p0 = linear_momentum(body), L0 = angular_momentum(body);
  const Real energy = total_energy(s), p_scale = std::sqrt(2 * energy * total_mass(body));
  Motion m;
  m.fitted = s.model().solvers[0]->reference().surface.count > 0;
  run(s, [&](const Simulation& now) {
    m.linear = std::max(m.linear, (linear_momentum(body) - p0).norm() / p_scale);
    m.angular = std::max(m.angular, (angular_momentum(body) - L0).norm() / (p_scale * length));
    m.gain = std::max(m.gain, total_energy(now) / energy - 1);
  });
  m.work = s.ledger().largest_work_residual();
  m.state = s.ledger().largest_state_residual();
  for (Index i = 0; i < body.size(); ++i) m.plastic_strain = std::max(m.plastic_strain, body.state[i].plastic_strain);
  return m;
}

}  // namespace

TEST_CASE("thin bodies: a bent bar of three layers spins for turns, momenta to round-off, stable at the default step") {
  constexpr Real spin = 200;  // [rad/s]
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const Real turns = dimension == 2 ? 3 : 1;
    const Motion m =
        whirl(elastic<NeoHookean>(1000, 17e6, 0.4), dimension, 3, spin, 5, turns * 2 * std::numbers::pi / spin);
    CHECK(m.fitted);
    CHECK(m.linear < 1e-12);
    CHECK(m.angular < 1e-12);
    CHECK(m.gain < 2e-3);
    CHECK(m.work < 1e-11);
    CHECK(m.state < 1e-3);
  }
}

TEST_CASE("thin bodies: plastic bending closes both ledgers") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    HenckyJ2 polymer = elastic<HenckyJ2>(1000, 2e9, 0.3);
    polymer.hardening.entry = Linear{.yield = 40e6, .modulus = 100e6};
    const Motion m = whirl(polymer, dimension, 4, 0, 30, 2e-3);
    CHECK(m.fitted);
    CHECK(m.plastic_strain > 0.02);
    CHECK(m.linear < 1e-12);
    CHECK(m.angular < 1e-12);
    CHECK(m.work < 1e-11);
    CHECK(m.state < 1e-3);
  }
}

TEST_CASE("thin bodies: the period of a cantilever of five layers, its first column held") {
  constexpr Real length = 0.2, height = 0.02, exact = 0.2552;  // [m], [m], [s]: plane-strain finite elements
  Case c = empty_case(2, 0.21);
  add_block(c, "beam", elastic<SaintVenantKirchhoff>(1000, 2e6, 0.3975), {length, height, 0}, height / 5);
  Clamp clamp;
  clamp.body = "beam";
  clamp.where.layer = decltype(clamp.where.layer){Side::left};
  c.boundaries.push_back({clamp});
  Model model = build_model(c);
  constexpr Real k = 1.875104;
  const Real ratio = (std::sinh(k) - std::sin(k)) / (std::cosh(k) + std::cos(k));
  const auto mode = [&](Real X) {
    const Real s = k * (X / length + 0.5);
    return std::cosh(s) - std::cos(s) - ratio * (std::sinh(s) - std::sin(s));
  };
  for (Index i = 0; i < model.bodies[0].size(); ++i) {
    const Real X = model.bodies[0].X[i][0];
    if (X > -length / 2 + height / 5) model.bodies[0].v[i] = Vec3(0, 1e-3 * mode(X), 0);
  }
  Simulation s(std::move(model));
  const SolidBody& body = s.model().bodies[0];
  Real last = 1, last_time = 0;
  std::vector<Real> zeros;
  run(s, [&](const Simulation& now) {
    Real amplitude = 0;
    for (Index i = 0; i < body.size(); ++i) amplitude += body.v[i][1] * mode(body.X[i][0]);
    if (amplitude * last < 0) zeros.push_back(last_time + (now.time() - last_time) * last / (last - amplitude));
    last = amplitude;
    last_time = now.time();
  });
  REQUIRE(zeros.size() >= 2);
  CHECK(relative_error(2 * (zeros[1] - zeros[0]), exact) < 0.015);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
}

}  // namespace talus
