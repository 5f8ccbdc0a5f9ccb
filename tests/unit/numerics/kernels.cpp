// Kernels: unit integral, derivatives, support, and the width behind the default smoothing lengths.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "talus/numerics/kernel/catalog.hpp"

namespace talus {
namespace {

/// Integral of f(q) times the surface of the sphere of radius q over the support (midpoint rule).
template <class Kernel, class F>
Real integral(int dimension, F&& f) {
  constexpr int steps = 20000;
  const Real dq = Kernel::support / steps;
  Real sum = 0;
  for (int k = 0; k < steps; ++k) {
    const Real q = (k + 0.5) * dq;
    const Real surface = dimension == 2 ? 2 * std::numbers::pi * q : 4 * std::numbers::pi * q * q;
    sum += f(q) * surface * dq;
  }
  return sum;
}

/// Standard deviation of W in one direction, in h.
template <class Kernel>
Real width(int dimension) {
  const Real second = integral<Kernel>(dimension, [](Real q) { return q * q * Kernel::w(q); });
  return std::sqrt(Kernel::norm(dimension) * second / dimension);
}

}  // namespace

TEST_CASE("a kernel integrates to one in the plane and in space") {
  Kernels::for_each([]<class Kernel>() {
    CAPTURE(Kernel::name);
    for (const int dimension : {2, 3}) {
      const Real total = Kernel::norm(dimension) * integral<Kernel>(dimension, &Kernel::w);
      CHECK(total == doctest::Approx(1).epsilon(1e-7));
    }
  });
}

TEST_CASE("derivatives of a kernel agree with finite differences") {
  constexpr Real step = 1e-5, tolerance = 1e-8;
  Kernels::for_each([]<class Kernel>() {
    CAPTURE(Kernel::name);
    const Real scale = Kernel::w(0);
    for (Real q = 0.0137; q < 2; q += 0.0391) {
      CAPTURE(q);
      const Real slope = (Kernel::w(q + step) - Kernel::w(q - step)) / (2 * step);
      const Real curvature = (Kernel::dw(q + step) - Kernel::dw(q - step)) / (2 * step);
      CHECK(std::abs(Kernel::dw(q) - slope) < tolerance * scale);
      CHECK(std::abs(Kernel::d2w(q) - curvature) < tolerance * scale);
    }
  });
}

TEST_CASE("a kernel falls monotonically to zero at its support and stays there") {
  Kernels::for_each([]<class Kernel>() {
    CAPTURE(Kernel::name);
    CHECK(std::abs(Kernel::dw(0)) < 1e-14 * Kernel::w(0));
    for (Real q = 0.01; q < Kernel::support; q += 0.01) CHECK(Kernel::dw(q) < 0);
    for (const Real q : {2.0, 2.0001, 5.0}) {
      CHECK(Kernel::w(q) == 0);
      CHECK(Kernel::dw(q) == 0);
      CHECK(Kernel::d2w(q) == 0);
    }
  });
}

TEST_CASE("default smoothing lengths give every kernel the width of the cubic spline") {
  const Real plane = CubicSpline::default_smoothing_2d * width<CubicSpline>(2);
  const Real space = CubicSpline::default_smoothing_3d * width<CubicSpline>(3);
  Kernels::for_each([&]<class Kernel>() {
    CAPTURE(Kernel::name);
    CHECK(Kernel::default_smoothing_2d * width<Kernel>(2) == doctest::Approx(plane).epsilon(0.005));
    CHECK(Kernel::default_smoothing_3d * width<Kernel>(3) == doctest::Approx(space).epsilon(0.005));
  });
}

}  // namespace talus
