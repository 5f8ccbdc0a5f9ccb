// Functions of place and time.
#include <doctest/doctest.h>

#include <string>

#include "talus/core/error.hpp"
#include "talus/core/field_function.hpp"

using namespace talus;

namespace {

std::string complaint(const char* text, const Constants& constants) {
  try {
    (void)FieldFunction::expression(text, constants);
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a formula of the place, of time, of both, or of neither") {
  const Constants constants{{"rho", 1000}, {"g", 9.81}};
  const Vec3 X(1, 2, 3);
  const auto make = [&](const char* text) { return FieldFunction::expression(text, constants); };
  const FieldFunction water = make("rho*g*(5 - y)");
  CHECK(!water.is_uniform());
  CHECK(water.is_steady());
  CHECK(water.depends_on("y"));
  CHECK(!water.depends_on("x"));
  CHECK(water(X, 7) == doctest::Approx(9810 * 3));
  CHECK(water.formula() == "rho*g*(5 - y)");
  const FieldFunction both = make("x*t + z");
  CHECK(!both.is_steady());
  CHECK(both(X, 7) == doctest::Approx(10));
  CHECK(both(X, -7) == doctest::Approx(3));  // before t = 0 as at t = 0
  const FieldFunction ramp = make("g*t"), fixed = make("exp(0)");
  for (const FieldFunction& uniform : {ramp, fixed}) CHECK(uniform.is_uniform());
  CHECK(ramp(X, 2) == doctest::Approx(19.62));
  CHECK(ramp.of_time()(2) == doctest::Approx(19.62));
  CHECK(ramp.formula() == "g*t");
  CHECK(fixed(X, 2) == 1);
  CHECK(FieldFunction(3)(X, 1) == 3);
  CHECK(FieldFunction(TimeFunction::table({{0, 0}, {2, 4}}))(X, 1) == 2);
}

TEST_CASE("who names what a formula of the place does not know is told what there is") {
  CHECK(complaint("rho*h*y", {{"rho", 1000}}) ==
        "formula \"rho*h*y\": no number is known as \"h\"; expected \"pi\", \"t\", \"x\", \"y\", \"z\" or \"rho\"");
  CHECK(complaint("widht*x", {{"width", 2}}) ==
        "formula \"widht*x\": no number is known as \"widht\"; did you mean \"width\"?");
  CHECK(complaint("x = 3", {}).find("write \"==\"") != std::string::npos);
  CHECK(complaint("x, y", {}).find("has 2 values") != std::string::npos);
  CHECK(complaint("(x", {}) != "");
}

TEST_CASE("a variable of the case that is called like a coordinate makes a formula of it ambiguous") {
  const Constants constants{{"x", 4}, {"k", 2}};
  CHECK(
      complaint("k*x", constants) ==
      "formula \"k*x\": \"x\" is a coordinate here and a variable of the case as well: give the variable another name");
  CHECK(FieldFunction::expression("k*y", constants)(Vec3(1, 3, 0), 0) == 6);
  CHECK(FieldFunction::expression("k*t", constants)(Vec3(1, 3, 0), 5) == 10);
}

TEST_CASE("a place without a value is told with the formula") {
  const FieldFunction pole = FieldFunction::expression("1/x", {}, "/boundaries/0/pressure");
  CHECK(pole(Vec3(2, 0, 0), 0) == 0.5);
  CHECK_THROWS_WITH_AS((void)pole(Vec3(0, 1, 0), 2),
                       "/boundaries/0/pressure: formula \"1/x\" is not finite at t = 2 s, x = 0 m, y = 1 m, z = 0 m",
                       LostFormula);
}
