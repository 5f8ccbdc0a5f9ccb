// The field of a flat surface where solids touch, and the barrier built on it.
#include "talus/law/contact/normal/field_barrier.hpp"

#include "support/relative_error.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace talus;

namespace {

constexpr Real spacing = 0.05;  ///< [m]
constexpr Real smoothing = FieldBarrier{}.smoothing;

/// Field of a square or cubic lattice below a point `distance` above its first layer, averaged over where the point
/// stands in the cell: midpoint rule of `places` per edge.
Real lattice_field(const FieldKernel& kernel, Real distance, int dimension, int places) {
  const int reach = static_cast<int>(kernel.support() / spacing) + 1;
  Real sum = 0;
  for (int px = 0; px < places; ++px) {
    for (int py = 0; py < (dimension == 3 ? places : 1); ++py) {
      for (int l = 0; l <= reach; ++l) {
        for (int i = -reach; i <= reach; ++i) {
          for (int k = dimension == 3 ? -reach : 0; k <= (dimension == 3 ? reach : 0); ++k) {
            const Real x = (i + (px + 0.5) / places) * spacing;
            const Real y = dimension == 3 ? (k + (py + 0.5) / places) * spacing : 0;
            sum += kernel.value(std::hypot(x, y, distance + l * spacing));
          }
        }
      }
    }
  }
  return sum * std::pow(spacing, dimension) / std::pow(places, dimension - 1);
}

}  // namespace

TEST_CASE("touching field: the numbers of equal spacings, and those of a lattice averaged over its cell") {
  // Known to four places (2-D) and three (3-D) from a program of its own.
  const struct {
    int dimension;
    Real value, slope, tolerance;
  } known[] = {{2, 0.2602, 0.4205, 1e-4}, {3, 0.256, 0.425, 1e-3}};
  for (const auto& one : known) {
    CAPTURE(one.dimension);
    const FieldKernel kernel(smoothing * spacing, one.dimension);
    const TouchingField touching = touching_field(kernel, spacing, spacing, one.dimension);
    MESSAGE("c_t ", touching.value, ", c'_t dx ", touching.slope * spacing);
    CHECK(std::abs(touching.value - one.value) < one.tolerance);
    CHECK(std::abs(touching.slope * spacing - one.slope) < one.tolerance);
    CHECK(relative_error(touching.value, lattice_field(kernel, spacing, one.dimension, 16)) < 1e-6);
  }
}

TEST_CASE("touching field: its slope is that of its value, at any distance and ratio of spacings") {
  constexpr Real step = 1e-6;
  for (const int dimension : {2, 3}) {
    for (const Real ratio : {0.5, 1.0, 2.0}) {
      CAPTURE(dimension);
      CAPTURE(ratio);
      const FieldKernel kernel(smoothing * spacing, dimension);
      const Real d = 0.5 * (1 + ratio) * spacing;
      const auto at = [&](Real z) { return touching_field(kernel, spacing, z, dimension); };
      CHECK(relative_error(at(d).slope, (at(d - step).value - at(d + step).value) / (2 * step)) < 1e-7);
    }
  }
}

TEST_CASE("field barrier: slope and curvature are the derivatives of its energy, for every exponent") {
  constexpr Real young = 2e9, area = 0.07, step = 1e-6;
  const FieldKernel kernel(smoothing * spacing, 2);
  const TouchingField touching = touching_field(kernel, spacing, spacing, 2);
  for (const Real exponent : {1.0, 1.5, 2.0, 3.0}) {
    CAPTURE(exponent);
    FieldBarrier law;
    law.exponent = exponent;
    law.stiffness = 0.3;
    const Barrier barrier(law, young, spacing, touching);
    const auto at = [&](Real deep) { return barrier.at(touching.value + deep, area); };
    for (const Real deep : {1e-3, 1e-2, 0.1}) {
      const Real h = step * deep / 1e-3;
      CHECK(relative_error(at(deep).slope, (at(deep + h).energy - at(deep - h).energy) / (2 * h)) < 1e-5);
      CHECK(relative_error(at(deep).curvature, (at(deep + h).slope - at(deep - h).slope) / (2 * h)) < 1e-5);
      // Two sides push with -dPhi/dz on an area each.
      CHECK(relative_error(2 * at(deep).slope * touching.slope / area, barrier.pressure(at(deep).penetration)) < 1e-12);
    }
    CHECK(at(0).energy == 0);
    CHECK(at(-0.1).slope == 0);
    CHECK(at(-0.1).penetration < 0);
  }
}
