// Rate and temperature in the flow of metals, at a single point, against an integration written the other way round:
// the flow rate from the stress (Johnson and Cook's law inverted), by Runge and Kutta in fine steps.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "support/material_point.hpp"
#include "support/relative_error.hpp"

namespace talus {
namespace {

constexpr Real A = 65e6, B = 356e6, n = 0.37, C = 0.013, m = 1.09;  // annealed copper [Pa, Pa, -, -, -]
constexpr Real melting = 1356, room = 298, density = 8930, heat_capacity = 385, chi = 0.9;

JohnsonCook copper_flow() {
  JohnsonCook law{.yield = A, .factor = B, .exponent = n, .rate_factor = C};
  law.melting_temperature = melting;
  law.reference_temperature = room;
  law.softening_exponent = m;
  return law;
}

template <class Material>
Material copper(const Hardenings::Variant& flow) {
  Material metal;
  metal.density = density;
  metal.young = 115e9;
  metal.poisson = 0.31;
  metal.hardening.entry = flow;
  metal.thermal = Thermal{.initial_temperature = room, .specific_heat = heat_capacity, .taylor_quinney = chi};
  return metal;
}

/// Plastic strain, temperature and stress while q = 3 G (strain - eps_p) drives the flow at a constant strain rate.
struct FlowState {
  Real plastic_strain = 0, temperature = room;
};

Real static_flow(const FlowState& s) {
  const Real homologous = std::clamp((s.temperature - room) / (melting - room), 0.0, 1.0);
  return (A + B * std::pow(s.plastic_strain, n)) * (1 - std::pow(homologous, m));
}

class OverstressFlow {
 public:
  OverstressFlow(Real three_g, Real rate) : three_g_(three_g), rate_(rate) {}

  [[nodiscard]] Real stress(Real strain, const FlowState& s) const { return three_g_ * (strain - s.plastic_strain); }

  /// By the classical fourth-order scheme in `steps`.
  FlowState at(Real strain, int steps) const {
    FlowState s;
    const Real h = strain / steps;
    for (int k = 0; k < steps; ++k) {
      const Real t = k * h;
      const FlowState k1 = slope(t, s), k2 = slope(t + h / 2, moved(s, k1, h / 2)),
                      k3 = slope(t + h / 2, moved(s, k2, h / 2)), k4 = slope(t + h, moved(s, k3, h));
      s.plastic_strain +=
          h / 6 * (k1.plastic_strain + 2 * k2.plastic_strain + 2 * k3.plastic_strain + k4.plastic_strain);
      s.temperature += h / 6 * (k1.temperature + 2 * k2.temperature + 2 * k3.temperature + k4.temperature);
    }
    return s;
  }

 private:
  static FlowState moved(const FlowState& s, const FlowState& slope, Real h) {
    return {s.plastic_strain + h * slope.plastic_strain, s.temperature + h * slope.temperature};
  }
  /// Over strain: the law gives the rate, exp((q/(Y S) - 1)/C) times 1/s.
  [[nodiscard]] FlowState slope(Real strain, const FlowState& s) const {
    const Real q = stress(strain, s), over = q / static_flow(s) - 1;
    if (over <= 0) return {0, 0};
    const Real flow = std::min(std::exp(over / C) / rate_, 3.0);  // the first instants of flow are stiff
    return {flow, chi * q * flow / (density * heat_capacity)};
  }
  Real three_g_, rate_;
};

/// Isochoric tension to `strain` in equal steps at a constant rate.
template <class Material>
MaterialPoint<Material> pulled(const Material& material, Real strain, Real rate, int steps) {
  MaterialPoint<Material> point{material};
  for (int k = 1; k <= steps; ++k) point.advance(isochoric_tension(strain * k / steps), strain / steps / rate);
  return point;
}

TEST_CASE("johnson_cook: the adiabatic flow curve at 1e3 to 1e5 per second") {
  constexpr Real strain = 0.5;
  const auto material = copper<HenckyJ2>(copper_flow());
  for (const Real rate : {1e3, 1e4, 1e5}) {
    CAPTURE(rate);
    const OverstressFlow exact(3 * material.shear_modulus(), rate);
    const FlowState expected = exact.at(strain, 100000);
    Real coarse_error = 0;
    for (const int steps : {250, 1000}) {
      CAPTURE(steps);
      const auto point = pulled(material, strain, rate, steps);
      const Real error = relative_error(material.temperature(point.state) - room, expected.temperature - room);
      CHECK(relative_error(point.answer.equivalent_stress, exact.stress(strain, expected)) < 1e-5);
      CHECK(relative_error(point.state.plastic_strain, expected.plastic_strain) < 1e-6);
      CHECK(error < 1e-4);
      if (steps == 1000) CHECK(error < coarse_error / 4);
      coarse_error = error;
    }
  }
}

TEST_CASE("the cheaper metal follows the same adiabatic curve") {
  const auto hencky = pulled(copper<HenckyJ2>(copper_flow()), 0.5, 1e4, 500);
  const auto cheap = pulled(copper<NeoHookeanJ2>(copper_flow()), 0.5, 1e4, 500);
  CHECK(relative_error(cheap.answer.equivalent_stress, hencky.answer.equivalent_stress) < 2e-3);
  CHECK(relative_error(cheap.state.heat, hencky.state.heat) < 5e-3);
}

TEST_CASE("any hardening law softens: the adiabatic curve of a perfect law in closed form") {
  // With S = 1 - (T - T_r)/(T_m - T_r) and q = Y S: dT = chi Y S d(eps_p)/(rho c), so S falls exponentially.
  constexpr Real yield = 400e6, strain = 2;
  auto material = copper<HenckyJ2>(Perfect{.yield = yield});
  SUBCASE("melting") {
    material.softening.emplace().entry =
        MeltingSoftening{.melting_temperature = melting, .reference_temperature = room, .exponent = 1};
  }
  SUBCASE("table") {
    material.softening.emplace().entry = SofteningTable{.temperature = {room, melting}, .factors = {1, 0}};
  }
  const auto point = pulled(material, strain, 1e3, 500);
  const Real decay = chi * yield / (density * heat_capacity * (melting - room));
  CHECK(relative_error(point.answer.yield_stress, yield * std::exp(-decay * point.state.plastic_strain)) < 1e-5);
  CHECK(relative_error(point.answer.equivalent_stress, point.answer.yield_stress) < 1e-9);
  // Heat is chi times the plastic work in the books.
  CHECK(relative_error(point.state.heat, chi * point.plastic_work) < 1e-5);
}

TEST_CASE("rate: two speeds of simple shear differ by C times the logarithm of their ratio") {
  JohnsonCook law = copper_flow();
  law.rate_factor = 0.1;
  auto material = copper<HenckyJ2>(law);
  material.thermal->taylor_quinney = 0;
  const auto flow_stress = [&](Real rate) {
    MaterialPoint<HenckyJ2> point{material};
    constexpr int steps = 2000;
    for (int k = 1; k <= steps; ++k) {
      point.advance(simple_shear(0.2 * std::sqrt(3.0) * k / steps), 0.2 / steps / rate);
    }
    return point.answer.equivalent_stress / (A + B * std::pow(point.state.plastic_strain, n));
  };
  CHECK(relative_error(flow_stress(1e-3), 1) < 1e-9);
  CHECK(relative_error(flow_stress(0.9), 1) < 1e-9);
  CHECK(relative_error(flow_stress(100), 1 + 0.1 * std::log(100.0)) < 1e-3);
  CHECK(relative_error(flow_stress(1e5) - flow_stress(1e3), 0.1 * std::log(100.0)) < 1e-3);
}

TEST_CASE("the books of a step close to second order with rate and heat, also across the onset of flow") {
  const auto material = copper<HenckyJ2>(copper_flow());
  const auto residual = [&](int steps) {
    const auto point = pulled(material, 0.2, 1e4, steps);
    return std::abs(point.residual()) / point.work;
  };
  CHECK(residual(150) < 1e-3);
  CHECK(residual(3000) < residual(150) / 100);
}

TEST_CASE("flow takes time: in none of it nothing flows, and slow flow has the static flow stress") {
  const auto material = copper<HenckyJ2>(copper_flow());
  MaterialState state;
  const Real elastic = material.respond(isochoric_tension(0.01), state, 0).equivalent_stress;
  CHECK(state.plastic_strain == 0);
  CHECK(relative_error(elastic, 3 * material.shear_modulus() * 0.01) < 1e-9);
  const Response r = material.respond(isochoric_tension(0.01), state, 10);
  CHECK(state.plastic_strain > 0);
  const FlowState at{state.plastic_strain, material.temperature(state)};
  CHECK(relative_error(r.equivalent_stress, static_flow(at)) < 1e-9);
  // Held where it is, overstress relaxes to the static value.
  MaterialPoint<HenckyJ2> point = pulled(material, 0.1, 1e5, 100);
  const Real driven = point.answer.equivalent_stress;
  for (int k = 0; k < 20; ++k) point.advance(point.F, 10);
  const FlowState end{point.state.plastic_strain, material.temperature(point.state)};
  CHECK(relative_error(point.answer.equivalent_stress, static_flow(end)) < 1e-9);
  CHECK(point.answer.equivalent_stress < driven / (1 + 0.9 * C * std::log(1e5)));
}

TEST_CASE("molten material bears no shear and stays finite") {
  auto material = copper<HenckyJ2>(copper_flow());
  material.thermal->initial_temperature = 1400;
  const auto point = pulled(material, 0.3, 1e4, 50);
  CHECK(point.answer.valid);
  CHECK(point.answer.equivalent_stress < 1e-3);
  CHECK(std::isfinite(point.state.plastic_strain));
  CHECK(relative_error(point.state.plastic_strain, 0.3) < 1e-6);
}

}  // namespace
}  // namespace talus
