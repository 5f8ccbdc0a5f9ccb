// A bar of copper on a rigid wall in space, beside a finite-element solution of the same bar.
#include <doctest/doctest.h>

#include "support/axisymmetric_bar.hpp"
#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/written_case.hpp"
#include "talus/law/material/hencky_j2.hpp"

namespace talus {
namespace {

constexpr Real radius = 3.2e-3, length = 16e-3, speed = 227, end = 20e-6;
constexpr int cells = 5;  ///< over the radius

BarShape by_particles() {
  const Real dx = radius / cells;
  Simulation s = simulate_written(R"({"talus": 1, "title": "bar", "dimension": 3, "time": {"end": "20 us"},
  "materials": {"copper": {"model": "hencky_j2", "density": 8930, "young": 117e9, "poisson": 0.35,
                           "hardening": {"model": "linear", "yield": 400e6, "modulus": 100e6}}},
  "bodies": {"bar": {"solver": "tlsph", "material": "copper", "spacing": 0.64e-3,
                     "shape": {"model": "cylinder", "radius": 3.2e-3, "length": 16e-3, "axis": "y", "packing": "rings"},
                     "position": [0, 8e-3, 0], "velocity": [0, -227, 0]}},
  "boundaries": [{"model": "rigid_plane", "body": "bar", "point": [0, 0, 0], "normal": [0, 1, 0]}]})");
  run(s, [](const Simulation&) {});
  CHECK(s.ledger().largest_work_residual() < 1e-11);
  CHECK(s.ledger().largest_state_residual() < 1e-3);
  const SolidBody& bar = s.model().bodies[0];
  BarShape shape;
  Real low = length, high = 0, rings = 0;  // ends: half a stretched spacing beyond the outermost particles
  for (Index i = 0; i < bar.size(); ++i) {
    const Vec3 &x = bar.x[i], &X = bar.X[i];
    low = std::min(low, x.y() - bar.F[i](1, 1) * dx / 2);
    high = std::max(high, x.y() + bar.F[i](1, 1) * dx / 2);
    const Real out = std::hypot(x.x(), x.z());
    shape.foot = std::max(shape.foot, out + dx / 2);
    // Outermost particles of the two layers beside the section.
    if (std::hypot(X.x(), X.z()) < radius - dx || std::abs(X.y() - radius) > dx) continue;
    shape.waist += out + dx / 2;
    ++rings;
  }
  shape.length = high - low;
  shape.waist /= rings;
  shape.kinetic = s.ledger()[Channel::kinetic];
  shape.plastic = s.ledger()[Channel::plastic];
  return shape;
}

TEST_CASE("taylor bar: particles and finite elements agree on its shape and energies") {
  HenckyJ2 copper = elastic<HenckyJ2>(8930, 117e9, 0.35);
  copper.hardening.entry = Linear{.yield = 400e6, .modulus = 100e6};
  AxisymmetricBar elements({.radius = radius, .length = length, .speed = speed, .cells = cells}, copper);
  elements.run(end);
  const BarShape expected = elements.shape(), measured = by_particles();
  CHECK(relative_error(measured.length, expected.length) < 0.01);
  CHECK(relative_error(measured.waist, expected.waist) < 0.01);
  // The zero-energy control holds a hundredth of the energy.
  const Real start = expected.kinetic_at_start;
  CHECK(std::abs(measured.plastic - expected.plastic) < 0.015 * start);
  CHECK(std::abs(measured.kinetic - expected.kinetic) < 0.01 * start);
  CHECK(relative_error(measured.foot, expected.foot) < 0.07);  // its lip is thinner than a particle
}

}  // namespace
}  // namespace talus
