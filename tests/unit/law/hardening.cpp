// The hardening laws and thermal factors by their numbers.
#include <doctest/doctest.h>

#include <cmath>

#include "support/relative_error.hpp"
#include "talus/law/material/hardening/catalog.hpp"
#include "talus/law/material/softening/catalog.hpp"

namespace talus {
namespace {

/// One of every kind, with every part that it has.
template <class Hardening>
Hardening sample() {
  Hardening law;
  if constexpr (requires { law.yield; }) law.yield = 250e6;
  if constexpr (requires { law.modulus; }) law.modulus = 1e9;
  if constexpr (std::is_same_v<Hardening, Voce>) law.saturation = 200e6, law.exponent = 12;
  if constexpr (std::is_same_v<Hardening, HardeningTable>) {
    law.plastic_strain = {0, 0.05, 0.2};
    law.stress = {250e6, 300e6, 400e6};
    law.last_slope = 50e6;
  }
  if constexpr (std::is_same_v<Hardening, JohnsonCook>) {
    law.factor = 356e6, law.exponent = 0.37, law.rate_factor = 0.013;
    law.melting_temperature = 1356;
    law.softening_exponent = 1.09;
  }
  return law;
}

/// Central difference of the flow stress along one of the arguments.
template <class Hardening>
Real difference(const Hardening& law, const FlowPoint& at, Real FlowPoint::*argument, Real step) {
  FlowPoint up = at, down = at;
  up.*argument += step;
  down.*argument -= step;
  return (law.flow_stress(up).value - law.flow_stress(down).value) / (2 * step);
}

}  // namespace

TEST_CASE("the slopes of every hardening law are those of its value") {
  Hardenings::for_each([]<class Hardening>() {
    CAPTURE(Hardening::name);
    const auto law = sample<Hardening>();
    const FlowPoint at{.plastic_strain = 0.1, .rate = 500, .temperature = 600};
    const FlowStress flow = law.flow_stress(at);
    const auto agree = [](Real slope, Real expected) {
      return std::abs(slope - expected) <= 1e-6 * std::abs(expected);
    };
    CHECK(agree(flow.slope, difference(law, at, &FlowPoint::plastic_strain, 1e-5)));
    CHECK(agree(flow.rate_slope, difference(law, at, &FlowPoint::rate, 0.1)));
    CHECK(agree(flow.temperature_slope, difference(law, at, &FlowPoint::temperature, 0.1)));
    CHECK((flow.rate_slope != 0) == Hardening::needs_rate);
  });
}

TEST_CASE("voce saturates") {
  const auto law = sample<Voce>();
  CHECK(law.flow_stress({0}).value == 250e6);
  CHECK(relative_error(law.flow_stress({std::log(2.0) / 12}).value, 350e6 + 1e9 * std::log(2.0) / 12) < 1e-14);
  CHECK(relative_error(law.flow_stress({10}).value, 450e6 + 10e9) < 1e-14);
}

TEST_CASE("a table goes straight from point to point and on with its last slope") {
  const auto law = sample<HardeningTable>();
  CHECK(law.flow_stress({0}).value == 250e6);
  CHECK(relative_error(law.flow_stress({0.025}).value, 275e6) < 1e-14);
  CHECK(relative_error(law.flow_stress({0.05}).value, 300e6) < 1e-14);
  CHECK(relative_error(law.flow_stress({0.1}).value, 300e6 + 0.05 * 100e6 / 0.15) < 1e-14);
  CHECK(relative_error(law.flow_stress({0.3}).value, 405e6) < 1e-14);
}

TEST_CASE("johnson_cook: copper at 0.5, 1e4 per second and 500 K, and the ends of its ranges") {
  const auto law = sample<JohnsonCook>();
  const Real hardened = 250e6 + 356e6 * std::pow(0.5, 0.37);
  const Real hot = 1 - std::pow((500 - 293.15) / (1356 - 293.15), 1.09);
  CHECK(relative_error(law.flow_stress({0.5, 1e4, 500}).value, hardened * (1 + 0.013 * std::log(1e4)) * hot) < 1e-14);
  CHECK(relative_error(law.flow_stress({0.5, 0, 200}).value, hardened) < 1e-14);
  CHECK(relative_error(law.flow_stress({0.5, 1, 293.15}).value, hardened) < 1e-14);
  CHECK(law.flow_stress({0.5, 1e4, 1356}).value == 0);
  CHECK(law.flow_stress({0.5, 1e4, 2000}).value == 0);
  CHECK(law.flow_stress({0, 0, 293.15}).value == 250e6);
}

TEST_CASE("thermal factors, inside and outside their ranges") {
  const MeltingSoftening melting{.melting_temperature = 1300, .reference_temperature = 300, .exponent = 2};
  CHECK(melting.factor(200.0).value == 1);
  CHECK(relative_error(melting.factor(800.0).value, 0.75) < 1e-14);
  CHECK(relative_error(melting.factor(800.0).slope, -2 * 0.5 / 1000) < 1e-14);
  CHECK(melting.factor(1400.0).value == 0);
  const SofteningTable table{.temperature = {300, 600, 1000}, .factors = {1, 0.8, 0.1}};
  CHECK(table.factor(0.0).value == 1);
  CHECK(relative_error(table.factor(800.0).value, 0.45) < 1e-14);
  CHECK(relative_error(table.factor(800.0).slope, -0.7 / 400) < 1e-14);
  CHECK(table.factor(2000.0).value == 0.1);
  CHECK(table.factor(2000.0).slope == 0);
}

}  // namespace talus
