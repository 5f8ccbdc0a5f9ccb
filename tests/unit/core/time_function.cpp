// Time functions: constants, tables and formulas.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "talus/core/error.hpp"
#include "talus/core/time_function.hpp"

using namespace talus;

TEST_CASE("a constant does not depend on time") {
  const TimeFunction f(9.81);
  CHECK(f.is_constant());
  CHECK(f(-1) == 9.81);
  CHECK(f(1e9) == 9.81);
}

TEST_CASE("a table is linear between its points and stays beyond them") {
  const TimeFunction f = TimeFunction::table({{0, 1}, {2, 5}, {3, 5}, {4, 0}});
  CHECK(!f.is_constant());
  for (const auto& [time, value] :
       {std::pair{-1.0, 1.0}, {0.0, 1.0}, {0.5, 2.0}, {2.0, 5.0}, {2.5, 5.0}, {3.5, 2.5}, {9.0, 0.0}}) {
    const Real t = time;
    CAPTURE(t);
    CHECK(std::abs(f(t) - value) < 1e-14);
  }
  CHECK_THROWS_AS((void)TimeFunction::table({}), CaseError);
  CHECK_THROWS_AS((void)TimeFunction::table({{1, 0}, {0, 0}}), CaseError);
}

TEST_CASE("a formula sees t, pi and the variables") {
  const TimeFunction f = TimeFunction::expression("a*sin(pi/4*t)", {{"a", 2.0}});
  CHECK(f(2) == doctest::Approx(2));
  const TimeFunction copy = f;
  CHECK(copy(1) == doctest::Approx(std::numbers::sqrt2));
  CHECK(evaluate_formula("2*cos(direction*pi/180)", {{"direction", 60.0}}) == doctest::Approx(1));
}

TEST_CASE("before t = 0 a formula stays at its first value, and a table goes where its points go") {
  const TimeFunction ramp = TimeFunction::expression("3 + 2*t", {});
  CHECK(ramp(-1) == 3);
  CHECK(ramp(0) == 3);
  CHECK(ramp(1) == 5);
  CHECK(TimeFunction::expression("sqrt(t)", {})(-0.5) == 0);
  CHECK(TimeFunction::table({{-1, 0}, {1, 2}})(-0.5) == 0.5);
}

TEST_CASE("wrong formulas are refused, and so are values that are no numbers") {
  for (const char* text :
       {"", "2*", "x", "sin(", "1,5", "\"text\"", "a=3", "t=3", "t = 0 ? 1 : 2", "foo(t)", ")", "t 2"}) {
    CAPTURE(text);
    CHECK_THROWS_AS((void)TimeFunction::expression(text, {{"a", 1.0}}), CaseError);
  }
  CHECK_THROWS_WITH_AS((void)TimeFunction::expression("t=3", {}), doctest::Contains("write \"==\""), CaseError);
  CHECK(TimeFunction::expression("t == 0 ? 1 : 2", {})(0) == 1);
  CHECK_THROWS_AS((void)evaluate_formula("t", {}), CaseError);
  CHECK_THROWS_AS((void)evaluate_formula("1/0", {}), CaseError);
  const TimeFunction pole = TimeFunction::expression("1/t", {});
  CHECK(pole(2) == 0.5);
  CHECK_THROWS_AS((void)pole(0), SimulationError);
}

TEST_CASE("a formula without a value says where it stands in the case") {
  const auto message = [](const std::string& place) {
    const TimeFunction pole = TimeFunction::expression("1/t", {}, place);
    try {
      (void)TimeFunction(pole)(0);
    } catch (const LostFormula& lost) {
      CHECK(lost.place == place);
      CHECK(lost.sentence == "formula \"1/t\" is not finite at t = 0 s");
      return std::string(lost.what());
    }
    return std::string();
  };
  CHECK(message("/gravity/1") == "/gravity/1: formula \"1/t\" is not finite at t = 0 s");
  CHECK(message("") == "formula \"1/t\" is not finite at t = 0 s");
}

TEST_CASE("who names what is not known is told what is") {
  const auto message = [](const char* text, bool of_time) {
    const Constants constants{{"width", 2.0}, {"n", 3.0}};
    try {
      (void)(of_time ? TimeFunction::expression(text, constants)(0) : evaluate_formula(text, constants));
    } catch (const CaseError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  CHECK(message("2*widht", false) == "formula \"2*widht\": no number is known as \"widht\"; did you mean \"width\"?");
  CHECK(message("sim(n)", false) == "formula \"sim(n)\": no number is known as \"sim\"; did you mean \"sin\"?");
  CHECK(message("2*sin", false) ==
        "formula \"2*sin\": \"sin\" is a function: what it is taken of stands in parentheses, as in \"sin(…)\"");
  CHECK(message("t/n", false) == "formula \"t/n\": no number is known as \"t\"; expected \"pi\", \"width\" or \"n\"");
  CHECK(message("length*t", true) ==
        "formula \"length*t\": no number is known as \"length\"; expected \"pi\", \"t\", \"width\" or \"n\"");
  CHECK(message("t/n", true).empty());
}

TEST_CASE("names that formulas can use") {
  for (const char* name : {"mu", "v_0", "_x", "T"}) CHECK(is_variable_name(name));
  for (const char* name : {"", "t", "pi", "0a", "a b", "a-b", "é"}) CHECK(!is_variable_name(name));
}
