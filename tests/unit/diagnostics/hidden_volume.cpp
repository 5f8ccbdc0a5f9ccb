// Volumes and areas that overlaps hide, against sums over slices.
#include "talus/diagnostics/hidden_volume.hpp"

#include <doctest/doctest.h>

#include "support/relative_error.hpp"

using namespace talus;

namespace {

/// Area below y = 0 of a circle of radius R whose centre is at `height`, by the midpoint rule.
Real area_below(Real R, Real height) {
  constexpr int strips = 200000;
  Real sum = 0;
  for (int s = 0; s < strips; ++s) {
    const Real y = -R + (s + 0.5) * 2 * R / strips;
    if (height + y < 0) sum += 2 * std::sqrt(R * R - y * y) * 2 * R / strips;
  }
  return sum;
}

/// Solids of revolution, by the midpoint rule.
template <class Section>
Real volume_between(Real low, Real high, const Section& radius_squared) {
  constexpr int slices = 20000;
  const Real dx = (high - low) / slices;
  Real sum = 0;
  for (int s = 0; s < slices; ++s) sum += std::max(0.0, radius_squared(low + (s + 0.5) * dx)) * dx;
  return std::numbers::pi * sum;
}

}  // namespace

TEST_CASE("hidden volume: areas that discs share with walls and with each other") {
  for (const Real depth : {0.01, 0.4, 1.0, 1.9}) {
    CHECK(segment_area(1, depth) == near(area_below(1, 1 - depth), 1e-4));
  }
  CHECK(segment_area(2, 4) == doctest::Approx(4 * std::numbers::pi));
  CHECK(segment_area(2, 5) == segment_area(2, 4));
  // Equal discs: two segments of half the overlap each; of a huge one only the depth counts.
  CHECK(shared_area(1, 1, 0.2) == doctest::Approx(2 * segment_area(1, 0.1)));
  CHECK(shared_area(1e7, 1, 0.2) == doctest::Approx(segment_area(1, 0.2)).epsilon(1e-6));
  CHECK(shared_area(0.5, 1, 0.3) == doctest::Approx(shared_area(1, 0.5, 0.3)));
  CHECK(shared_area(1, 0.3, 0.7) == doctest::Approx(0.09 * std::numbers::pi));  // one inside the other
  CHECK(shared_area(1, 1, 0) == 0);
}

TEST_CASE("hidden volume: shared volume of spheres, and what a wall cuts off") {
  for (const Real R2 : {1.0, 0.3}) {
    for (const Real overlap : {1e-3, 0.1, 0.5}) {
      CAPTURE(R2);
      CAPTURE(overlap);
      const Real d = 1 + R2 - overlap;
      const Real lens =
          volume_between(d - R2, 1, [&](Real x) { return std::min(1 - x * x, R2 * R2 - (x - d) * (x - d)); });
      CHECK(relative_error(shared_volume(1, R2, overlap), lens) < 1e-6);
      CHECK(shared_volume(1, R2, overlap) == near(shared_volume(R2, 1, overlap), 1e-14));
    }
  }
  CHECK(relative_error(volume_behind_wall(2, 0.4), volume_between(1.6, 2, [](Real x) { return 4 - x * x; })) < 1e-6);
  const Real small = 4.0 / 3 * std::numbers::pi * 0.027;
  CHECK(relative_error(shared_volume(1, 0.3, 0.6), small) < 1e-12);
  CHECK(relative_error(shared_volume(1, 0.3, 0.9), small) < 1e-12);
  CHECK(relative_error(volume_behind_wall(0.3, 5), small) < 1e-12);
  CHECK(shared_volume(1, 1, 0) == 0);
  CHECK(shared_volume(1, 1, -0.1) == 0);
  CHECK(volume_behind_wall(1, -0.1) == 0);
}
