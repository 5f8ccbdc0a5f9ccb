// Failure laws at a single point: constant triaxiality, rate and temperature against closed forms.
#include <doctest/doctest.h>

#include <cmath>

#include "property/material_samples.hpp"
#include "support/material_point.hpp"
#include "support/relative_error.hpp"

namespace talus {
namespace {

constexpr Real yield = 300e6, room = 293.15, melting = 1775;

/// Steel of Johnson and Cook's paper (4340).
JohnsonCookDamage steel_damage() {
  JohnsonCookDamage law{.d1 = 0.05, .d2 = 3.44, .d3 = -2.12, .d4 = 0.002, .d5 = 0.61};
  law.melting_temperature = melting;
  law.reference_temperature = room;
  return law;
}

template <class Material>
Material steel(Real temperature, const Failures::Variant& failure) {
  auto metal = sample_material<Material>(Perfect{.yield = yield});
  metal.thermal = Thermal{.initial_temperature = temperature, .specific_heat = 477, .taylor_quinney = 0};
  metal.failure.emplace().entry = failure;
  return metal;
}

Real failure_strain(Real triaxiality, Real rate, Real temperature) {
  const Real homologous = (temperature - room) / (melting - room);
  return (0.05 + 3.44 * std::exp(-2.12 * triaxiality)) * (1 + 0.002 * std::log(rate)) * (1 + 0.61 * homologous);
}

}  // namespace

TEST_CASE("johnson_cook_damage: plastic strain over that of failure at constant triaxiality, rate and temperature") {
  constexpr int steps = 400;
  for (const Real rate : {10.0, 1e4}) {
    for (const Real temperature : {room, 700.0}) {
      CAPTURE(rate);
      CAPTURE(temperature);
      const auto material = steel<HenckyJ2>(temperature, steel_damage());
      MaterialPoint<HenckyJ2> sheared{material}, pulled{material}, pressed{material};
      for (int k = 1; k <= steps; ++k) {
        const Real strain = 0.4 * k / steps, dt = 0.4 / steps / rate;
        sheared.advance(simple_shear(std::sqrt(3.0) * strain), dt);
        pull_bar(pulled, strain, dt);
        pull_bar(pressed, -strain, dt);
      }
      for (const auto& [point, stress_state] : {std::pair{&sheared, 0.0}, {&pulled, 1.0 / 3}, {&pressed, -1.0 / 3}}) {
        const Real triaxiality = stress_state;
        CAPTURE(triaxiality);
        const Real expected = point->state.plastic_strain / failure_strain(triaxiality, rate, temperature);
        CHECK(relative_error(point->state.damage, expected) < 1e-4);
        CHECK_FALSE(point->answer.failed);
      }
    }
  }
}

TEST_CASE("johnson_cook_damage: a bar fails at its strain, with full stress, and is nothing afterwards") {
  auto law = steel_damage();
  law.d2 = 0.3;
  const auto material = steel<HenckyJ2>(room, law);
  const Real expected = (0.05 + 0.3 * std::exp(-2.12 / 3)) * (1 + 0.002 * std::log(1e3));
  MaterialPoint<HenckyJ2> point{material};
  Real before = 0;
  for (int k = 1; k <= 1000 && !point.answer.failed; ++k) {
    before = point.state.plastic_strain;
    pull_bar(point, 5e-4 * k, 5e-7);
  }
  CHECK(point.answer.failed);
  CHECK(before < expected);
  CHECK(point.state.plastic_strain >= expected);
  CHECK(relative_error(point.answer.equivalent_stress, yield) < 1e-9);
  const MaterialState last = point.state;
  point.advance(1.01 * point.F, 1e-6);
  CHECK(point.answer.valid);
  CHECK(point.answer.failed);
  CHECK(point.answer.P.norm() == 0);
  CHECK(point.answer.energy == 0);
  CHECK(point.state.damage == last.damage);
  CHECK(point.state.plastic_strain == last.plastic_strain);
}

TEST_CASE("johnson_cook_damage: strong tension with d1 below zero does not heal") {
  JohnsonCookDamage law{.d1 = -0.1, .d2 = 0.5, .d3 = -2};
  const Mat3 F = Mat3::Identity();
  CHECK(law.damage_after(0.2, {.F = F, .increment = 1e-7, .triaxiality = 5}) == doctest::Approx(0.3));
  CHECK(law.damage_after(0.2, {.F = F, .increment = 0, .triaxiality = 5}) == 0.2);
}

TEST_CASE("max_principal_strain: every law fails in simple shear at asinh(gamma/2), and keeps what it had suffered") {
  constexpr Real limit = 0.05;
  Materials::for_each([&]<class Material>() {
    CAPTURE(Material::name);
    auto material = sample_material<Material>(Perfect{.yield = yield});
    material.failure.emplace().entry = MaxPrincipalStrain{.limit = limit};
    const Real gamma = 2 * std::sinh(limit);
    MaterialPoint<Material> point{material};
    point.advance(simple_shear(0.5 * gamma), 1e-6);
    CHECK(relative_error(point.state.damage, std::asinh(0.25 * gamma) / limit) < 1e-9);
    const Real suffered = point.state.damage;
    point.advance(simple_shear(0.1 * gamma), 1e-6);
    CHECK(point.state.damage == suffered);
    point.advance(hydrostatic(0.8), 1e-6);  // compression does no harm
    CHECK(point.state.damage == suffered);
    point.advance(Deformations(51).rotation() * simple_shear(0.999 * gamma), 1e-6);
    CHECK_FALSE(point.answer.failed);
    point.advance(simple_shear(1.001 * gamma), 1e-6);
    CHECK(point.answer.failed);
    CHECK(point.answer.equivalent_stress > 0);
    point.advance(simple_shear(0), 1e-6);
    CHECK(point.answer.failed);
    CHECK(point.answer.P.norm() == 0);
  });
}

}  // namespace talus
