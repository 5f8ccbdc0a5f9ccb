// What the watch over soft springs makes of steps and overlaps.
#include "talus/diagnostics/soft_spring_watch.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

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

}  // namespace

TEST_CASE("soft springs: areas that discs share with walls and with each other") {
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

TEST_CASE("soft springs: durations, approach and overlaps") {
  SoftSpringWatch watch;
  for (int step = 0; step < 1000; ++step) {
    watch.follow_step({.dt = 0.01,
                       .grains = 100,
                       .touching = Real(step % 2),
                       .frequency = 100,
                       .overlap_ratio = step == 500 ? 0.03 : 0.002,
                       .radius = 0.1,
                       .speed = step == 501 ? 4.0 : 2.0});
  }
  const SpringObservation seen = watch.seen();
  CHECK(seen.overlap_ratio == 0.03);
  CHECK(seen.packed_overlap == 0);  // one contact of a hundred grains is no packing
  CHECK(seen.contact_duration == doctest::Approx(std::numbers::pi / 100));
  CHECK(seen.approach_time == doctest::Approx(0.1 / 4));
}

TEST_CASE("soft springs: deep overlaps count in packings, where contacts outnumber grains") {
  SoftSpringWatch watch;
  watch.follow_step({.dt = 0.01, .grains = 10, .touching = 10, .frequency = 1000, .overlap_ratio = 0.2});
  CHECK(judge_springs(watch.seen()).warnings().empty());
  watch.follow_step({.dt = 0.01, .grains = 10, .touching = 11, .frequency = 1000, .overlap_ratio = 0.1});
  CHECK(watch.seen().overlap_ratio == 0.2);
  CHECK(watch.seen().packed_overlap == 0.1);
  CHECK(judge_springs(watch.seen()).warnings().size() == 1);
  CHECK(watch.seen().approach_time == 0);  // nobody moves: not measured
}

TEST_CASE("soft springs: what the watch over collisions says is taken over") {
  SoftSpringWatch watch;
  watch.take({});
  CHECK(watch.seen().free_time == 0);  // not measured
  CHECK(watch.seen().company == 0);
  watch.take({.begun = 8, .company = 2, .intervals = 4, .free_time = 0.2});
  CHECK(watch.seen().free_time == doctest::Approx(0.05));
  CHECK(judge_springs(watch.seen()).detachment == 0.25);
  // Grains that settle for good are not meant to detach.
  watch.follow_step({.dt = 0.01, .grains = 10, .touching = 9});
  watch.follow_step({.dt = 0.01, .grains = 10, .touching = 20});
  CHECK(watch.seen().company == 0.25);
  watch.follow_step({.dt = 0.01, .grains = 10, .touching = 20});
  CHECK(watch.seen().company == 0);
  CHECK(watch.seen().free_time == 0);
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
