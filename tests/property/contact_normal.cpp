// The normal force of solid contact over every kernel: gradient of its potential, both momenta, frame.
#include <doctest/doctest.h>

#include "property/contact_samples.hpp"
#include "support/relative_error.hpp"

namespace talus {
namespace {

template <class Kernel>
KernelPotential potential(Real exponent) {
  KernelPotential law;
  law.exponent = exponent;
  law.kernel.entry = Kernel{};
  return law;
}

/// Calls f.template operator()<Kernel>(exponent) for every kernel and the exponents 1, 2 and 3.
template <class F>
void for_every_potential(F&& f) {
  Kernels::for_each([&]<class Kernel>() {
    for (const Real exponent : {1.0, 2.0, 3.0}) {
      CAPTURE(Kernel::name);
      CAPTURE(exponent);
      f.template operator()<Kernel>(exponent);
    }
  });
}

}  // namespace

TEST_CASE("kernel potential: force and stiffness are its first two derivatives, and it never softens on the way in") {
  for_every_potential([]<class Kernel>(Real exponent) {
    constexpr Real length = 0.15, volume = 1e-3, step = 1e-6;
    const KernelPair<Kernel> pair(1e5, length, exponent);
    const Real top = pair.at(0.01 * length, volume).force;
    Real force_error = 0, stiffness_error = 0, last = 0;
    bool rises = true;
    Index kinks = 0;
    for (Real q = 2.05; q > 0.01; q -= 0.00371) {
      const Real r = q * length;
      const PairPotential here = pair.at(r, volume), in = pair.at(r - step, volume), out = pair.at(r + step, volume);
      force_error = std::max(force_error, std::abs(here.force - (in.energy - out.energy) / (2 * step)));
      // Where the continuation begins the slope jumps; nowhere else.
      const Real slope = (in.force - out.force) / (2 * step);
      if (std::abs(here.stiffness - slope) > 1e-3 * top / length)
        ++kinks;
      else
        stiffness_error = std::max(stiffness_error, std::abs(here.stiffness - slope));
      rises = rises && here.force >= last;
      last = here.force;
    }
    CHECK(force_error < 1e-6 * top);
    CHECK(stiffness_error < 1e-3 * top / length);
    CHECK(kinks <= 1);
    CHECK(rises);
    CHECK(pair.at(2 * length, volume).energy == 0);
    CHECK(pair.range() == 2 * length);
  });
}

TEST_CASE("kernel potential: the values of the cubic spline, worked out by hand") {
  // w(1) = 1/4, w(3/2) = 1/32, w'(3/2) = -3/16, w''(3/2) = 3/4
  constexpr Real strength = 4e3, length = 0.1, volume = 2e-3, scale = strength * volume;
  const PairPotential one = KernelPair<CubicSpline>(strength, length, 1).at(1.5 * length, volume);
  CHECK(relative_error(one.energy, scale / 8) < 1e-12);
  CHECK(relative_error(one.force, scale * 0.75 / length) < 1e-12);
  CHECK(relative_error(one.stiffness, scale * 3 / (length * length)) < 1e-12);
  const PairPotential two = KernelPair<CubicSpline>(strength, length, 2).at(1.5 * length, volume);
  CHECK(relative_error(two.energy, scale / 64) < 1e-12);
  CHECK(relative_error(two.force, scale * 2 * 0.125 * 0.75 / length) < 1e-12);
  CHECK(relative_error(two.stiffness, scale * 2 * (0.125 * 3 + 0.5625) / (length * length)) < 1e-12);
}

TEST_CASE("contact: the normal force is minus the gradient of the potential energy, for every kernel and exponent") {
  for_every_potential([]<class Kernel>(Real exponent) {
    for (const int dimension : {2, 3}) {
      CAPTURE(dimension);
      ContactSample s(dimension, potential<Kernel>(exponent), Frictionless{});
      const ContactSums sums = s.evaluate(0);
      CHECK(relative_error(sums.stored, s.contact->potential_energy()) < 1e-13);
      CHECK(s.gradient_error(5) < 1e-6);
    }
  });
}

TEST_CASE("contact: the reported stiffness bounds the curvature that any particle feels") {
  for_every_potential([]<class Kernel>(Real exponent) {
    ContactSample s(2, potential<Kernel>(exponent), Frictionless{});
    const ContactSums sums = s.evaluate(0);
    constexpr Real step = 1e-6;
    Real largest = 0;
    for (SolidBody* body : {&s.a, &s.b}) {
      for (Index i = 0; i < body->size(); ++i) {
        for (int c = 0; c < 2; ++c) {
          const Real x = body->x[i][c];
          body->x[i][c] = x + step;
          s.evaluate(0);
          const Real up = body->of(ForceKind::contact)[i][c];
          body->x[i][c] = x - step;
          s.evaluate(0);
          largest = std::max(largest, (body->of(ForceKind::contact)[i][c] - up) / (2 * step) / body->m[i]);
          body->x[i][c] = x;
        }
      }
    }
    CHECK(largest <= sums.stiffness * (1 + 1e-6));
    CHECK(largest > 0.2 * sums.stiffness);
  });
}

TEST_CASE("contact: the resultant of a rigid shift is that of the moved body") {
  ContactSample s(3, potential<CubicSpline>(2), Frictionless{});
  const Vec3 shift(0.01, -0.02, 0.03);
  const Vec3 expected = s.contact->normal_resultant(shift);
  for (Vec3& x : s.a.x) x += shift;
  s.evaluate(0);
  CHECK((s.contact->normal_force() - expected).norm() < 1e-13 * expected.norm());
}

}  // namespace talus
