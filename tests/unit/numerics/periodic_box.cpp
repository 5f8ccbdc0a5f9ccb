// The nearest image against trying images one by one.
#include "talus/numerics/periodic_box.hpp"

#include <doctest/doctest.h>

#include <random>

#include "support/relative_error.hpp"

namespace talus {

TEST_CASE("periodic box: the nearest image is the shortest of all, and other axes keep their distance") {
  const PeriodicBox box({-1, 2, 5}, {1, 2.5, 6}, {true, true, false});
  std::mt19937 engine(3);
  std::uniform_real_distribution<Real> uniform(-7, 7);
  for (int k = 0; k < 1000; ++k) {
    const Vec3 d(uniform(engine), uniform(engine), uniform(engine));
    const Vec3 nearest = box.nearest(d);
    for (int a = 0; a < 2; ++a) {
      Real shortest = 1e300;
      for (int image = -40; image <= 40; ++image)
        shortest = std::min(shortest, std::abs(d[a] + image * box.period()[a]));
      CHECK(std::abs(nearest[a]) == near(shortest, 1e-12));
      const Real images = (d[a] - nearest[a]) / box.period()[a];
      CHECK(std::abs(images - std::round(images)) < 1e-12);
    }
    CHECK(nearest.z() == d.z());
    CHECK(box.nearest(-d) == -nearest);
  }
}

TEST_CASE("periodic box: several distances at once give what one at a time does") {
  using Pack = Real __attribute__((vector_size(32)));
  const PeriodicBox box({0, 0, 0}, {1, 2, 3}, {true, false, true});
  const Pack d = {0.6, -1.7, 2.4, 0.1};
  for (int a = 0; a < 3; ++a) {
    const Pack nearest = box.nearest(a, d);
    for (int lane = 0; lane < 4; ++lane) CHECK(nearest[lane] == box.nearest(a, Real(d[lane])));
  }
}

TEST_CASE("periodic box: wrapping shifts by whole periods into the box, the upper end excluded") {
  const PeriodicBox box({-1, 2, 5}, {1, 2.5, 6}, {true, true, false});
  std::mt19937 engine(5);
  std::uniform_real_distribution<Real> uniform(-9, 9);
  for (int k = 0; k < 1000; ++k) {
    const Vec3 x(uniform(engine), uniform(engine), uniform(engine));
    const Vec3 inside = box.wrap(x);
    for (int a = 0; a < 2; ++a) {
      CHECK(inside[a] >= box.low()[a]);
      CHECK(inside[a] < box.high()[a]);
      const Real images = (x[a] - inside[a]) / box.period()[a];
      CHECK(std::abs(images - std::round(images)) < 1e-12);
    }
    CHECK(inside.z() == x.z());
  }
  CHECK(box.wrap({1, 2.5, 6}) == Vec3(-1, 2, 6));
  CHECK(box.wrap({std::nextafter(-1, -2), 2, 0}).x() < 1);
  CHECK(std::isnan(box.wrap({std::nan(""), 2, 0}).x()));
}

TEST_CASE("periodic box: without periodic axes nothing changes") {
  const PeriodicBox none;
  CHECK_FALSE(none.any());
  CHECK(none.nearest(Vec3(1e9, -3, 0.1)) == Vec3(1e9, -3, 0.1));
  CHECK(none.wrap({1e9, -3, 0.1}) == Vec3(1e9, -3, 0.1));
  CHECK_NOTHROW(none.refuse_narrow(1e9));
}

TEST_CASE("periodic box: what makes no sense is refused with a sentence") {
  CHECK_THROWS_WITH_AS(
      PeriodicBox({0, 4, 0}, {1, 4, 1}, {true, true, false}),
      "The periodic box reaches from 4 m to 4 m along y; expected finite numbers, the second above the first.",
      CaseError);
  CHECK_THROWS_AS(PeriodicBox({0, 0, 0}, {1, 1, INFINITY}, {true, true, true}), CaseError);
  CHECK_NOTHROW(PeriodicBox({0, 0, 0}, {1, 1, -1}, {true, true, false}));
  const PeriodicBox box({0, 0, 0}, {1, 0.2, 1}, {true, true, false});
  CHECK_NOTHROW(box.refuse_narrow(0.099));
  CHECK_THROWS_WITH_AS(
      box.refuse_narrow(0.125),
      "The periodic box is 0.2 m wide along y, but particles feel each other up to 0.125 m (skin "
      "included), so a particle would meet two images of one neighbour: make the box wider than 0.25 m.",
      CaseError);
}

}  // namespace talus
