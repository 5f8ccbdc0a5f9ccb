// Grains counted through a plane.
#include <doctest/doctest.h>

#include <algorithm>

#include "talus/core/error.hpp"
#include "talus/diagnostics/bulk/plane_flow.hpp"

using namespace talus;

namespace {

BulkGrain grain(std::int64_t id, const Vec3& x, Real mass = 1) { return {.x = x, .mass = mass, .id = id}; }

Gate gate_at(const Vec3& point, const Vec3& normal) { return {.point = point, .normal = normal}; }

}  // namespace

TEST_CASE("a uniform stream is counted exactly, whatever the interval of looks") {
  for (const int looks : {1, 3, 50}) {
    BulkSample sample;
    for (int i = 0; i < 100; ++i) sample.grains.push_back(grain(i, {0.1 * i - 8.05, 0.3 * (i % 3), 0}, 0.5));
    GateCount count(gate_at({1, 5, 5}, {2, 0, 0}));  // a normal of any length
    count.look(sample);
    CHECK(count.number() == 0);
    for (int k = 0; k < looks; ++k) {
      for (BulkGrain& g : sample.grains) g.x.x() += 3.0 / looks;
      std::rotate(sample.grains.begin(), sample.grains.begin() + 7, sample.grains.end());  // rows are sorted anew during a run
      count.look(sample);
    }
    CHECK(count.number() == 30);  // 3 m of a stream of 10 grains per metre
    CHECK(count.mass() == doctest::Approx(15));
  }
}

TEST_CASE("who comes back counts minus, who appears beyond does not count") {
  BulkSample sample;
  sample.grains = {grain(0, {0, 0, 0}), grain(1, {0, 0, 4}, 7)};
  GateCount count(gate_at({0, 0, 1}, {0, 0, 1}));
  count.look(sample);
  sample.grains[0].x.z() = 1;  // on the plane: through
  sample.grains.push_back(grain(2, {0, 0, 3}));
  count.look(sample);
  CHECK(count.number() == 1);
  sample.grains[0].x.z() = 1.5;
  count.look(sample);
  CHECK(count.number() == 1);
  sample.grains[1].x.z() = -2;
  count.look(sample);
  CHECK(count.number() == 0);
  CHECK(count.mass() == -6);
  sample.grains[0].x.z() = 0.5;
  count.look(sample);
  CHECK(count.number() == -1);
}

TEST_CASE("an orifice counts where the straight way meets the plane") {
  Gate gate = gate_at({0, 0, 0}, {0, 0, -1});
  gate.within = Chosen<Regions>{SphereSpace{{0, 0, 0}, 1}};
  GateCount count(gate);
  BulkSample sample;
  sample.grains = {grain(0, {0, 0, 1}), grain(1, {2, 0, 1}), grain(2, {0, 0, 1}), grain(3, {2, 0, 1})};
  count.look(sample);
  sample.grains = {grain(0, {1.9, 0, -1}), grain(1, {2, 0, -1}), grain(2, {2.1, 0, -1}), grain(3, {-0.1, 0, -1})};
  count.look(sample);
  CHECK(count.number() == 2);  // the first one and the last one pass within 1 m of the middle
}

TEST_CASE("round and round a periodic box") {
  const PeriodicBox box({0, 0, 0}, {10, 4, 4}, {true, true, false});
  for (const Real place : {0.0, 3.0, 9.9, 10.0}) {
    GateCount across(gate_at({place, 0, 0}, {1, 0, 0})), along(gate_at({0, 2, 0}, {0, 1, 0}));
    BulkSample sample;
    sample.box = box;
    sample.grains = {grain(0, {0.5, 1, 1}), grain(1, {7, 1, 1})};
    across.look(sample);
    along.look(sample);
    for (int k = 0; k < 100; ++k) {
      for (BulkGrain& g : sample.grains) g.x = box.wrap(g.x + Vec3(0.7, -0.04, 0));
      across.look(sample);
      along.look(sample);
    }
    CHECK(across.number() == 14);  // 70 m, seven times round, twice
    CHECK(along.number() == -2);   // 4 m, once round, twice
  }
  Gate gate = gate_at({0, 2, 0}, {0, 1, 0});
  gate.within = Chosen<Regions>{BoxSpace{{8, 0, 0}, {10, 4, 4}}};
  GateCount count(gate);
  BulkSample sample;
  sample.box = box;
  sample.grains = {grain(0, {9.8, 1.9, 1}), grain(1, {0.4, 1.9, 1})};
  count.look(sample);
  sample.grains = {grain(0, {0.2, 2.3, 1}), grain(1, {9.6, 2.3, 1})};
  count.look(sample);
  CHECK(count.number() == 1);  // the one at x = 9.9 on the plane, not the one at 10.2, which is 0.2
}

TEST_CASE("a plane that is none is refused") {
  CHECK_THROWS_AS(gate_at({0, 0, 0}, {0, 0, 0}).check(3), CaseError);
  CHECK_THROWS_AS(gate_at({0, 0, 0}, {0, 1, 1}).check(2), CaseError);
  Gate gate = gate_at({0, 0, 0}, {0, 1, 0});
  gate.within = Chosen<Regions>{BoxSpace{{1, 0, 0}, {0, 1, 1}}};
  CHECK_THROWS_AS(gate.check(3), CaseError);
}
