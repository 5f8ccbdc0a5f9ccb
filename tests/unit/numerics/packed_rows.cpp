// Rows by packs give back what was set, one by one and as packs, and an archive holds them row by row.
#include "talus/numerics/packed_rows.hpp"

#include <doctest/doctest.h>

namespace talus {
namespace {

struct Three {
  Real a = 0, b = 0, c = 0;
  bool operator==(const Three&) const = default;
};

constexpr Index size = 2 * lanes + 1;  // the last pack holds one row

Three row(Index i) { return {Real(i), 10 + Real(i) / 4, -Real(i)}; }

PackedRows<Three> filled() {
  PackedRows<Three> rows;
  rows.assign(size, {7, 8, 9});
  for (Index i = 0; i < size; ++i) rows.set(i, row(i));
  return rows;
}

/// Keeps the last vector, as Archive::fixed() writes it.
struct Kept {
  bool reading = false;
  std::vector<Three> rows{};

  [[nodiscard]] bool reads() const { return reading; }
  void fixed(std::string_view /*name*/, std::vector<Three>& values) { reading ? values = rows : rows = values; }
};

}  // namespace

TEST_CASE("packed rows: one by one") {
  PackedRows<Three> rows;
  CHECK(rows.size() == 0);
  rows.assign(size, {7, 8, 9});
  REQUIRE(rows.size() == size);
  for (Index i = 0; i < size; ++i) CHECK(rows[i] == Three{7, 8, 9});
  rows = filled();
  rows.change(3, [](Three& r) { r.b = 1; });
  for (Index i = 0; i < size; ++i) CHECK(rows[i] == (i == 3 ? Three{3, 1, -3} : row(i)));
}

TEST_CASE("packed rows: as packs") {
  PackedRows<Three> rows = filled();
  for (int l = 0; l < lanes; ++l) CHECK(rows.load(lanes, 1)[l] == row(lanes + l).b);
  rows.store(lanes, 2, rows.load(lanes, 2) * 2);
  for (Index i = 0; i < size; ++i) CHECK(rows[i].c == (i >= lanes && i < 2 * lanes ? 2 : 1) * row(i).c);
  CHECK(rows.load(2 * lanes, 0)[0] == row(2 * lanes).a);
}

TEST_CASE("packed rows: equal where all rows are") {
  const PackedRows<Three> a = filled();
  PackedRows<Three> b = a;
  CHECK(a == b);
  b.change(size - 1, [](Three& r) { r.c = 0; });
  CHECK_FALSE(a == b);
  b = a;
  CHECK(a == b);
  b.assign(size - 1, {});
  CHECK_FALSE(a == b);
}

TEST_CASE("packed rows: an archive has them row by row") {
  PackedRows<Three> rows = filled(), back;
  Kept kept;
  rows.fixed(kept, "rows");
  REQUIRE(kept.rows.size() == static_cast<std::size_t>(size));
  for (Index i = 0; i < size; ++i) CHECK(kept.rows[i] == row(i));
  back.assign(size, {});
  kept.reading = true;
  back.fixed(kept, "rows");
  CHECK(back == rows);
}

}  // namespace talus
