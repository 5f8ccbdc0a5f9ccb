// Stiffnesses, strengths and dashpots of a parallel bond against the theory of beams.
#include "talus/law/contact/bond/parallel_bond.hpp"

#include <doctest/doctest.h>

#include <numbers>
#include <string>

#include "support/relative_error.hpp"

namespace talus {
namespace {

constexpr Real pi = std::numbers::pi;

ParallelBond cement() {
  ParallelBond law;
  law.young = 3e9;
  law.normal_to_shear = 2.5;
  law.radius = 0.5;
  law.tensile_strength = 5e6;
  law.shear_strength = 2e6;
  return law;
}

/// A bond 5 mm long between spheres of 2 mm and 3 mm: r = 1 mm.
BondEnds ends(int dimension) { return {2e-3, 3e-3, 5e-3, 4e4, 2e10, dimension}; }

BondStrain strain(const Vec3& displacement, const Vec3& rotation) {
  return {Vec3::UnitX(), displacement, rotation, Vec3::Zero(), Vec3::Zero()};
}

TEST_CASE("parallel bond in space: a round beam of radius 1 mm") {
  const ParallelBondBeam beam = cement().beam(ends(3), 0);
  const Real r = 1e-3, E = 3e9, G = E / 2.5, L = 5e-3;
  CHECK(beam.stretching.k == doctest::Approx(E * pi * r * r / L));
  CHECK(beam.shear.k == doctest::Approx(G * pi * r * r / L));
  CHECK(beam.bending.k == doctest::Approx(E * pi * r * r * r * r / 4 / L));
  CHECK(beam.twisting.k == doctest::Approx(G * pi * r * r * r * r / 2 / L));
}

TEST_CASE("parallel bond in the plane: a slab 2 mm thick, per metre of depth") {
  const ParallelBondBeam beam = cement().beam(ends(2), 0);
  const Real h = 2e-3, E = 3e9, L = 5e-3;
  CHECK(beam.stretching.k == doctest::Approx(E * h / L));
  CHECK(beam.shear.k == doctest::Approx(E / 2.5 * h / L));
  CHECK(beam.bending.k == doctest::Approx(E * h * h * h / 12 / L));
  CHECK(beam.twisting.k == 0);
}

TEST_CASE("parallel bond: force, moment and energy of a mixed strain") {
  const ParallelBondBeam beam = cement().beam(ends(3), 0);
  const Vec3 u{1e-6, -2e-6, 3e-6}, theta{1e-3, 2e-3, -4e-3};
  const BondAnswer answer = beam.evaluate(strain(u, theta));
  CHECK(answer.force.isApprox(Vec3(beam.stretching.k * u[0], beam.shear.k * u[1], beam.shear.k * u[2])));
  CHECK(answer.moment.isApprox(Vec3(beam.twisting.k * theta[0], beam.bending.k * theta[1], beam.bending.k * theta[2])));
  CHECK(answer.stored == near((answer.force.dot(u) + answer.moment.dot(theta)) / 2));
  CHECK(answer.viscous_power == 0);
}

TEST_CASE("parallel bond: what reaches the strength at the rim") {
  for (const int dimension : {2, 3}) {
    CAPTURE(dimension);
    const ParallelBondBeam beam = cement().beam(ends(dimension), 0);
    const Real r = 1e-3, area = dimension == 2 ? 2 * r : pi * r * r;
    const Real modulus = dimension == 2 ? 2 * r * r / 3 : pi * r * r * r / 4;  // I/r
    const auto ratio = [&](const Vec3& u, const Vec3& theta) { return beam.evaluate(strain(u, theta)).stress_ratio; };
    const Real pull = 5e6 * area / beam.stretching.k, bend = 5e6 * modulus / beam.bending.k;
    const Real slide = 2e6 * area / beam.shear.k;
    CHECK(ratio({pull, 0, 0}, Vec3::Zero()) == doctest::Approx(1));
    CHECK(ratio({-pull, 0, 0}, Vec3::Zero()) == 0);  // pressed
    CHECK(ratio(Vec3::Zero(), {0, 0, bend}) == doctest::Approx(1));
    CHECK(ratio({-pull, 0, 0}, {0, 0, 2 * bend}) == doctest::Approx(1));  // the rim that bending stretches
    CHECK(ratio({0, slide, 0}, Vec3::Zero()) == doctest::Approx(1));
    CHECK(ratio({pull / 4, slide, 0}, {0, 0, bend / 4}) == doctest::Approx(1));  // one or the other, no sum of both
  }
  const ParallelBondBeam beam = cement().beam(ends(3), 0);
  const Real twist = 2e6 * pi * 1e-9 / 2 / beam.twisting.k;  // tau_c J/r
  CHECK(beam.evaluate(strain(Vec3::Zero(), {-twist, 0, 0})).stress_ratio == doctest::Approx(1));
  CHECK(beam.evaluate(strain({0, 2e6 * pi * 1e-6 / beam.shear.k, 0}, {twist, 0, 0})).stress_ratio ==
        doctest::Approx(2));
}

TEST_CASE("parallel bond: without a strength nothing breaks it") {
  ParallelBond law = cement();
  law.tensile_strength.reset();
  law.shear_strength.reset();
  CHECK(law.beam(ends(3), 0).evaluate(strain({1, 1, 1}, {1, 1, 1})).stress_ratio == 0);
}

TEST_CASE("parallel bond: each dashpot has its share of critical damping, and power is force times rate") {
  ParallelBond law = cement();
  law.damping_ratio = 0.1;
  const ParallelBondBeam beam = law.beam(ends(3), 0);
  const Real p = 4e4, q = 2e10, s = p + 25e-6 / 4 * q;
  CHECK(beam.stretching.c == doctest::Approx(0.2 * std::sqrt(beam.stretching.k / p)));
  CHECK(beam.shear.c == doctest::Approx(0.2 * std::sqrt(beam.shear.k / s)));
  CHECK(beam.bending.c == near(0.2 * std::sqrt(beam.bending.k / q)));
  CHECK(beam.twisting.c == near(0.2 * std::sqrt(beam.twisting.k / q)));
  CHECK(beam.frequency2 ==
        doctest::Approx(std::max({beam.stretching.k * p, beam.shear.k * s, beam.bending.k * q, beam.twisting.k * q})));
  BondStrain moving = strain(Vec3::Zero(), Vec3::Zero());
  moving.velocity = {0.1, 0.2, -0.3};
  moving.turn_rate = {10, -20, 5};
  const BondAnswer answer = beam.evaluate(moving);
  CHECK(answer.viscous_power ==
        doctest::Approx(answer.force.dot(moving.velocity) + answer.moment.dot(moving.turn_rate)));
  CHECK(answer.stress_ratio == 0);  // dashpots do not count for strength
}

TEST_CASE("parallel bond: strengths that scatter have the mean that is given and Weibull's deviation") {
  ParallelBond law = cement();
  law.weibull_modulus = 5;
  Real sum = 0, square = 0;
  constexpr int n = 20000;
  for (int k = 0; k < n; ++k) {
    const Real factor = law.strength_factor(k);
    sum += factor;
    square += factor * factor;
  }
  const Real mean = sum / n, deviation = std::sqrt(square / n - mean * mean);
  const Real gamma = std::tgamma(1.2), spread = std::sqrt(std::tgamma(1.4) / (gamma * gamma) - 1);
  CHECK(mean == near(1, 0.01));
  CHECK(deviation == near(spread, 0.03));
}

TEST_CASE("parallel bond: the strength of a bond follows from its number and the seed, whatever was asked before") {
  ParallelBond law = cement();
  CHECK(law.strength_factor(7) == 1);  // no scatter
  law.weibull_modulus = 5;
  const Real factor = law.strength_factor(7);
  CHECK(relative_error(factor, 1) > 0.01);
  CHECK(law.beam(ends(3), 7).per_tensile == near(1 / (factor * 5e6)));
  CHECK(law.beam(ends(3), 7).per_shear == near(1 / (factor * 2e6)));
  CHECK(law.strength_factor(8) != factor);
  ParallelBond other_seed = law;
  other_seed.seed = 2;
  CHECK(other_seed.strength_factor(7) != factor);
  CHECK(law.strength_factor(7) == factor);
}

TEST_CASE("parallel bond: a scatter of strengths that are not there is refused") {
  ParallelBond law;
  law.weibull_modulus = 5;
  CHECK(law.contradiction().key == "weibull_modulus");
  law.shear_strength = 1e6;
  CHECK(law.contradiction().sentence.empty());
}

}  // namespace
}  // namespace talus
