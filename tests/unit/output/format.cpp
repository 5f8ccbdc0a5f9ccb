// Numbers as people read them.
#include "talus/output/format.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

using namespace talus;

TEST_CASE("quantities take the prefix that fits") {
  CHECK(quantity(2.1e11, "Pa") == "210 GPa");
  CHECK(quantity(-0.05, "m") == "-50 mm");
  CHECK(quantity(0, "m") == "0 m");
  CHECK(quantity(3.21e-6, "s") == "3.21 µs");
  CHECK(quantity(0.99999999, "s") == "1 s");
  CHECK(quantity(3900, "kg/m") == "3900 kg/m");
  CHECK(quantity(9810, "m/s^2") == "9810 m/s^2");
  CHECK(quantity(12, "-") == "12");
  CHECK(quantity(1e-15, "m") == "1e-15 m");
}

TEST_CASE("counts, sizes, durations and shares") {
  CHECK(count(7) == "7");
  CHECK(count(1234567) == "1 234 567");
  CHECK(count(-123) == "-123");
  CHECK(count(-1234) == "-1 234");
  CHECK(file_size(88.2e6) == "88.2 MB");
  CHECK(duration(0.416) == "0.42 s");
  CHECK(duration(59.7) == "1 min 00 s");
  CHECK(duration(83) == "1 min 23 s");
  CHECK(duration(3599.9) == "1 h 00 min");
  CHECK(duration(7500) == "2 h 05 min");
  CHECK(percent(0.00031) == "0.031 %");
}

TEST_CASE("exact numbers read back to the same bits") {
  for (const Real value : {0.1, 1.0 / 3.0, 5e-324, 1.7976931348623157e308, -2.0}) {
    CHECK(std::strtod(exact_number(value).c_str(), nullptr) == value);
  }
  CHECK(exact_number(0.1) == "0.1");
}

TEST_CASE("markup is escaped") { CHECK(escape_markup("a<b & \"c\">") == "a&lt;b &amp; &quot;c&quot;&gt;"); }
