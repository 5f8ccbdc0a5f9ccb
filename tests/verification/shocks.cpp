// A steady shock under the shock viscosity: jump conditions, heat, and what must not feel it.
#include <doctest/doctest.h>

#include <cmath>

#include "support/relative_error.hpp"
#include "support/sample_case.hpp"

namespace talus {
namespace {

constexpr Real density = 8930, c0 = 3940, S = 1.489, gamma0 = 2.02;  // copper
constexpr Real dx = 1e-4, length = 400 * dx;

HenckyJ2 copper() {
  auto metal = elastic<HenckyJ2>(density, 124e9, 0.34);
  metal.hardening.entry = Perfect{.yield = 1e6};
  metal.eos.emplace().entry = MieGrueneisen{.sound_speed = c0, .slope = S, .gamma = gamma0};
  return metal;
}

/// A slab that flies at a plane of symmetry, held sideways: half of two that meet at twice the speed.
Case slab(Real speed, Real end) {
  Case c = empty_case(2, end);
  SolidSpec& body = add_block(c, "slab", copper(), {length, 4 * dx, 0}, dx);
  body.position = {length / 2, 0, 0};
  body.velocity = {-speed, 0, 0};
  body.symmetry = {SymmetryPlane{.point = Vec3::Zero(), .normal = Vec3::UnitX()}};
  body.gradient.entry = LinearGradient{};
  body.shock_viscosity.emplace();
  c.boundaries.push_back({Clamp{.body = "slab", .where = {.all = true}, .components = {Axis::y}}});
  return c;
}

/// Where the velocity is half of that ahead [m, reference].
Real front(const SolidBody& body, Real speed) {
  Real place = 0;
  for (Index i = 0; i < body.size(); ++i) {
    if (body.v[i][0] > -speed / 2) place = std::max(place, body.X[i][0]);
  }
  // Straight between the last particle behind it and the next.
  Real behind = 0, ahead = 0;
  Index n = 0;
  for (Index i = 0; i < body.size(); ++i) {
    if (std::abs(body.X[i][0] - place) < 0.1 * dx) behind += body.v[i][0], ++n;
    if (std::abs(body.X[i][0] - place - dx) < 0.1 * dx) ahead += body.v[i][0];
  }
  return place + dx * (behind / n + speed / 2) / ((behind - ahead) / n);
}

}  // namespace

TEST_CASE("shock: speed, pressure, density and energy jump as Rankine and Hugoniot say, at 0.1 to 1.5 km/s") {
  for (const Real speed : {100.0, 500.0, 1500.0}) {
    CAPTURE(speed);
    const Real shock_speed = c0 + S * speed, end = 0.8 * length / shock_speed;
    Simulation s(build_model(slab(speed, end)));
    const SolidBody& body = s.model().bodies[0];
    Real began = 0, began_at = 0, least_loss = 0, before = 0;
    run(s, [&](const Simulation&) {
      if (began == 0 && s.time() > end / 2) began = s.time(), began_at = front(body, speed);
      const Real lost = s.ledger()[Channel::bulk_viscous];
      least_loss = std::min(least_loss, lost - before);
      before = lost;
    });
    Real pressure = 0, J = 0, energy = 0, heat = 0;
    Index n = 0;
    for (Index i = 0; i < body.size(); ++i) {
      if (body.X[i][0] < 0.3 * length || body.X[i][0] > 0.6 * length) continue;
      const MaterialState state = body.state[i];
      const Real j = body.F[i].determinant();
      const Real p = -(body.P[i] * body.F[i].transpose()).trace() / (3 * j);
      pressure += p, J += j, heat += state.heat, energy += state.heat + state.volume_energy;
      ++n;
    }
    const Real measured = (front(body, speed) - began_at) / (s.time() - began);
    CHECK(relative_error(measured, shock_speed) < 0.01);
    CHECK(relative_error(pressure / n, density * shock_speed * speed) < 0.01);
    CHECK(relative_error(1 - J / n, speed / shock_speed) < 0.01);
    CHECK(relative_error(energy / n, density * speed * speed / 2) < 0.01);
    CHECK(heat > 0.02 * energy);
    CHECK(least_loss >= 0);
    CHECK(s.ledger().largest_work_residual() < 1e-12);
    CHECK(s.ledger().largest_state_residual() < 1e-3);
  }
}

TEST_CASE("shock viscosity: von Neumann and Richtmyer's pressure in compression, nothing in expansion and at rest") {
  const ShockViscosity law{.linear = 0.3, .quadratic = 1.7};
  ShockPoint at{
      .density = 2000, .wave_speed = 3000, .spacing = 0.01, .dimension = 3, .from_j = -0.2, .to_j = -0.21, .dt = 1e-6};
  const Real J = 0.79, rate = 0.01 / 1e-6 / 0.795, l = 0.01 * std::cbrt(J);
  const Real expected = 2000 / J * (0.3 * 3000 * l * rate + 1.7 * l * l * rate * rate);
  CHECK(relative_error(law.answer(at).pressure, expected) < 1e-12);
  at.dimension = 2;
  const Real side = 0.01 * std::sqrt(J);
  CHECK(relative_error(law.answer(at).pressure,
                       2000 / J * (0.3 * 3000 * side * rate + 1.7 * side * side * rate * rate)) < 1e-12);
  at.to_j = -0.19;
  CHECK(law.answer(at).pressure == 0);
  at.to_j = at.from_j;
  CHECK(law.answer(at).pressure == 0);
  at.to_j = -0.21;
  at.dt = 0;
  CHECK(law.answer(at).pressure == 0);
}

TEST_CASE(
    "shock viscosity: a block that turns and grows feels none, one that shrinks is braked, and both momenta stay") {
  for (const Real growth : {200.0, -200.0}) {
    CAPTURE(growth);
    Case c = empty_case(3, 4e-6);
    auto metal = copper();
    SolidSpec& block = add_block(c, "block", metal, {0.01, 0.01, 0.01}, 0.001);
    block.spin = {0, 0, 1e3};
    block.velocity = {30, -20, 10};
    const std::string pull = std::to_string(growth / 0.01) + "*";
    block.velocity_field.emplace(std::array{Formula(pull + "x", {}), Formula(pull + "y", {}), Formula(pull + "z", {})});
    block.shock_viscosity.emplace();
    Simulation s(build_model(c));
    const SolidBody& body = s.model().bodies[0];
    const Vec3 p = linear_momentum(body), L = angular_momentum(body);
    s.step(s.segment_end());  // later the surface comes back
    const Real first = s.ledger()[Channel::bulk_viscous];
    if (growth > 0)
      CHECK(first == 0);
    else
      CHECK(first > 0);
    Real least = first;
    run(s, [&](const Simulation&) { least = std::min(least, s.ledger()[Channel::bulk_viscous]); });
    // Of all so far: a step that turns from compression to expansion ends with the force of before.
    CHECK(least >= 0);
    CHECK((linear_momentum(body) - p).norm() < 1e-12 * p.norm());
    CHECK((angular_momentum(body) - L).norm() < 1e-12 * L.norm());
    CHECK(s.ledger().largest_work_residual() < 1e-12);
  }
}

}  // namespace talus
