// Plane waves in bars with nu = 0, where one dimension tells everything: sigma = rho c v.
#include <doctest/doctest.h>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"

namespace talus {
namespace {

constexpr Real density = 8000, young = 200e9;  // c = 5000 m/s
constexpr Real wave = 5000;                    // [m/s]

/// Mean axial Cauchy stress of particles with reference x in [from, to] [Pa].
Real mean_stress(const SolidBody& body, Real from, Real to) {
  Real sum = 0, count = 0;
  for (Index i = 0; i < body.size(); ++i) {
    if (body.X[i][0] < from || body.X[i][0] > to) continue;
    sum += cauchy_stress(body.P[i], body.F[i])(0, 0);
    ++count;
  }
  return sum / count;
}

}  // namespace

TEST_CASE("bar on a rigid wall: the plateau behind the wave is rho c v = 40 MPa, and the bar leaves as it came") {
  constexpr Real length = 1, v = 1, dx = 0.0125;
  Case c = empty_case(2, 0.7e-3);
  SolidSpec& bar = add_block(c, "bar", elastic<HenckyJ2>(density, young, 0), {length, 8 * dx, 0}, dx);
  Linear never{.yield = 1e20};
  std::get<HenckyJ2>(c.materials[0].second.entry).hardening.entry = never;
  bar.position = {length / 2, 0, 0};
  bar.velocity = {-v, 0, 0};
  RigidPlane wall;
  wall.body = "bar";
  wall.normal = {1, 0, 0};
  c.boundaries.push_back({wall});
  Simulation s(build_model(c));
  const SolidBody& body = s.model().bodies[0];
  Real plateau = 0, force = 0, rows = 0, let_go = 0;
  run(s, [&](const Simulation& now) {
    const Real push = now.model().boundaries[0].resultant(body)[0] / (8 * dx);
    if (push > 0.5 * density * wave * v) let_go = now.time();
    if (now.time() < 0.1e-3 || now.time() > 0.19e-3) return;
    // By now the front is at 0.5 m or beyond: look where it has passed.
    plateau += mean_stress(body, 0.1, 0.4);
    force += push;
    ++rows;
  });
  CHECK(relative_error(plateau / rows, -density * wave * v) < 0.02);
  CHECK(relative_error(force / rows, density * wave * v) < 0.02);
  CHECK(relative_error(let_go, 2 * length / wave) < 0.03);
  const Real left = linear_momentum(body)[0] / total_mass(body);
  CHECK(relative_error(left, v) < 0.02);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
  CHECK(s.ledger().largest_state_residual() < 1e-5);
}

TEST_CASE("two bars head-on: soft contact hands over all of the momentum and gives back all of the energy") {
  // The kernel potential closes over a fifth of a spacing, far longer than a wave needs for the bar, so bars rebound
  // like rigid bodies on a spring; 40 MPa in 0.4 ms is for a contact law without a floating gap.
  constexpr Real length = 1, v = 1, dx = 0.05;
  Case c = empty_case(2, 0.08);
  for (const Real side : {-1.0, 1.0}) {
    SolidSpec& bar =
        add_block(c, side < 0 ? "left" : "right", elastic<NeoHookean>(density, young, 0), {length, 4 * dx, 0}, dx);
    bar.position = {side * (length / 2 + 1.2 * dx), 0, 0};  // facing layers start just out of each other's reach
    bar.velocity = {-side * v, 0, 0};
  }
  ContactSpec contact;
  contact.between = {"left", "right"};
  contact.normal.entry = KernelPotential{};
  c.contacts.push_back(contact);
  Simulation s(build_model(c));
  const SolidBody &left = s.model().bodies[0], &right = s.model().bodies[1];
  const Real momentum = density * length * 4 * dx * v;
  Real sum = 0, turn = 0, stored = 0;
  run(s, [&](const Simulation& now) {
    sum = std::max(sum, (linear_momentum(left) + linear_momentum(right)).norm());
    turn = std::max(turn, (angular_momentum(left) + angular_momentum(right)).norm());
    stored = std::max(stored, now.ledger()[Channel::contact_stored]);
  });
  CHECK(s.model().contacts[0]->loaded() == 0);
  CHECK(relative_error(linear_momentum(left)[0], -momentum) < 0.005);
  CHECK(relative_error(linear_momentum(right)[0], momentum) < 0.005);
  CHECK(sum < 1e-12 * momentum);
  CHECK(turn < 1e-12 * momentum * length);
  CHECK(stored > 0.9 * momentum * v);
  CHECK(s.ledger().largest_work_residual() < 1e-11);
  CHECK(s.ledger().largest_state_residual() < 1e-5);
}

}  // namespace talus
