// What comes every so often comes at its multiples, however many steps the time is the sum of.
#include "talus/sim/clockwork.hpp"

#include <doctest/doctest.h>

using namespace talus;

TEST_CASE("what is due at every tenth step stays there, however long the run") {
  constexpr int steps = 1'000'000, interval = 10;
  for (const Real start : {0.0, -1.0}) {
    for (const Real dt : {1e-4, 1e-6, 3e-6, 7e-6, 1.0 / 3}) {
      CAPTURE(start);
      CAPTURE(dt);
      Clockwork rows(start, interval * dt);
      Real t = start;
      int wrong = !rows.due(t);
      for (int k = 1; k <= steps; ++k) {
        t += dt;
        const bool expected = k % interval == 0;
        wrong += rows.is_ahead(t) != expected;
        wrong += rows.due(t) != expected;
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("steps that pass several multiples are due once, and nothing is due without an interval") {
  Clockwork rows(0, 1);
  CHECK(rows.due(0));
  CHECK(!rows.due(0.999));
  CHECK(rows.due(3.5));
  CHECK(!rows.due(3.9));
  CHECK(rows.due(4));
  Clockwork never(0, 0);
  CHECK(!never.due(0));
  Clockwork always(0, 1e-300);
  for (const Real t : {0.0, 1.0, 1.5, 2.0}) CHECK(always.due(t));
}
