// Bodies in plastic flow and large twist: the books close, momenta stay, the hourglass control stays small.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"

namespace talus {
namespace {

struct Impact {
  Real length = 0, radius = 0, strain = 0;  ///< [m], [m], [-]: final length, foot radius, 99.5 % quantile
  Real hourglass = 0;                       ///< its energy over that of stress [-]
  Real work = 0, state = 0;                 ///< residuals of the ledgers [-]
  Index renewals = 0;                       ///< of the reference
};

/// A copper bar on a rigid wall at 160 m/s in plane strain, five particles per half width.
template <class Hourglass>
Impact taylor_bar(std::optional<Real> renewal = {}) {
  constexpr Real radius = 3.2e-3, length = 32.4e-3, dx = radius / 5;
  Case c = empty_case(2, 40e-6);
  HenckyJ2 copper = elastic<HenckyJ2>(8930, 117e9, 0.35);
  copper.hardening.entry = Linear{.yield = 400e6, .modulus = 100e6};
  SolidSpec& bar = add_block(c, "bar", copper, {2 * radius, length, 0}, dx);
  bar.position = {0, length / 2, 0};
  bar.velocity = {0, -160, 0};
  bar.hourglass.entry = Hourglass{};
  bar.renew_reference = renewal;
  RigidPlane wall;
  wall.body = "bar";
  wall.normal = {0, 1, 0};
  c.boundaries.push_back({wall});
  Simulation s(build_model(c));
  run(s, [](const Simulation&) {});
  const SolidBody& body = s.model().bodies[0];
  const EnergyLedger& ledger = s.ledger();
  Impact r;
  std::vector<Real> strain;
  for (Index i = 0; i < body.size(); ++i) {
    r.length = std::max(r.length, body.x[i][1]);
    r.radius = std::max(r.radius, std::abs(body.x[i][0]));
    strain.push_back(body.state[i].plastic_strain);
  }
  std::sort(strain.begin(), strain.end());
  r.strain = strain[static_cast<std::size_t>(0.995 * static_cast<Real>(strain.size() - 1))];
  r.hourglass = ledger[Channel::hourglass] / (ledger[Channel::elastic] + ledger[Channel::plastic]);
  r.work = ledger.largest_work_residual();
  r.state = ledger.largest_state_residual();
  r.renewals = s.model().solvers[0]->renewals();
  return r;
}

}  // namespace

TEST_CASE("bar impact in plastic flow: the ledgers close, and both hourglass controls give the same bar") {
  const Impact merged = taylor_bar<MergedHourglass>(), central = taylor_bar<CentralHourglass>();
  for (const Impact& impact : {merged, central}) {
    CHECK(impact.strain > 0.5);
    CHECK(impact.work < 1e-11);
    CHECK(impact.state < 1e-3);
    CHECK(impact.hourglass > 0);
    CHECK(impact.hourglass < 0.05);
  }
  CHECK(relative_error(merged.length, central.length) < 0.01);
  CHECK(relative_error(merged.radius, central.radius) < 0.03);
  CHECK(relative_error(merged.strain, central.strain) < 0.05);
}

TEST_CASE("bar impact in plastic flow: bonds found anew on the way give the same bar") {
  const Impact kept = taylor_bar<MergedHourglass>();
  for (const Impact& renewed : {taylor_bar<MergedHourglass>(0.6), taylor_bar<CentralHourglass>(0.6)}) {
    CHECK(renewed.renewals >= 2);
    CHECK(renewed.work < 1e-11);
    CHECK(renewed.state < 1e-3);
    CHECK(renewed.hourglass < 0.05);
    CHECK(relative_error(renewed.length, kept.length) < 0.01);
    CHECK(relative_error(renewed.radius, kept.radius) < 0.03);
    CHECK(relative_error(renewed.strain, kept.strain) < 0.08);
  }
}

TEST_CASE("twisting column: no checkerboard, momenta kept, energy does not grow") {
  constexpr Real omega = 105, height = 6, dx = 0.2;  // [rad/s], [m], [m]
  Case c = empty_case(3, 0.25);
  SolidSpec& spec = add_block(c, "column", elastic<NeoHookean>(1100, 17e6, 0.45), {1, 1, height}, dx);
  spec.position = {0, 0, height / 2};
  Clamp foot;
  foot.body = "column";
  foot.where.layer = decltype(foot.where.layer){Side::bottom};
  c.boundaries.push_back({foot});
  Model model = build_model(c);
  SolidBody& column = model.bodies[0];
  for (Index i = 0; i < column.size(); ++i) {
    const Real rate = omega * std::sin(std::numbers::pi * (column.X[i][2] - dx / 2) / (2 * height));
    column.v[i] = rate * Vec3(-column.X[i][1], column.X[i][0], 0);
  }
  Simulation s(std::move(model));
  const SolidBody& body = s.model().bodies[0];
  const Real energy = total_energy(s), L = angular_momentum(body)[2];
  Real gain = 0, sideways = 0, twisted = L;
  run(s, [&](const Simulation& now) {
    gain = std::max(gain, total_energy(now) / energy - 1);
    // By symmetry the column neither drifts sideways nor tips over.
    const Vec3 p = linear_momentum(body);
    sideways = std::max(sideways, std::hypot(p[0], p[1]));
    twisted = std::min(twisted, angular_momentum(body)[2]);
  });
  CHECK(gain < 1e-3);
  CHECK(twisted < 0);  // it has come to rest and swings back
  CHECK(sideways < 1e-8 * L);
  CHECK(s.ledger()[Channel::hourglass] < 0.05 * energy);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
  CHECK(s.ledger().largest_state_residual() < 3e-3);

  // Checkerboard: what the nearest bonds are beyond F X.
  Real miss = 0, bonds = 0;
  for (Index i = 0; i < body.size(); ++i) {
    s.model().solvers[0]->each_neighbour(i, [&](Index j) {
      const Vec3 X = body.X[j] - body.X[i];
      if (X.norm() > 1.1 * dx) return;
      miss += (body.F[i] * X - (body.x[j] - body.x[i])).squaredNorm();
      ++bonds;
    });
  }
  CHECK(std::sqrt(miss / bonds) < 0.15 * dx);
}

}  // namespace talus
