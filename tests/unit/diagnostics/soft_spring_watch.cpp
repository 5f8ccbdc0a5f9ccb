// What the watch over soft springs makes of steps and overlaps.
#include "talus/diagnostics/soft_spring_watch.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

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

}  // namespace

TEST_CASE("soft springs: areas that discs share with walls and with each other") {
  for (const Real depth : {0.01, 0.4, 1.0, 1.9}) {
    CHECK(segment_area(1, depth) == doctest::Approx(area_below(1, 1 - depth)).epsilon(1e-4));
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

TEST_CASE("soft springs: durations, free times and approach of a granular gas") {
  // 100 grains, 50 collisions each second: each grain meets somebody once a second. Contacts last pi/100 s.
  SoftSpringWatch watch;
  for (int step = 0; step < 1000; ++step) {
    const Real touching = step % 2;
    watch.follow_step({.dt = 0.01,
                       .grains = 100,
                       .touching = touching,
                       .begun = touching,
                       .frequency = 100,
                       .overlap_ratio = step == 500 ? 0.03 : 0.002,
                       .radius = 0.1,
                       .speed = step == 501 ? 4.0 : 2.0});
  }
  const SpringObservation seen = watch.seen();
  CHECK(seen.overlap_ratio == 0.03);
  CHECK(seen.contact_duration == doctest::Approx(std::numbers::pi / 100));
  CHECK(seen.free_time == doctest::Approx(1 - std::numbers::pi / 100));
  CHECK(seen.approach_time == doctest::Approx(0.1 / 4));
  CHECK(judge_springs(seen).detachment == doctest::Approx(0.0314159 / 0.968584).epsilon(1e-4));
}

TEST_CASE("soft springs: a packing is not meant to come free") {
  SoftSpringWatch watch;
  for (int step = 0; step < 100; ++step) {
    watch.follow_step({.dt = 0.01, .grains = 10, .touching = 25, .begun = 5, .frequency = 1000, .radius = 1});
  }
  CHECK(watch.seen().free_time == 0);  // not measured
  CHECK(watch.seen().approach_time == 0);
  CHECK(judge_springs(watch.seen()).detachment == 0);
  CHECK(watch.seen().contact_duration == doctest::Approx(std::numbers::pi / 1000));
}

TEST_CASE("soft springs: contacts without a pause count as a hundred times too long") {
  SoftSpringWatch watch;
  watch.follow_step({.dt = 0.01, .grains = 10, .touching = 9, .begun = 9, .frequency = 1});
  CHECK(judge_springs(watch.seen()).detachment == doctest::Approx(100));
}

TEST_CASE("soft springs: the worst share of hidden volume is kept") {
  SoftSpringWatch watch;
  watch.follow_volume(0, 5);
  CHECK(judge_springs(watch.seen()).excluded_volume == 0);
  watch.follow_volume(1, 10);
  watch.follow_volume(1, 100);
  watch.follow_volume(0.5, 10);
  CHECK(judge_springs(watch.seen()).excluded_volume == doctest::Approx(0.1));
}
