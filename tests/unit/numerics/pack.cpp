// Packs compute lane by lane what numbers do.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "support/draw.hpp"
#include "support/relative_error.hpp"
#include "talus/numerics/lane_indices.hpp"
#include "talus/numerics/row_packs.hpp"

namespace talus {
namespace {

Pack drawn(Draw& draw, Real size) {
  Pack p;
  for (int l = 0; l < lanes; ++l) p.v[l] = draw.number(size);
  return p;
}

TEST_CASE("packs: arithmetic, choices and vectors are those of every lane") {
  Draw draw(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Pack a = drawn(draw, 10), b = drawn(draw, 10), c = drawn(draw, 10);
    const Pack chosen = select(a < b && !(c >= 0), a, max(b, min(c, abs(a))));
    const Vec3Of<Pack> u{a, b, c}, v{c, a, b};
    const Vec3Of<Pack> w = 2 * u.cross(v) + u.dot(v) * u - v / 3;
    bool some = false;
    for (int l = 0; l < lanes; ++l) {
      const Vec3 ul(a[l], b[l], c[l]), vl(c[l], a[l], b[l]);
      const Vec3 wl = 2 * ul.cross(vl) + ul.dot(vl) * ul - vl / 3;
      CHECK(chosen[l] == select(a[l] < b[l] && !(c[l] >= 0), a[l], max(b[l], min(c[l], abs(a[l])))));
      CHECK((Vec3(w[0][l], w[1][l], w[2][l]) - wl).norm() < 1e-13 * wl.norm());
      some = some || a[l] > 9;
    }
    CHECK(anywhere(a > 9) == some);
  }
}

TEST_CASE("packs: roots and inverses of all magnitudes are exact but for the last bits") {
  Draw draw(5);
  for (int trial = 0; trial < 300; ++trial) {
    Pack a;
    for (int l = 0; l < lanes; ++l) a.v[l] = std::exp(draw.number(300));
    const Pack root = sqrt(a), one_over = inverse(a), one_over_root = inverse_sqrt(a);
    for (int l = 0; l < lanes; ++l) {
      CHECK(root[l] == std::sqrt(a[l]));
      CHECK(relative_error(one_over[l], 1 / a[l]) < 5e-16);
      CHECK(relative_error(one_over_root[l], 1 / std::sqrt(a[l])) < 5e-16);
    }
  }
}

TEST_CASE("packs: the first lanes of a mask, from none to all") {
  for (int n = 0; n <= lanes; ++n) {
    const Pack one = select(first_lanes(n), 1, 0);
    for (int l = 0; l < lanes; ++l) CHECK(one[l] == (l < n ? 1 : 0));
  }
}

TEST_CASE("packs: bits of a mask are those of its lanes, and an absolute value has no sign") {
  for (unsigned bits = 0; bits < 1U << lanes; ++bits) {
    Mask mask = first_lanes(0);
    for (int l = 0; l < lanes; ++l) mask.set(l, (bits >> l & 1) != 0);
    CHECK(lane_bits(mask) == bits);
    CHECK(anywhere(mask) == (bits != 0));
  }
  const Pack none = abs(Pack(-0.0));
  for (int l = 0; l < lanes; ++l) CHECK(none[l] == 0);
  CHECK_FALSE(anywhere(abs(Pack(std::numeric_limits<Real>::quiet_NaN())) >= 0));
}

TEST_CASE("lane indices: those of any set of lanes follow each other, and nothing more is counted") {
  std::array<Index, lanes> numbers;
  for (int l = 0; l < lanes; ++l) numbers[l] = 100 - 7 * l;
  const LaneIndices some = LaneIndices::at(numbers.data()), row = LaneIndices::from(5);
  for (unsigned bits = 0; bits < 1U << lanes; ++bits) {
    std::array<Index, lanes> out{}, out_of_row{};
    const Index* end = some.write(out.data(), bits);
    const Index* end_of_row = row.write(out_of_row.data(), bits);
    std::vector<Index> expected, expected_of_row;
    for (int l = 0; l < lanes; ++l) {
      if ((bits >> l & 1) == 0) continue;
      expected.push_back(100 - 7 * l);
      expected_of_row.push_back(5 + l);
    }
    CHECK(std::vector<Index>(std::as_const(out).data(), end) == expected);
    CHECK(std::vector<Index>(std::as_const(out_of_row).data(), end_of_row) == expected_of_row);
  }
}

TEST_CASE("lane indices: who is above a number, first lanes, and keys of those doubled") {
  std::array<Index, lanes> numbers;
  for (int l = 0; l < lanes; ++l) numbers[l] = 1000000 * (l % 3 - 1) + l;
  const LaneIndices some = LaneIndices::at(numbers.data());
  for (const Index bound : {Index(-1000001), Index(-1), Index(0), Index(1), Index(1000001), Index(2000000)}) {
    for (int l = 0; l < lanes; ++l) CHECK((some.above(bound) >> l & 1) == (numbers[l] > bound ? 1U : 0U));
    CHECK(some.above(bound) < 1U << lanes);
  }
  for (int n = 0; n <= lanes + 3; ++n) CHECK(first_bits(n) == (1U << std::min(n, lanes)) - 1);
  for (int one = 0; one < lanes; ++one) {
    Mask more = first_lanes(0);
    more.set(one, true);
    std::array<std::uint32_t, lanes> keys{};
    LaneIndices::from(3).doubled(more).write(keys.data(), first_bits(lanes));
    for (int l = 0; l < lanes; ++l) CHECK(keys[l] == 2U * (3U + static_cast<unsigned>(l)) + (l == one ? 1U : 0U));
  }
}

struct alignas(2 * sizeof(Row)) RowPair {
  Row first, second;
};

TEST_CASE("packs: rows of two partners, one less the other, with the sum behind") {
  std::vector<Row> rows;
  for (int k = 0; k < 40; ++k) rows.emplace_back(k * k, 100 - k, 200 + 3 * k, 300 + k);
  const auto a = [&](int l) { return &rows[(7 * l + 3) % 40].x; };
  const auto b = [&](int l) { return &rows[(11 * l + 5) % 40].x; };
  const RowPack between = load_relative_rows(a, b);
  for (int l = 0; l < lanes; ++l) {
    CHECK(between.x[l] == a(l)[0] - b(l)[0]);
    CHECK(between.y[l] == a(l)[1] - b(l)[1]);
    CHECK(between.z[l] == a(l)[2] - b(l)[2]);
    CHECK(between.w[l] == a(l)[3] + b(l)[3]);
  }
}

TEST_CASE("packs: two rows at once, number by number") {
  const RowPair a{Row(1, 2, 3, 4), Row(5, 6, 7, 8)};
  const RowPairLanes v = lanes_of(a);
  RowPair out;
  const auto check = [&](const RowPairLanes& lanes, const Row& first, const Row& second) {
    put(lanes, out);
    CHECK(out.first.vec() == first.vec());
    CHECK(out.first.w == first.w);
    CHECK(out.second.vec() == second.vec());
    CHECK(out.second.w == second.w);
  };
  check(last_of_each(v), Row(4, 4, 4, 4), Row(8, 8, 8, 8));
  check(with_last(2 * v, v), Row(2, 4, 6, 4), Row(10, 12, 14, 8));
  check(row_pair(second_of(v), first_of(v)), Row(5, 6, 7, 8), Row(1, 2, 3, 4));
  check(v * v + v, Row(2, 6, 12, 20), Row(30, 42, 56, 72));
}

TEST_CASE("packs: rows are loaded from anywhere, and come back as pairs of rows") {
  std::vector<Row> rows;
  for (int k = 0; k < 40; ++k) rows.emplace_back(k, 100 + k, 200 + k, 300 + k);
  Index at[lanes], also[lanes];
  for (int l = 0; l < lanes; ++l) at[l] = (7 * l + 3) % 40, also[l] = (11 * l + 5) % 40;
  const RowPack packs = load_rows(rows.data(), at);
  for (int l = 0; l < lanes; ++l) CHECK(packs.y[l] == rows[at[l]].y);
  std::vector<RowPair> back(lanes);
  for_each_row_pair(packs, load_rows(rows.data(), also), [&](int l, const RowPairLanes& pair) {
    put(pair, back[l]);
    add(pair, back[l]);
  });
  for (int l = 0; l < lanes; ++l) {
    const auto check_twice = [](const Row& stored, const Row& row) {
      CHECK(stored.vec() == 2 * row.vec());
      CHECK(stored.w == 2 * row.w);
    };
    check_twice(back[l].first, rows[at[l]]);
    check_twice(back[l].second, rows[also[l]]);
  }
}

}  // namespace
}  // namespace talus
