// Formulas of named numbers.
#include <doctest/doctest.h>

#include <cmath>

#include "talus/core/error.hpp"
#include "talus/core/formula.hpp"

using namespace talus;

TEST_CASE("a formula knows its names, and the constants among them") {
  Formula f("max(p_t, 0)/(mu*p_n) + 0*sin(pi)", {{"mu", 0.5}, {"unused", 7.0}});
  CHECK(f.names() == std::vector<std::string>{"mu", "p_n", "p_t"});
  CHECK(f.is_constant(0));
  CHECK_FALSE(f.is_constant(1));
  CHECK(std::isnan(f.value()));
  f.set(1, 4);
  f.set(2, 3);
  CHECK(f.value() == doctest::Approx(1.5));
  const Formula copy = f;
  CHECK(copy.value() == f.value());
  CHECK(Formula("2 >= 1 && 1 != 2 ? 5 : 6", {}).value() == 5);
}

TEST_CASE("what is no formula of one value is refused") {
  for (const char* text : {"", "2*", "sin(", "1,5", "\"text\"", "a=3", "a = 3", "foo(a)", ")", "a 2"}) {
    CAPTURE(text);
    CHECK_THROWS_AS((void)Formula(text, {{"a", 1.0}}), CaseError);
    CHECK_THROWS_AS((void)Formula(text, {}), CaseError);
  }
}
