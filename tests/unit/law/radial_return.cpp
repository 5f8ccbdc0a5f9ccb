// The scalar return for linear laws, and for a saturating one that needs the safeguard.
#include "talus/law/material/hardening/radial_return.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "support/relative_error.hpp"

namespace talus {
namespace {

/// Flow stress that jumps up over a tiny strain: Newton from zero crawls or overshoots without a bracket.
struct Saturating {
  Real yield = 100e6, gain = 400e6, rate = 1e5;
  [[nodiscard]] FlowStress flow_stress(const FlowPoint& at) const {
    const Real decay = std::exp(-rate * at.plastic_strain);
    return {yield + gain * (1 - decay), gain * rate * decay};
  }
};

/// Softens so steeply that stiffness + slope is negative at the start.
struct Softening {
  [[nodiscard]] FlowStress flow_stress(const FlowPoint& at) const {
    const Real decay = std::exp(-1e4 * at.plastic_strain);
    return {100e6 + 200e6 * decay, -200e6 * 1e4 * decay};
  }
};

constexpr Real stiffness = 240e9;  // 3 G of steel [Pa]

/// The return of a law that knows neither rate nor temperature.
template <class Hardening>
PlasticStep plain_return(const Hardening& law, Real trial, Real plastic_strain) {
  return solve_return(PlainCurve<Hardening>{law, plastic_strain}, trial, stiffness);
}

}  // namespace

TEST_CASE("below the flow stress nothing flows") {
  const PlasticStep step = plain_return(Linear{.yield = 250e6, .modulus = 1e9}, 249e6, 0);
  CHECK(step.increment == 0);
  CHECK(step.yield_stress == 250e6);
}

TEST_CASE("linear and perfect laws return in closed form") {
  const Real trial = 700e6, before = 0.03;
  const PlasticStep perfect = plain_return(Perfect{.yield = 250e6}, trial, before);
  CHECK(relative_error(perfect.increment, 450e6 / stiffness) < 1e-13);
  CHECK(perfect.yield_stress == 250e6);
  const PlasticStep linear = plain_return(Linear{.yield = 250e6, .modulus = 1e9}, trial, before);
  CHECK(relative_error(linear.increment, (trial - 280e6) / (stiffness + 1e9)) < 1e-13);
  CHECK(relative_error(linear.yield_stress, 280e6 + 1e9 * linear.increment) < 1e-13);
}

TEST_CASE("a rate that lets the flow of a step be almost nothing costs few evaluations") {
  // By the logarithm of the rate the flow stress falls until it meets the trial stress, which here is a little above
  // that of slow flow only: increments of 1e-10 beside a bracket of 1e-3.
  const JohnsonCook copper{.yield = 65e6, .factor = 356e6, .exponent = 0.37, .rate_factor = 0.013};
  const Real slow = copper.flow_stress({0.2}).value;
  for (const Real over : {1e-6, 1e-3, 0.02, 0.05, 0.1, 0.15, 0.3, 2.0}) {
    CAPTURE(over);
    const FlowSurroundings<Real> in{.dt = 5e-8, .trial = (1 + over) * slow, .stiffness = stiffness};
    const AdiabaticCurve<JohnsonCook, Real> curve(copper, 0.2, in);
    int evaluations = 0;
    const PlasticStep step = solve_return(
        [&](Real x) {
          ++evaluations;
          return curve(x);
        },
        in.trial, in.stiffness);
    CHECK(step.increment > 0);
    CHECK(std::abs(in.trial - stiffness * step.increment - step.yield_stress) < 1e-12 * in.trial);
    CHECK(evaluations <= 12);
  }
}

TEST_CASE("the bracket holds where Newton alone would leave") {
  for (const Real trial : {301e6, 400e6, 900e6, 5e9}) {
    CAPTURE(trial);
    const auto check = [&](const auto& law) {
      const PlasticStep step = plain_return(law, trial, 0);
      CHECK(std::abs(trial - stiffness * step.increment - step.yield_stress) < 1e-12 * trial);
    };
    check(Saturating{});
    check(Softening{});
  }
}

}  // namespace talus
