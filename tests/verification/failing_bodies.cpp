// Bodies that break: both momenta go through it to round-off, the books close, and pieces fly apart.
#include <doctest/doctest.h>

#include <cmath>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"
#include "support/threads.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

struct Burst {
  Real momentum = 0, angular = 0;  ///< largest drift over what it began with, or over m v [-]
  Real work = 0, state = 0;        ///< residuals of the ledgers [-]
  Real fracture = 0;               ///< over the energy at the start [-]
  Real spread = 0;                 ///< largest displacement over the size [-]
  Index lost = 0, all = 0;
};

/// A bar that spins faster than its material can bear, for two radians: it breaks and its ends fly apart.
/// `fixed`: with the step that it starts with, to the end.
template <class Material>
Burst burst(Material material, int dimension, Real limit, Real courant = 0.9, bool fixed = false) {
  constexpr Real omega = 60, length = 2, width = 0.4;
  material.failure.emplace().entry = MaxPrincipalStrain{.limit = limit};
  Case c = empty_case(dimension, 2 / omega);
  c.time.courant = courant;
  const Vec3 size(length, width, dimension == 2 ? 0 : width);
  SolidSpec& bar = add_block(c, "bar", material, size, dimension == 2 ? 0.05 : 0.1);
  bar.spin = {0, 0, omega};
  bar.velocity = {3, -2, 0};
  if (fixed) fix_step(c);
  Simulation s(build_model(c));
  const SolidBody& body = s.model().bodies[0];
  const Vec3 p = linear_momentum(body), L = angular_momentum(body);
  Burst r;
  r.all = body.size();
  const Real scale = total_energy(s);
  run(s, [&](const Simulation&) {
    r.momentum = std::max(r.momentum, (linear_momentum(body) - p).norm() / p.norm());
    r.angular = std::max(r.angular, (angular_momentum(body) - L).norm() / L.norm());
  });
  r.work = s.ledger().largest_work_residual();
  r.state = s.ledger().largest_state_residual();
  r.fracture = s.ledger()[Channel::fracture] / scale;
  for (Index i = 0; i < body.size(); ++i) {
    r.lost += body.state[i].damage >= 1;
    r.spread = std::max(r.spread, (body.x[i] - body.X[i]).norm() / length);
  }
  return r;
}

/// A block that meets a rigid plane at 200 m/s, and fails as it is squeezed.
std::string crushed(const std::string& hardening, const std::string& failure) {
  return R"({"talus": 1, "title": "t", "dimension": 2, "time": {"end": 2e-5},
    "materials": {"m": {"model": "hencky_j2", "density": 7800, "young": "200 GPa", "poisson": 0.3,
      "thermal": {"initial_temperature": "300 K", "specific_heat": 470}, "hardening": )" +
         hardening + R"(, "failure": )" + failure + R"(}},
    "bodies": {"b": {"solver": "tlsph", "material": "m", "spacing": 0.001, "position": [0, 0.005],
      "velocity": [0, -200],
      "shape": {"model": "block", "size": [0.02, 0.01]}}},
    "boundaries": [{"model": "rigid_plane", "body": "b", "point": [0, 0], "normal": [0, 1]}]})";
}
const std::string linear = R"({"model": "linear", "yield": "300 MPa", "modulus": "500 MPa"})";
const std::string rate_dependent = R"({"model": "johnson_cook", "yield": "300 MPa", "factor": "200 MPa",
  "exponent": 0.3, "rate_factor": 0.02, "melting_temperature": 1800, "reference_temperature": 300})";
const std::string at_a_strain = R"({"model": "johnson_cook_damage", "d1": 0.3, "d2": 0, "d3": 0})";
const std::string by_triaxiality = R"({"model": "johnson_cook_damage", "d1": 0.1, "d2": 0.2, "d3": -1.5})";

}  // namespace

TEST_CASE("a body that bursts keeps both momenta and its books, in the plane and in space, elastic and plastic") {
  const auto check = [](const Burst& r) {
    CHECK(r.lost > r.all / 20);
    CHECK(r.lost < r.all / 2);
    CHECK(r.momentum < 1e-12);
    CHECK(r.angular < 1e-12);
    CHECK(r.work < 1e-12);
    CHECK(r.state < 1e-3);
    CHECK(r.fracture > 0.005);
    CHECK(r.fracture < 0.1);
    CHECK(r.spread > 0.8);
  };
  const auto rubber_like = elastic<NeoHookean>(1100, 17e6, 0.3);
  check(burst(rubber_like, 2, 0.16));
  // What a cut lets go at a strain of 19 % rings four particles across: that is of second order in the step.
  const Burst coarse = burst(rubber_like, 3, 0.19, 0.6, true);
  const Burst fine = burst(rubber_like, 3, 0.19, 0.3, true);
  CHECK(fine.state < coarse.state / 3);
  CHECK(burst(rubber_like, 3, 0.19).state < 2e-3);
  check(burst(rubber_like, 3, 0.19, 0.45));
  auto metal = elastic<HenckyJ2>(1100, 17e6, 0.3);
  metal.hardening.entry = Linear{.yield = 6e5, .modulus = 5e5};
  check(burst(metal, 2, 0.24));
}

TEST_CASE("a body that fails as it is squeezed gains no energy, and its plastic work is that which heats it") {
  for (const auto& [hardening, failure] : {std::pair{linear, at_a_strain}, {rate_dependent, by_triaxiality}}) {
    CAPTURE(hardening);
    Simulation s = simulate_written(crushed(hardening, failure));
    const Real before = s.ledger()[Channel::kinetic];
    Real fracture = 0;
    run(s, [&](const Simulation&) {
      CHECK(s.ledger()[Channel::fracture] >= fracture);
      fracture = s.ledger()[Channel::fracture];
    });
    CHECK(fracture > 1e-3 * before);
    CHECK(fracture < 0.02 * before);
    CHECK(s.ledger()[Channel::kinetic] < 0.5 * before);
    CHECK(s.ledger().largest_work_residual() < 1e-12);
    CHECK(s.ledger().largest_state_residual() < 2e-3);
    const SolidBody& body = s.model().bodies[0];
    Index lost = 0;
    Real heat = 0;
    for (Index i = 0; i < body.size(); ++i) {
      lost += body.state[i].damage >= 1;
      heat += body.V[i] * body.state[i].heat;
    }
    CHECK(lost > body.size() / 20);
    CHECK(relative_error(heat, 0.9 * s.ledger()[Channel::plastic]) < 0.02);
  }
}

TEST_CASE("a body that fails has the same bits after a restart, and for any number of threads") {
  const std::string text = crushed(rate_dependent, by_triaxiality);
  const auto steps = [](Simulation& s, int n) {
    for (int k = 0; k < n; ++k) s.step(s.segment_end());
  };
  Simulation through = simulate_written(text);
  steps(through, 150);
  REQUIRE(through.ledger()[Channel::fracture] > 0);
  Archive written;
  through.state(written);
  steps(through, 30);
  for (const int threads : {1, 3}) {
    const Threads set(threads);
    Simulation again = simulate_written(text), resumed = simulate_written(text);
    steps(again, 180);
    Archive read(written.sections());
    resumed.state(read);
    steps(resumed, 30);
    CHECK(again.state_hash() == through.state_hash());
    CHECK(resumed.state_hash() == through.state_hash());
  }
}

}  // namespace talus
