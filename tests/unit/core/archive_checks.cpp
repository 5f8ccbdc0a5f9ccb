#include "talus/core/archive_checks.hpp"
#include "talus/core/archive.hpp"
#include "talus/core/flag.hpp"

#include <doctest/doctest.h>

#include <cstddef>
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

TEST_CASE("a bool of a checkpoint that is neither is refused, and a flag of any byte is one of both") {
  struct Touch {
    double depth;
    Flag active;
  };
  Archive written;
  std::uint8_t byte = 2;
  Touch touch{1.5, true};
  written.section("touch");
  written("touching", byte);
  written("touch", touch);
  auto sections = written.sections();
  sections[0].bytes[sections[0].bytes.size() - sizeof(Touch) + offsetof(Touch, active)] = 77;
  Archive read(sections);
  bool touching = false;
  read.section("touch");
  CHECK_THROWS_WITH_AS(read("touching", touching), "section \"touch\" has 2 as \"touching\"; expected 0 or 1", FileError);
  Touch back{0, false};
  read("touch", back);
  CHECK(back.active);
  CHECK(back.depth == 1.5);
}

}  // namespace talus
