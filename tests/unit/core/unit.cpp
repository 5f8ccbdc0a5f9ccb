// Units, quantities and the words for them.
#include <doctest/doctest.h>

#include <numbers>

#include "support/relative_error.hpp"
#include "talus/core/nearest_word.hpp"
#include "talus/core/unit.hpp"

using namespace talus;

TEST_CASE("units of the closed list and their products") {
  struct Row {
    const char* text;
    Real factor;
    Dimension dimension;
  };
  const std::vector<Row> rows{
      {"mm", 1e-3, dim::length},
      {"t", 1e3, dim::mass},
      {"min", 60, dim::time},
      {"GPa", 1e9, dim::pressure},
      {"N/mm^2", 1e6, dim::pressure},
      {"%", 0.01, dim::none},
      {"1", 1, dim::none},
      {"1/s", 1, dim::rate},
      {"kHz", 1e3, dim::rate},
      {"kg/m^3", 1, dim::density},
      {"g/cm^3", 1e3, dim::density},
      {"m/s^2", 1, dim::acceleration},
      {"m s^-2", 1, dim::acceleration},
      {"m/s/s", 1, dim::acceleration},
      {"km / min", 1e3 / 60, dim::velocity},
      {"N*s/m", 1, dim::damping},
      {"N s/m", 1, dim::damping},
      {"N/m", 1, dim::stiffness},
      {"kg m^2/s^2", 1, dim::energy},
      {"J/(kg K)", 1, {2, 0, -2, -1}},
      {"MJ", 1e6, dim::energy},
      {"mJ", 1e-3, dim::energy},
      {"W", 1, {2, 1, -3, 0}},
      {"deg/s", std::numbers::pi / 180, dim::rate},
      {"(m/s)^2", 1, {2, 0, -2, 0}},
      {" kN ", 1e3, dim::force},
      {"ns", 1e-9, dim::time},
      {"h", 3600, dim::time},
      {"1/min", 1.0 / 60, dim::rate},
      {"t/h", 1e3 / 3600, {0, 1, -1, 0}},
      {"rpm", 2 * std::numbers::pi / 60, dim::rate},
      {"rev/min", 2 * std::numbers::pi / 60, dim::rate},
      {"nm", 1e-9, dim::length},
      {"mg", 1e-6, dim::mass},
      {"ug", 1e-9, dim::mass},
      {"L", 1e-3, {3, 0, 0, 0}},
      {"l", 1e-3, {3, 0, 0, 0}},
      {"mL", 1e-6, {3, 0, 0, 0}},
      {"ml", 1e-6, {3, 0, 0, 0}},
      {"g/mL", 1e3, dim::density},
      {"kN/m", 1e3, dim::stiffness},
      {"uN", 1e-6, dim::force},
      {"nN/nm", 1, dim::stiffness},
      {"bar", 1e5, dim::pressure},
      {"mbar", 1e2, dim::pressure},
      {"uJ", 1e-6, dim::energy},
      {"nJ", 1e-9, dim::energy},
      {"mJ/m^2", 1e-3, {0, 1, -2, 0}},
      {"mW", 1e-3, {2, 1, -3, 0}},
      {"kW", 1e3, {2, 1, -3, 0}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto unit = parse_unit(row.text);
    REQUIRE(unit);
    CHECK(unit->factor == near(row.factor, 1e-14));
    CHECK(unit->dimension == row.dimension);
  }
}

TEST_CASE("units with the signs of reports and handbooks") {
  const auto same = [](const char* signs, const char* plain) {
    CAPTURE(signs);
    const auto unit = parse_unit(signs), known = parse_unit(plain);
    REQUIRE(unit);
    CHECK(unit->factor == known->factor);
    CHECK(unit->dimension == known->dimension);
  };
  same("\u00b5m", "um");  // micro sign
  same("\u03bcs", "us");  // Greek letter
  same("kg/m³", "kg/m^3");
  same("N·s/m²", "N*s/m^2");
  same("°/s", "deg/s");
  CHECK(nearest_unit("kgs/m³") == "kg/m^3");
  CHECK(!parse_unit("³"));
  CHECK(!parse_unit("µ"));
}

TEST_CASE("anything else is no unit") {
  for (const char* text : {"", "in", "mmm", "kg/", "/s", "m^", "m^x", "m^12", "(m", "m)", "m**s", "m//s", "2", "é",
                           "^2", "((((((((((((m))))))))))))"}) {
    CAPTURE(text);
    CHECK(!parse_unit(text));
  }
}

TEST_CASE("numbers are split from their units") {
  CHECK(split_quantity("210 GPa")->number == 210);
  CHECK(split_quantity("210 GPa")->unit == "GPa");
  CHECK(split_quantity("-9.81m/s^2")->number == -9.81);
  CHECK(split_quantity(" +.5 % ")->number == 0.5);
  CHECK(split_quantity("1e-3 kg/m^3")->number == 1e-3);
  CHECK(split_quantity("5em")->unit == "em");
  CHECK(split_quantity("7")->unit == "");
  for (const char* text : {"", "m", "nan", "inf s", "-inf", "1e999", "--1", "+-", "."}) {
    CAPTURE(text);
    CHECK(!split_quantity(text));
  }
}

TEST_CASE("the unit that was meant") {
  CHECK(nearest_unit("Gpa") == "GPa");
  CHECK(nearest_unit("Kg/m^3") == "kg/m^3");
  CHECK(nearest_unit("kgs/m^3") == "kg/m^3");
  CHECK(nearest_unit("parsec") == "");
  CHECK(nearest_unit("") == "");
}

TEST_CASE("dimensions have names that parse to themselves") {
  for (const Dimension& d :
       {dim::length, dim::mass, dim::time, dim::rate, dim::velocity, dim::acceleration, dim::density, dim::pressure,
        dim::force, dim::stiffness, dim::damping, dim::energy, dim::temperature, Dimension{2, 0, -2, -1},
        Dimension{0, 0, -2, -1}, Dimension{3, 0, 0, 0}}) {
    CAPTURE(si_name(d));
    REQUIRE(parse_unit(si_name(d)));
    CHECK(parse_unit(si_name(d))->dimension == d);
    CHECK(parse_unit(si_name(d))->factor == 1);
    const std::string phrase = quantity_phrase(d);
    const auto first = phrase.find('"');
    const std::string quoted = phrase.substr(first + 1, phrase.size() - first - 2);
    const auto example = split_quantity(quoted);
    REQUIRE(example);
    CHECK(parse_unit(example->unit)->dimension == d);
  }
  CHECK(si_name(dim::none) == "-");
  CHECK(si_name({2, 0, -2, -1}) == "J/(kg K)");
  CHECK(si_name({1, 0, -2, -1}) == "m/(s^2 K)");
}

TEST_CASE("the nearest word, or none") {
  const Words words{"poisson", "young", "density"};
  CHECK(nearest_word("posson", words) == "poisson");
  CHECK(nearest_word("yuong", words) == "young");
  CHECK(nearest_word("Density", words) == "density");
  CHECK(nearest_word("mass", words) == "");
  CHECK(nearest_word("x", {"m"}) == "");
  CHECK(nearest_word("k_1", {"k_c", "k1"}) == "k1");
  CHECK(nearest_word(std::string(100000, 'a'), words) == "");
  CHECK(suggestion("zz", words) == R"(; expected "poisson", "young" or "density")");
}

TEST_CASE("the nearest word by its parts, or by what it means elsewhere") {
  const Words quantities{"velocity", "normal_force", "friction_force", "plastic_strain"};
  CHECK(nearest_word("friction", quantities) == "friction_force");
  CHECK(nearest_word("initial_velocity", quantities) == "velocity");
  CHECK(nearest_word("equivalent_plastic_strain", quantities) == "plastic_strain");
  CHECK_MESSAGE(nearest_word("force", quantities) == "", "two have it");
  CHECK_MESSAGE(nearest_word("rain", quantities) == "", "no whole part");
  CHECK(nearest_word("min", {"low", "high", "side"}) == "low");
  CHECK(nearest_word("file", {"model", "path", "scale"}) == "path");
  CHECK(nearest_word("disk", {"block", "cylinder", "sphere", "ring"}) == "cylinder");
  CHECK(nearest_word("box", {"block", "cylinder", "sphere", "ring"}) == "block");
  CHECK(nearest_word("file", {"model", "scale"}) == "");
}
