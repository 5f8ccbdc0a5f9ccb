// Grains poured during a run: rate, waiting, repetition, and independence of the steps.
#include <doctest/doctest.h>

#include <cmath>
#include <type_traits>

#include "support/relative_error.hpp"
#include "talus/core/error.hpp"
#include "talus/geometry/grains/pour.hpp"

namespace talus {
namespace {

const GrainTemplate ball{.density = 1000};

Pour pour_of(Real radius) {
  Pour pour;
  pour.region.entry = BoxSpace{Vec3(0, 0, 0), Vec3(1, 1, 1)};
  pour.sizes.entry = UniformRadius{radius};
  return pour;
}

struct Poured {
  std::vector<GrainSeed> grains;
  std::vector<Real> times;
};

/// Pours until `end`; grains leave the region at once where `emptied`.
Poured run(const Pour& pour, Real dt, Real end, bool emptied, const GrainTemplate& grain = ball) {
  Poured result;
  std::vector<Ball> there;
  PourState state = pour.start(grain);
  for (int step = 1; step * dt < end * (1 + 1e-12); ++step) {
    if (emptied) there.clear();
    for (const GrainSeed& seed : pour.insert(state, step * dt, grain, {.balls = there})) {
      for (const Ball& b : members(seed, grain)) there.push_back(b);
      result.grains.push_back(seed);
      result.times.push_back(step * dt);
    }
  }
  return result;
}

std::string key_at_fault(const Pour& pour) { return std::string(pour.contradiction().key); }

}  // namespace

TEST_CASE("pouring by number: one grain per 1/rate between from and until, whatever the step") {
  Pour pour = pour_of(0.05);
  pour.rate = 100;
  pour.from = 0.2;
  pour.until = 1.2;
  pour.motion.velocity = Vec3(0, 0, -2);
  for (const Real dt : {1e-3, 2.5e-3, 0.1}) {
    const Poured poured = run(pour, dt, 2, true);
    REQUIRE(poured.grains.size() == 100);
    for (std::size_t k = 0; k < 100; ++k) {
      const Real due = 0.2 + 0.01 * static_cast<Real>(k + 1);
      CHECK(poured.times[k] > due - 1e-9);
      CHECK(poured.times[k] < due + dt + 1e-9);
    }
    CHECK(poured.grains[7].velocity == Vec3(0, 0, -2));
  }
  // Where a grain has room at once, the steps that led there do not change its place.
  CHECK(run(pour, 1e-3, 2, true).grains[60].centre == run(pour, 2.5e-3, 2, true).grains[60].centre);
}

TEST_CASE("pouring by mass follows the mass that is due, one grain behind at most") {
  Pour pour = pour_of(0.05);
  pour.mass_rate = 50;
  pour.sizes.entry = SizeRange{0.02, 0.08};
  const Poured poured = run(pour, 1e-3, 1, true);
  Real mass = 0;
  for (std::size_t k = 0; k < poured.grains.size(); ++k) {
    mass += ball.mass(poured.grains[k].radius);
    CHECK(mass <= 50 * poured.times[k] * (1 + 1e-9));
  }
  CHECK(mass > 50 - ball.mass(0.08));
}

TEST_CASE("a crowded region makes grains wait; what is due piles up and comes when there is room, until the end") {
  Pour pour = pour_of(0.2);
  pour.rate = 1000;
  pour.until = 0.1;
  const Poured jammed = run(pour, 1e-3, 0.3, false);
  CHECK(jammed.grains.size() > 5);
  CHECK(jammed.grains.size() < 40);
  for (std::size_t i = 0; i < jammed.grains.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) CHECK((jammed.grains[i].centre - jammed.grains[j].centre).norm() >= 0.4);
  }
  const Poured emptied = run(pour, 1e-3, 0.3, true);
  CHECK(emptied.grains.size() == 100);
  pour.rate = 10'000;
  pour.until = infinity;
  pour.count = 1000;
  const Poured behind = run(pour, 1e-3, 0.2, true);
  CHECK(behind.grains.size() == 1000);
  CHECK(behind.times.back() > 0.1);
}

TEST_CASE("the step that reaches until is the last to pour, whatever is still owed and whenever it was tried") {
  Pour pour = pour_of(0.2);
  pour.rate = 10'000;
  pour.until = 0.1;
  for (const Real dt : {1e-3, 1e-3 + 1e-9, 0.03}) {
    const Poured behind = run(pour, dt, 0.3, true);
    CHECK(behind.grains.size() < 1000);
    CHECK(behind.times.back() > 0.1 - 1e-12);
    CHECK(behind.times.back() < 0.1 + dt);
  }
  // A slow source that has found no room tries once more when its time is over, and no later.
  pour.rate = 10;
  const std::vector<Ball> full{{Vec3(0.5, 0.5, 0.5), 1}};
  PourState state = pour.start(ball);
  pour.from = -0.1;  // one grain is due at 0, and one at 0.1
  CHECK(pour.insert(state, 0.095, ball, {.balls = full}).empty());
  CHECK(state.retry_at > 0.1);
  CHECK_FALSE(pour.due(state, 0.0999, ball));
  CHECK(pour.due(state, 0.1001, ball));
  PourState copy = state;
  CHECK(pour.insert(copy, 0.1001, ball, {}).size() == 2);
  CHECK_FALSE(pour.finished(state, 0.1001, ball));
  CHECK(pour.insert(state, 0.1001, ball, {.balls = full}).empty());
  CHECK(pour.finished(state, 0.1001, ball));
  CHECK(std::isinf(pour.wait(state, 0.1001, ball)));
  CHECK(pour.insert(state, 0.2, ball, {}).empty());
}

TEST_CASE("a limit of grains, the end, and when nothing is due") {
  Pour pour = pour_of(0.05);
  pour.rate = 100;
  pour.count = 7;
  CHECK(run(pour, 1e-3, 1, true).grains.size() == 7);
  PourState state = pour.start(ball);
  CHECK_FALSE(pour.due(state, 0.009, ball));
  CHECK(pour.due(state, 0.0101, ball));
  CHECK_FALSE(pour.finished(state, 10, ball));
  state.inserted = 7;
  CHECK(pour.finished(state, 0, ball));
  CHECK_FALSE(pour.due(state, 10, ball));
  pour.count.reset();
  pour.until = 0.1;
  state.inserted = 9;
  CHECK_FALSE(pour.finished(state, 1, ball));  // one is overdue
  state.inserted = 10;
  CHECK(pour.finished(state, 1, ball));
  CHECK_FALSE(pour.finished(state, 0.09, ball));
}

TEST_CASE("a copied state goes on with the same grains, waiting ones included") {
  static_assert(std::is_trivially_copyable_v<PourState>);
  Pour pour = pour_of(0.1);
  pour.rate = 500;
  pour.sizes.entry = SizeRange{0.05, 0.15};
  pour.motion.agitation = 1;
  const GrainTemplate clump{.density = 1000, .balls = {{Vec3(-0.6, 0, 0), 0.8}, {Vec3(0.6, 0, 0), 0.8}}};
  std::vector<Ball> there;
  PourState state = pour.start(clump);
  for (int step = 1; step <= 50; ++step) {
    for (const GrainSeed& seed : pour.insert(state, 1e-3 * step, clump, {.balls = there})) {
      for (const Ball& b : members(seed, clump)) there.push_back(b);
    }
  }
  PourState copy = state;
  there.clear();
  const auto first = pour.insert(state, 0.2, clump, {.balls = there});
  const auto again = pour.insert(copy, 0.2, clump, {.balls = there});
  REQUIRE(first.size() > 3);
  REQUIRE(first.size() == again.size());
  for (std::size_t k = 0; k < first.size(); ++k) {
    CHECK(first[k].centre == again[k].centre);
    CHECK(first[k].velocity == again[k].velocity);
    CHECK(first[k].orientation.coeffs() == again[k].orientation.coeffs());
  }
}

TEST_CASE("a crowded source does not search in every step") {
  Pour pour = pour_of(0.4);
  pour.rate = 10;
  const std::vector<Ball> full{{Vec3(0.5, 0.5, 0.5), 0.5}};
  PourState state = pour.start(ball);
  REQUIRE(pour.due(state, 0.1, ball));
  CHECK(pour.insert(state, 0.1, ball, {.balls = full}).empty());
  CHECK_FALSE(pour.due(state, 0.105, ball));
  CHECK(pour.due(state, 0.111, ball));
}

TEST_CASE("pours that cannot be meant") {
  Pour pour = pour_of(0.05);
  CHECK(key_at_fault(pour) == "rate");
  pour.rate = 1;
  CHECK(key_at_fault(pour) == "");
  pour.mass_rate = 1;
  CHECK(key_at_fault(pour) == "mass_rate");
  CHECK_THROWS_AS((void)pour.place(GrainTemplate{}, {}), CaseError);  // mass_rate without density
  pour.rate.reset();
  CHECK(pour.place(ball, {}).empty());
  pour.from = 2;
  pour.until = 2;
  CHECK(key_at_fault(pour) == "until");
  CHECK_THROWS_AS((void)pour_of(0.6).place(ball, {}), CaseError);
}

}  // namespace talus
