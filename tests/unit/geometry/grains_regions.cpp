// Regions that grains fill: inside and outside, uniform samples, volumes; and the search for room against all pairs.
#include <doctest/doctest.h>

#include <numbers>

#include "support/relative_error.hpp"
#include "talus/core/error.hpp"
#include "talus/geometry/grains/ball_levels.hpp"
#include "talus/geometry/grains/regions/catalog.hpp"

namespace talus {
namespace {

constexpr Real pi = std::numbers::pi;

/// Samples lie inside, as balls of `margin`, with the mean and the second moments of an even spread.
template <class Region>
void check_samples(const Region& region, Real margin, const RegionFrame& frame, const Vec3& centre,
                   const Mat3& spread) {
  constexpr int n = 50'000;
  Random random(1);
  Vec3 mean = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  const BoxRegion bounds = region.bounds(frame.dimension);
  for (int k = 0; k < n; ++k) {
    const Vec3 p = region.sample(random, margin, frame);
    REQUIRE(region.holds({p, margin * (1 - 1e-9)}, frame));
    REQUIRE((p.array() >= bounds.min.array() - 1e-12).all());
    REQUIRE((p.array() <= bounds.max.array() + 1e-12).all());
    mean += (p - centre) / n;
    second += (p - centre) * (p - centre).transpose() / n;
  }
  CHECK(mean.norm() < 0.01 * std::sqrt(spread.trace()));
  CHECK((second - spread).norm() < 0.02 * spread.norm());
}

void check_refused(const Chosen<Regions>& region, Real radius, int dimension, const std::string& words) {
  try {
    check_region(region, radius, {dimension, Vec3::Zero()});
    FAIL("not refused: " << words);
  } catch (const CaseError& error) {
    CHECK_MESSAGE(std::string(error.what()).find(words) != std::string::npos, error.what());
  }
}

}  // namespace

TEST_CASE("a box holds balls that touch its faces, and no others") {
  const BoxSpace box{Vec3(-1, 0, 2), Vec3(1, 4, 3)};
  const RegionFrame frame{};
  CHECK(relative_error(box.volume(3), 8) < 1e-15);
  CHECK(relative_error(box.volume(2), 8) < 1e-15);
  CHECK(box.holds({Vec3(0.5, 0.5, 2.5), 0.5}, frame));
  CHECK_FALSE(box.holds({Vec3(0.51, 0.5, 2.5), 0.5}, frame));
  CHECK_FALSE(box.holds({Vec3(0.5, 0.5, 2.49), 0.5}, frame));
  CHECK(box.holds({Vec3(0.5, 0.5, 0), 0.5}, {.dimension = 2}));
  check_samples(box, 0.25, frame, Vec3(0, 2, 2.5), Mat3(Vec3(2.25 / 12, 12.25 / 12, 0.25 / 12).asDiagonal()));
  const RegionFrame periodic{3, Vec3(2, 0, 0)};
  CHECK(box.holds({Vec3(0.99, 0.5, 2.5), 0.5}, periodic));
  CHECK_FALSE(box.holds({Vec3(1, 0.5, 2.5), 0.5}, periodic));  // the same place as -1
  CHECK(box.holds({Vec3(-1, 0.5, 2.5), 0.5}, periodic));
}

TEST_CASE("a slanted cylinder") {
  const Vec3 axis = Vec3(1, 2, 2) / 3;
  const CylinderSpace cylinder{Vec3(5, 0, 1), Vec3(5, 0, 1) + 6 * axis, 1.5};
  CHECK(relative_error(cylinder.volume(3), pi * 2.25 * 6) < 1e-14);
  const Vec3 across = axis.unitOrthogonal();
  CHECK(cylinder.holds({cylinder.from + 0.5 * axis + across, 0.5}, {}));
  CHECK_FALSE(cylinder.holds({cylinder.from + 0.49 * axis + across, 0.5}, {}));
  CHECK_FALSE(cylinder.holds({cylinder.from + 0.5 * axis + 1.01 * across, 0.5}, {}));
  const Mat3 along = axis * axis.transpose();
  const Mat3 spread = 25.0 / 12 * along + 0.25 * (Mat3::Identity() - along);  // length 5, radius 1: r^2/4
  check_samples(cylinder, 0.5, {}, cylinder.from + 3 * axis, spread);
  // Its bounding box is tight: on the rim of an end, the highest point along x.
  const BoxRegion bounds = cylinder.bounds(3);
  CHECK(relative_error(bounds.min.x(), 5 - 1.5 * std::sqrt(8.0) / 3) < 1e-14);
  CHECK(relative_error(bounds.max.x(), 7 + 1.5 * std::sqrt(8.0) / 3) < 1e-14);
}

TEST_CASE("a sphere, and a disc in 2-D") {
  const SphereSpace sphere{Vec3(1, 1, 0), 2};
  CHECK(relative_error(sphere.volume(3), 32 * pi / 3) < 1e-15);
  CHECK(relative_error(sphere.volume(2), 4 * pi) < 1e-15);
  CHECK(sphere.holds({Vec3(2, 1, 0), 1}, {}));
  CHECK_FALSE(sphere.holds({Vec3(2.01, 1, 0), 1}, {}));
  check_samples(sphere, 1, {}, sphere.centre, Mat3(Vec3::Constant(0.2).asDiagonal()));
  check_samples(sphere, 1, {.dimension = 2}, sphere.centre, Mat3(Vec3(0.25, 0.25, 0).asDiagonal()));
}

TEST_CASE("regions that cannot be meant, or are too narrow") {
  check_refused({BoxSpace{Vec3(0, 2, 0), Vec3(1, 1, 1)}}, 0.1, 3, "along y");
  check_refused({BoxSpace{Vec3(0, 0, 0), Vec3(1, 1, 0)}}, 0.1, 3, "along z");
  check_region({BoxSpace{Vec3(0, 0, 0), Vec3(1, 1, 0)}}, 0.5, {2, Vec3::Zero()});
  check_refused({BoxSpace{Vec3(0, 0, 0), Vec3(1, 1, 1)}}, 0.51, 3, "the widest that fits has 0.5 m");
  check_region({BoxSpace{Vec3(0, 0, 0), Vec3(1, 3, 3)}}, 0.9, {3, Vec3(1, 0, 0)});  // no faces along x
  check_refused({CylinderSpace{Vec3::Zero(), Vec3::UnitX(), 1}}, 0.1, 2, "three dimensions");
  check_refused({CylinderSpace{Vec3::UnitX(), Vec3::UnitX(), 1}}, 0.1, 3, "no length");
  check_refused({SphereSpace{Vec3::UnitZ(), 1}}, 0.1, 2, "z = 0");
  check_refused({SphereSpace{Vec3::Zero(), 1}}, 1.1, 3, "widest");
}

TEST_CASE("room among balls of sizes 1 to 100 is what comparing with all of them says") {
  for (const Vec3& period : {Vec3(0, 0, 0), Vec3(2, 3, 0), Vec3(2, 3, 1)}) {
    const BoxRegion bounds{Vec3(-1, 0, 5), Vec3(1, 3, 6)};
    BallLevels levels(bounds, period, 300);
    Random random(8);
    std::vector<Ball> balls;
    const auto anywhere = [&](Real beyond) {  // also outside of the bounds
      return Vec3(random.uniform(-1 - beyond, 1 + beyond), random.uniform(-beyond, 3 + beyond),
                  random.uniform(5 - beyond, 6 + beyond));
    };
    for (int k = 0; k < 300; ++k) balls.push_back({anywhere(0.5), 0.002 * std::pow(100, random.uniform())});
    levels.add(balls);
    int crowded = 0;
    for (int k = 0; k < 3000; ++k) {
      const Ball ball{anywhere(0.3), 0.002 * std::pow(100, random.uniform())};
      const Real gap = k % 2 == 0 ? 0 : 0.05;
      bool expected = false;
      for (const Ball& other : balls) {
        Vec3 d = other.centre - ball.centre;
        for (int a = 0; a < 3; ++a) {
          while (period[a] > 0 && d[a] > period[a] / 2) d[a] -= period[a];
          while (period[a] > 0 && d[a] < -period[a] / 2) d[a] += period[a];
        }
        expected = expected || d.norm() < ball.radius + other.radius + gap;
      }
      REQUIRE(levels.crowded(ball, gap) == expected);
      crowded += expected ? 1 : 0;
    }
    CHECK(crowded > 300);
    CHECK(crowded < 2700);
  }
}

}  // namespace talus
