// Who collides in company, and how long grains are free in between.
#include "talus/diagnostics/collision_watch.hpp"

#include <doctest/doctest.h>

#include <array>

#include "support/relative_error.hpp"

using namespace talus;

namespace {

constexpr Real contact_time = 1e-3;  // [s]

/// A body of free grains whose contacts a test sets.
GrainBody grains_with(std::initializer_list<int> contacts) {
  GrainBody body;
  body.grains.resize(static_cast<Index>(contacts.size()));
  Index i = 0;
  for (const int n : contacts) {
    body.grains.rate[i].velocity.w = 1;
    body.grains.load[i].force.w = n;
    body.id.push_back(i++);
  }
  return body;
}

/// Each row: an instant [s], then the number of contacts of each of two grains.
CollisionSums watch(std::initializer_list<std::array<Real, 3>> story) {
  CollisionWatch watch;
  for (const auto& [t, a, b] : story) {
    const std::array bodies{grains_with({static_cast<int>(a), static_cast<int>(b)})};
    watch.follow(bodies, t, contact_time);
  }
  return watch.seen();
}

}  // namespace

TEST_CASE("two that meet once: no company, and no time between collisions") {
  const CollisionSums seen = watch({{0.1, 1, 1}, {0.101, 0, 0}});
  CHECK(seen.begun == 2);
  CHECK(seen.company == 0);
  CHECK(seen.intervals == 0);
}

TEST_CASE("free time runs from the end of a contact to the next collision") {
  const CollisionSums seen = watch({{0, 1, 0}, {0.001, 0, 0}, {0.021, 1, 1}, {0.022, 0, 0}, {0.052, 1, 0}});
  CHECK(seen.intervals == 2);
  CHECK(seen.free_time == doctest::Approx(0.02 + 0.03));
  CHECK(seen.begun == 3);  // the last one has not ended
}

TEST_CASE("a partner that comes while another one is there is company, in the same step too") {
  const CollisionSums later = watch({{0, 1, 0}, {0.0005, 2, 1}, {0.001, 1, 1}, {0.0015, 0, 0}});
  CHECK(later.begun == 3);
  CHECK(later.company == 1);
  const CollisionSums at_once = watch({{0, 2, 0}, {0.001, 0, 0}});
  CHECK(at_once.begun == 2);
  CHECK(at_once.company == 1);
}

TEST_CASE("who has been at rest for long has no company, who stays in contact no say") {
  const CollisionSums rest = watch({{0, 1, 0}, {0.0021, 2, 0}, {0.0025, 0, 0}});
  CHECK(rest.begun == 2);
  CHECK(rest.company == 0);
  const CollisionSums heap = watch({{0, 1, 1}, {0.0005, 3, 2}, {0.001, 2, 1}, {5, 4, 1}});
  CHECK(heap.begun == 0);
  CHECK(heap.company == 0);
}

TEST_CASE("what lasts when the watch forgets does not count, what begins later does") {
  CollisionWatch watch;
  const auto follow = [&](Real t, int contacts) {
    const std::array bodies{grains_with({contacts})};
    watch.follow(bodies, t, contact_time);
  };
  follow(0, 1);
  watch.forget();
  follow(0.0005, 2);
  follow(0.001, 0);
  CHECK(watch.seen().begun == 0);
  follow(0.011, 1);
  follow(0.0115, 2);
  follow(0.012, 0);
  CHECK(watch.seen().begun == 2);
  CHECK(watch.seen().company == 1);
  CHECK(watch.seen().free_time == near(0.01));
}

TEST_CASE("held grains and clumps are left out, ids outlive the order of rows") {
  CollisionWatch watch;
  std::array bodies{grains_with({2, 1}), grains_with({2})};
  bodies[0].grains.rate[0].velocity.w = 0;
  bodies[1].clumped = true;
  watch.follow(bodies, 0, contact_time);
  std::swap(bodies[0].id[0], bodies[0].id[1]);
  std::swap(bodies[0].grains.rate[0].velocity, bodies[0].grains.rate[1].velocity);
  for (LoadRows& load : bodies[0].grains.load) load.force.w = 0;
  watch.follow(bodies, 0.001, contact_time);
  CHECK(watch.seen().begun == 1);
  CHECK(watch.seen().company == 0);
}
