// The kernel of a grain on a solid against quadrature, and its inverse.
#include "talus/contact/solid_grain_kernel.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/relative_error.hpp"

namespace talus {
namespace {

constexpr Real spacing = 0.1;  ///< [m]

/// c of a half-space, each layer integrated numerically.
Real integrated(const SolidGrainKernel& kernel, Real z, int dimension) {
  constexpr int cells = 20000;
  Real sum = 0;
  for (Real layer = z; layer < kernel.range(); layer += spacing) {
    const Real ds = kernel.range() / cells;
    for (int k = 0; k < cells; ++k) {
      const Real s = (k + 0.5) * ds, B = kernel.nearness(layer * layer + s * s);
      sum += spacing * (dimension == 3 ? 2 * std::numbers::pi * s : 2) * ds * B * B * B * B * B;
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("a grain above a half-space: the closed form is the integral over its layers") {
  for (const int dimension : {2, 3}) {
    for (const Real radius : {0.02, 0.1, 0.35, 2.0}) {
      const SolidGrainKernel kernel(radius, spacing, dimension);
      for (const Real share : {0.3, 0.9, 1.0}) {
        const Real z = share * kernel.touching();
        CAPTURE(dimension);
        CAPTURE(radius);
        CAPTURE(share);
        const auto profile = kernel.profile(z);
        CHECK(profile.value == near(integrated(kernel, z, dimension), 1e-6));
        const Real h = 1e-6 * radius;
        const Real slope = -(kernel.profile(z + h).value - kernel.profile(z - h).value) / (2 * h);
        CHECK(profile.slope == near(slope, 1e-6));
      }
    }
  }
}

TEST_CASE("a grain above a half-space: its distance follows from the colour") {
  for (const int dimension : {2, 3}) {
    for (const Real radius : {0.02, 0.1, 0.35, 5.0}) {
      const SolidGrainKernel kernel(radius, spacing, dimension);
      CAPTURE(dimension);
      CAPTURE(radius);
      for (const Real share : {0.05, 0.5, 0.8, 0.99, 1.0}) {
        const Real z = share * kernel.touching();
        CHECK(kernel.distance(kernel.profile(z).value) == near(z, 1e-13));
      }
      CHECK(kernel.distance(0) == kernel.range());
      CHECK(kernel.range() > kernel.touching());
    }
  }
}

TEST_CASE("a grain that touches sees a footprint of three and a quarter spacings, whatever its size") {
  for (const Real radius : {0.02, 0.35, 5.0}) {
    const SolidGrainKernel kernel(radius, spacing, 3);
    const Real footprint = std::sqrt(kernel.range2() - kernel.touching() * kernel.touching());
    CHECK(footprint == doctest::Approx(3.25 * spacing).epsilon(1e-12));
  }
}

}  // namespace talus
