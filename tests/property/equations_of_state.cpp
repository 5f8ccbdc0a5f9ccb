// Pressure laws at a single point: closed forms, the jump conditions of a shock, an integration by Runge and Kutta.
#include <doctest/doctest.h>

#include <cmath>

#include "property/material_samples.hpp"
#include "support/material_point.hpp"
#include "support/relative_error.hpp"

namespace talus {
namespace {

constexpr Real density = 8930, c0 = 3940, S = 1.489, gamma0 = 2.02;  // copper
constexpr Real K0 = density * c0 * c0;

template <class Material>
Material copper(const EquationsOfState::Variant& eos, Real yield = never) {
  auto metal = sample_material<Material>(Perfect{.yield = yield});
  metal.density = density;
  metal.eos.emplace().entry = eos;
  return metal;
}

MieGrueneisen shock_law() { return {.sound_speed = c0, .slope = S, .gamma = gamma0}; }

template <class F>
void for_both_metals(F&& body) {
  body.template operator()<HenckyJ2>();
  body.template operator()<NeoHookeanJ2>();
}

/// From J = 1 to `J` in equal steps.
template <class Material>
MaterialPoint<Material> compressed(const Material& material, Real J, int steps) {
  MaterialPoint<Material> point{material};
  for (int k = 1; k <= steps; ++k) point.advance(hydrostatic(1 + (J - 1) * k / steps), 1e-6);
  return point;
}

/// Pressure and energy on the isentrope through the reference state, written over eta and by Runge and Kutta.
struct Isentrope {
  Real energy = 0;
  static Real pressure(Real eta, Real energy) {
    if (eta < 0) return K0 * eta + gamma0 * energy;
    const Real hugoniot = K0 * eta / std::pow(1 - S * eta, 2);
    return hugoniot + gamma0 * (energy - hugoniot * eta / 2);
  }
  /// dE = p d(eta).
  void go_to(Real eta, int steps = 4000) {
    const Real h = eta / steps;
    for (int k = 0; k < steps; ++k) {
      const Real t = k * h;
      const Real k1 = pressure(t, energy), k2 = pressure(t + h / 2, energy + h / 2 * k1),
                 k3 = pressure(t + h / 2, energy + h / 2 * k2), k4 = pressure(t + h, energy + h * k3);
      energy += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
  }
};

}  // namespace

TEST_CASE("eos linear: p = K (rho/rho_0 - 1), its energy, and the tension that it bears") {
  for_both_metals([]<class Material>() {
    CAPTURE(Material::name);
    const auto material = copper<Material>(LinearPressure{.tension_cutoff = 1e9});
    const Real K = material.bulk_modulus(), torn = 1 / (1 - 1e9 / K);
    for (const Real J : {0.5, 0.9, 0.999999, 1.000001, 1.003, 1.2}) {
      CAPTURE(J);
      const auto point = compressed(material, J, 400);
      CHECK(relative_error(point.pressure(), J < torn ? K * (1 / J - 1) : -1e9) < 1e-8);
      CHECK(std::abs(point.work - point.answer.energy) < 1e-4 * point.answer.energy);
      CHECK(relative_error(point.answer.stiffness, (J < torn ? K : 0) + 4 * material.shear_modulus() / 3) < 1e-12);
    }
  });
}

TEST_CASE("eos linear: P is the gradient of the stored energy, on both sides of the cut-off") {
  constexpr Real step = 1e-5;
  for_both_metals([]<class Material>() {
    CAPTURE(Material::name);
    const auto material = copper<Material>(LinearPressure{.tension_cutoff = 0.1 * sample_young});
    const auto energy = [&](const Mat3& F) {
      MaterialState fresh;
      return material.respond(F, fresh, 0).energy;
    };
    Deformations draw(41);
    for (const Real J : {0.6, 1.05, 1.6}) {
      const Mat3 F = std::cbrt(J) * (Mat3::Identity() + draw.matrix(0.05));
      MaterialState fresh;
      const Mat3 P = material.respond(F, fresh, 0).P;
      Mat3 gradient;
      for (int k = 0; k < 9; ++k) {
        Mat3 up = F, down = F;
        up(k) += step, down(k) -= step;
        gradient(k) = (energy(up) - energy(down)) / (2 * step);
      }
      CHECK((P - gradient).norm() < 1e-8 * sample_young);
    }
  });
}

TEST_CASE("eos mie_grueneisen: one step of compression is the jump of a shock") {
  for_both_metals([]<class Material>() {
    CAPTURE(Material::name);
    const auto material = copper<Material>(shock_law());
    CHECK(relative_error(material.bulk_modulus(), K0) < 1e-14);
    for (const Real particle_speed : {1.0, 100.0, 1000.0, 3000.0}) {
      const Real shock_speed = c0 + S * particle_speed;
      const auto point = compressed(material, 1 - particle_speed / shock_speed, 1);
      CHECK(relative_error(point.pressure(), density * shock_speed * particle_speed) < 1e-9);
      CHECK(relative_error(point.answer.energy, density * particle_speed * particle_speed / 2) < 1e-9);
    }
  });
}

TEST_CASE("eos mie_grueneisen: slow compression and expansion follow the isentrope to second order") {
  for_both_metals([]<class Material>() {
    CAPTURE(Material::name);
    const auto material = copper<Material>(shock_law());
    for (const Real J : {0.65, 0.8, 1.1}) {
      CAPTURE(J);
      Isentrope exact;
      exact.go_to(1 - J);
      const Real pressure = Isentrope::pressure(1 - J, exact.energy);
      const auto error = [&](int steps) {
        const auto point = compressed(material, J, steps);
        CHECK(relative_error(point.work, point.answer.energy) < 20.0 / (steps * steps));
        return relative_error(point.pressure(), pressure);
      };
      const Real coarse = error(100), fine = error(400);
      CHECK(coarse < 1e-4);
      CHECK(fine < coarse / 12);
    }
  });
}

TEST_CASE("eos mie_grueneisen: the stiffness is the slope along the isentrope") {
  const auto material = copper<HenckyJ2>(shock_law());
  const Real shear = 4 * material.shear_modulus() / 3;
  CHECK(relative_error(MaterialPoint<HenckyJ2>{material}.answer.stiffness, K0 + shear) < 1e-14);
  for (const Real J : {0.7, 0.9, 1.05}) {
    auto point = compressed(material, J, 200);
    const Real here = point.pressure(), stiffness = point.answer.stiffness - shear;
    const Real step = 1e-6;
    point.advance(hydrostatic(J + step), 1e-6);
    CHECK(relative_error(-J * J * (point.pressure() - here) / step, stiffness) < 1e-4);
  }
}

TEST_CASE("eos mie_grueneisen: heat at constant volume raises the pressure by Gamma_0 times it") {
  auto material = copper<HenckyJ2>(shock_law(), 400e6);
  material.thermal = Thermal{.initial_temperature = 300, .specific_heat = 385, .taylor_quinney = 0.8};
  MaterialPoint<HenckyJ2> point{material};
  for (int k = 1; k <= 2000; ++k) point.advance(isochoric_tension(0.001 * k), 1e-6);
  CHECK(relative_error(point.state.heat, 0.8 * point.plastic_work) < 1e-3);
  CHECK(relative_error(point.pressure(), gamma0 * point.state.heat) < 1e-9);
  CHECK(relative_error(material.temperature(point.state), 300 + point.state.heat / (density * 385)) < 1e-14);
}

TEST_CASE("eos mie_grueneisen: the books of compression with plastic heat close to second order") {
  for_both_metals([]<class Material>() {
    CAPTURE(Material::name);
    auto material = copper<Material>(shock_law(), 400e6);
    material.thermal = Thermal{.initial_temperature = 300, .specific_heat = 385, .taylor_quinney = 0.9};
    const auto residual = [&](int steps) {
      MaterialPoint<Material> point{material};
      for (int k = 1; k <= steps; ++k) point.advance(uniaxial_strain(1 - 0.3 * k / steps), 1e-6);
      return std::abs(point.residual()) / point.work;
    };
    const bool exact_work = std::is_same_v<Material, HenckyJ2>;  // the other's plastic work is 0.3 % off
    CHECK(residual(4000) < (exact_work ? 1e-6 : 1e-3));
    if (exact_work) CHECK(residual(4000) < residual(400) / 50);
  });
}

TEST_CASE("eos mie_grueneisen: tension stops at the cut-off, too dense a state is refused") {
  auto law = shock_law();
  law.tension_cutoff = 1.2e9;
  const auto material = copper<HenckyJ2>(law);
  auto point = compressed(material, 1.05, 2000);
  CHECK(relative_error(point.pressure(), -1.2e9) < 1e-12);
  CHECK(relative_error(point.work, point.answer.energy) < 1e-5);
  for (int k = 1; k <= 2000; ++k) point.advance(hydrostatic(1.05 - 0.05 * k / 2000), 1e-6);
  CHECK(std::abs(point.pressure()) < 1e-4 * 1.2e9);

  MaterialState state;
  const MaterialState before = state;
  CHECK_FALSE(material.respond(hydrostatic(1 - 1.01 / S), state, 1e-6).valid);
  CHECK(state.volume_energy == before.volume_energy);
  CHECK(state.volume_strain == before.volume_strain);
}

}  // namespace talus
