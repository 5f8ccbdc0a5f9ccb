// What the clock of a run makes of phases and of searches inside them. No figure depends on how fast the machine is.
#include "talus/diagnostics/phase_clock.hpp"

#include <doctest/doctest.h>

#include <numeric>

using namespace talus;

namespace {

using Clock = std::chrono::steady_clock;

Real since(Clock::time_point start) { return std::chrono::duration<Real>(Clock::now() - start).count(); }

/// Lets the steady clock go on by this time at least [s]; returns by how much it did.
Real pass(Real seconds) {
  const auto start = Clock::now();
  while (since(start) < seconds) {
  }
  return since(start);
}

Real of(const PhaseClock& clock, Phase phase) { return clock.all_seconds()[static_cast<std::size_t>(phase)]; }

constexpr Real moment = 1e-4;

}  // namespace

TEST_CASE("phase clock: phases add up to its age at any time") {
  const auto before = Clock::now();
  PhaseClock clock;
  const auto after = Clock::now();
  for (const Phase phase : {Phase::contact, Phase::solids, Phase::contact, Phase::output}) {
    clock.enter(phase);
    pass(moment);
    const Real younger = since(after);
    const auto seconds = clock.all_seconds();
    const Real sum = std::accumulate(seconds.begin(), seconds.end(), Real(0));
    CHECK(sum >= younger * (1 - 1e-12));
    CHECK(sum <= since(before) * (1 + 1e-12));
  }
}

TEST_CASE("phase clock: time belongs to the phase that runs") {
  PhaseClock clock;
  clock.enter(Phase::solids);
  pass(moment);
  clock.enter(Phase::output);
  const Real solids = of(clock, Phase::solids), output = of(clock, Phase::output);
  CHECK(solids >= moment);
  pass(moment);
  CHECK(of(clock, Phase::solids) == solids);
  CHECK(of(clock, Phase::output) >= output + moment);
  CHECK(of(clock, Phase::contact) == 0);
}

TEST_CASE("phase clock: a search is taken out of the phase in which it happens, and counts once") {
  PhaseClock clock;
  const auto start = Clock::now();
  clock.enter(Phase::contact);
  Real all = 0;
  {
    const SearchTime outer;
    const auto began = Clock::now();
    {
      const SearchTime inner;
      pass(moment);
    }
    pass(moment);
    all = since(began);
  }
  clock.enter(Phase::output);
  const Real whole = since(start), search = of(clock, Phase::search);
  CHECK(search >= 2 * moment);
  CHECK(search >= all * (1 - 1e-12));
  CHECK(search <= whole);
  CHECK(of(clock, Phase::contact) <= whole - all);
  CHECK(of(clock, Phase::contact) >= 0);
}
