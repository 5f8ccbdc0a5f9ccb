// What the watch over soft springs makes of steps and overlaps.
#include "talus/diagnostics/soft_spring_watch.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "support/relative_error.hpp"

using namespace talus;

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

TEST_CASE("soft springs: deep overlaps count in packings, where contacts among grains outnumber them") {
  SoftSpringWatch watch;
  watch.follow_step(
      {.dt = 0.01, .grains = 10, .touching = 30, .among_grains = 10, .frequency = 1000, .overlap_ratio = 0.2});
  CHECK(judge_springs(watch.seen()).warnings().empty());
  watch.follow_step(
      {.dt = 0.01, .grains = 10, .touching = 11, .among_grains = 11, .frequency = 1000, .overlap_ratio = 0.1});
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
  watch.follow_step({.dt = 0.01, .grains = 10, .touching = 19, .among_grains = 9});
  watch.follow_step({.dt = 0.01, .grains = 10, .touching = 20, .among_grains = 20});
  CHECK(watch.seen().company == 0.25);
  watch.follow_step({.dt = 0.01, .grains = 10, .touching = 20, .among_grains = 20});
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
