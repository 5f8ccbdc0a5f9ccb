// Pieces of a body that has broken carry load across the crack, never pull, and stay apart.
#include <doctest/doctest.h>

#include <cmath>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"

namespace talus {
namespace {

constexpr Real young = 1e7, density = 1000;

/// A bar of unit length, cracked through in its middle before anything moves; its ends are driven.
Model cracked_bar(Real width, Real spacing, const TimeFunction& opening, Real end) {
  Case c = empty_case(2, end);
  auto rubber = elastic<NeoHookean>(density, young, 0);
  rubber.failure.emplace().entry = MaxPrincipalStrain{.limit = 1};
  add_block(c, "bar", rubber, {1, width, 0}, spacing);
  for (const Side side : {Side::left, Side::right}) {
    PrescribedMotion motion{.body = "bar", .where = {.layer = side}};
    motion.displacement.emplace();
    if (side == Side::right) (*motion.displacement)[0] = opening;
    c.boundaries.push_back({motion});
  }
  Model model = build_model(c);
  SolidBody& bar = model.bodies[0];
  for (Index i = 0; i < bar.size(); ++i) {
    if (std::abs(bar.X[i][0] - 0.5 * spacing) < 0.1 * spacing)
      bar.state.change(i, [](MaterialState& s) { s.damage = 1; });
  }
  return model;
}

/// Force of the crack on what lies to its right [N/m].
Real push(const SolidBody& bar) {
  Real sum = 0;
  for (Index i = 0; i < bar.size(); ++i) {
    if (bar.X[i][0] > bar.spacing) sum += bar.of(ForceKind::contact)[i][0];
  }
  return sum;
}

/// A block meets a plate of rubber that tears.
struct BrokenPlate {
  Real nearest = 1;                ///< over dx, of particles that do not hold together [-]
  Real momentum = 0, angular = 0;  ///< largest drift over m v [-]
  Index lost = 0;
  Real work = 0, state = 0;  ///< residuals of the ledgers [-]
};

BrokenPlate break_plate(int dimension, Real limit) {
  const Real dx = dimension == 2 ? 0.025 : 0.05;
  Case c = empty_case(dimension, 0.03);
  auto brittle = elastic<NeoHookean>(density, young, 0.3);
  brittle.failure.emplace().entry = MaxPrincipalStrain{.limit = limit};
  const Real depth = dimension == 2 ? 0 : 1;
  add_block(c, "plate", brittle, {1, 0.1, 0.5 * depth}, dx);
  SolidSpec& ball = add_block(c, "block", elastic<NeoHookean>(density, 2 * young, 0.3), {0.2, 0.2, 0.2 * depth}, dx);
  ball.position = {0.03, 0.15 + 1e-3, 0};
  ball.velocity = {0, -10, 0};
  ContactSpec contact{.between = {"plate", "block"}};
  contact.normal.entry = FieldBarrier{};
  c.contacts.push_back(contact);
  Simulation s(build_model(c));
  const auto momenta = [&] {
    Vec3 p = Vec3::Zero(), L = Vec3::Zero();
    for (const SolidBody& body : s.model().bodies) p += linear_momentum(body), L += angular_momentum(body);
    return std::pair{p, L};
  };
  const std::pair<Vec3, Vec3> before = momenta();
  BrokenPlate r;
  run(s, [&](const Simulation&) {
    const auto& [p, L] = before;
    const auto [p_now, L_now] = momenta();
    r.momentum = std::max(r.momentum, (p_now - p).norm() / p.norm());
    r.angular = std::max(r.angular, (L_now - L).norm() / p.norm());
    r.nearest = std::min(r.nearest, s.model().fragments[0]->nearest());
  });
  const SolidBody& plate = s.model().bodies[0];
  for (Index i = 0; i < plate.size(); ++i) r.lost += plate.state[i].damage >= 1;
  r.work = s.ledger().largest_work_residual();
  r.state = s.ledger().largest_state_residual();
  return r;
}

}  // namespace

TEST_CASE("fragments: a crack does not pull, and carries compression like the material beside it") {
  constexpr Real dx = 0.05, width = 0.2, opened = 0.03, closed = -0.02;
  const auto opening = TimeFunction::table({{0, 0}, {0.1, opened}, {0.3, closed}});
  Simulation s(cracked_bar(width, dx, opening, 0.3));
  const SolidBody& bar = s.model().bodies[0];
  const Real full = young * width * -closed;
  // Two contacts in series with the bar between the driven layers, less what they stand for:
  // 5 depth^2 = eps, closing = eps (1 - 3 dx) + 2 depth dx.
  const auto expected = [&](Real closing) {
    const Real depth = (-dx + std::sqrt(dx * dx + 5 * (1 - 3 * dx) * closing)) / (5 * (1 - 3 * dx));
    return 5 * depth * depth * young * width;
  };
  Real sum = 0, expected_sum = 0;
  Real pull = 0, while_open = 0;
  run(s, [&](const Simulation&) {
    pull = std::min(pull, push(bar));
    if (s.time() > 0.05 && s.time() < 0.2) while_open = std::max(while_open, std::abs(push(bar)));
    const Real closing = -opening(s.time());
    if (closing > 0.5 * -closed) sum += push(bar), expected_sum += expected(closing);
  });
  CHECK(pull >= 0);
  CHECK(while_open < 0.02 * full);
  CHECK(relative_error(sum, expected_sum) < 0.1);
  CHECK(s.ledger().largest_work_residual() < 1e-12);
  CHECK(s.ledger().largest_state_residual() < 1e-3);
}

TEST_CASE("fragments: the pieces of a plate that a block breaks stay apart, and the books close") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const BrokenPlate r = break_plate(dimension, 0.03), sound = break_plate(dimension, 10);
    CHECK(r.lost > 20);
    CHECK(r.nearest > 0.7);
    CHECK(r.momentum < 1e-12);
    CHECK(r.angular < 1e-12);
    CHECK(r.work < 1e-12);
    CHECK(r.state < sound.state + 1e-3);  // the impact itself has most of it
    CHECK(sound.lost == 0);
  }
}

}  // namespace talus
