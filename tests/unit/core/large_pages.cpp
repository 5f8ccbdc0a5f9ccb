// Memory of any size and alignment can be had, is aligned, and stays apart from other memory.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "talus/core/row.hpp"

namespace talus {

TEST_CASE("vectors of any length hold what is written to them, and rows are aligned") {
  struct alignas(128) Wide {
    Real values[16] = {};
  };
  std::vector<std::vector<Row>> rows;
  std::vector<std::vector<Wide>> wides;
  const std::size_t lengths[] = {1, 7, 1000, 65535, 65536, 65537, 200000};  // 65536 rows fill a large page
  for (const std::size_t length : lengths) {
    rows.emplace_back(length, Row(1, 2, 3, Real(length)));
    wides.emplace_back(length / 8 + 1);
    wides.back().back().values[15] = Real(length);
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    CHECK(reinterpret_cast<std::uintptr_t>(rows[k].data()) % alignof(Row) == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(wides[k].data()) % alignof(Wide) == 0);
    CHECK(std::ranges::all_of(rows[k], [&](const Row& row) { return row.w == Real(lengths[k]); }));
    CHECK(wides[k].back().values[15] == Real(lengths[k]));
  }
  for (auto& some : rows) some.resize(2 * some.size()), some.shrink_to_fit();
  for (std::size_t k = 0; k < rows.size(); ++k) CHECK(rows[k][lengths[k] - 1].w == Real(lengths[k]));
}

}  // namespace talus
