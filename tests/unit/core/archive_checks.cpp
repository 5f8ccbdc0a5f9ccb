#include "talus/core/archive_checks.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace talus {

TEST_CASE("numbers of a checkpoint that lead nowhere are refused") {
  const std::vector<Index> good{0, 2, 1}, negative{0, -1}, beyond{0, 3};
  CHECK(are_below(good, 3));
  CHECK_FALSE(are_below(negative, 3));
  CHECK(are_below(negative, 3, -1));
  CHECK_FALSE(are_below(beyond, 3));
  CHECK(are_below({}, 0));

  CHECK(are_rows(std::vector<Index>{0, 2, 2, 5}, 3, 5));
  CHECK_FALSE(are_rows(std::vector<Index>{0, 2, 2, 5}, 2, 5));   // of more rows
  CHECK_FALSE(are_rows(std::vector<Index>{0, 2, 2, 4}, 3, 5));   // that end too early
  CHECK_FALSE(are_rows(std::vector<Index>{0, 6, 2, 5}, 3, 5));   // that go back
  CHECK_FALSE(are_rows(std::vector<Index>{-1, 2, 2, 5}, 3, 5));  // that start before the first
  CHECK_FALSE(are_rows({}, 0, 0));

  CHECK_NOTHROW(expect(true, "partner"));
  CHECK_THROWS_AS(expect(false, "partner"), FileError);
}

}  // namespace talus
