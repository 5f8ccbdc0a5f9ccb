// "*" in a text stands for any letters, or none.
#include "talus/core/wildcards.hpp"

#include <doctest/doctest.h>

namespace talus {

TEST_CASE("a * stands for any letters, or none, wherever it is") {
  for (const char* name : {"block", "block1", "block_left", "blockblock"}) {
    CAPTURE(name);
    for (const char* pattern : {"*", "**", "block*", "*block*", "b*k*", "b*"}) CHECK(matches(pattern, name));
    for (const char* pattern : {"", "bloc", "lock*", "*x*", "block*z", "*blo"}) CHECK_FALSE(matches(pattern, name));
  }
  CHECK(matches("*_left", "block_left"));
  CHECK_FALSE(matches("*_left", "block_left_2"));
  CHECK(matches("a*b*c", "aXbXbc"));
  CHECK(matches("*ab", "aab"));  // the first "a" is not the one that counts
  CHECK_FALSE(matches("a*b*c", "abb"));
  CHECK(matches("", ""));
  CHECK(matches("*", ""));
}

TEST_CASE("one pattern covers another when all that fits the other fits it") {
  CHECK(matches("*", "block*"));
  CHECK(matches("block*", "block*_left"));
  CHECK(matches("b*", "block*"));
  CHECK_FALSE(matches("block*", "*"));
  CHECK_FALSE(matches("block*", "b*"));
  CHECK_FALSE(matches("a*b", "a*"));
  CHECK(matches("**", "*"));
}

}  // namespace talus
