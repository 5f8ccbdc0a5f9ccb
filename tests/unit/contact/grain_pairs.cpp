// Pairs of spheres against looking at every pair and every image.
#include "talus/contact/grain_pairs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "support/sample_spheres.hpp"
#include "support/threads.hpp"
#include "talus/core/error.hpp"

namespace talus {
namespace {

constexpr Real skin = 0.01;  // [m]

SpherePairs listed(const GrainPairs& list) {
  SpherePairs pairs;
  for (Index p = 0; p < list.size(); ++p) pairs.emplace_back(list.i()[p], list.j()[p]);
  return pairs;
}

LevelGrid grid_of(std::span<const Row> spheres, const PeriodicBox& box = {}, Real with_skin = skin) {
  LevelGrid grid;
  grid.build(spheres, with_skin, box);
  return grid;
}

/// Rows hold the pairs in order.
void check_rows(const GrainPairs& list, Index rows) {
  const auto pairs = listed(list);
  REQUIRE(std::is_sorted(pairs.begin(), pairs.end()));
  REQUIRE(std::adjacent_find(pairs.begin(), pairs.end()) == pairs.end());
  REQUIRE(list.first().size() == std::size_t(rows) + 1);
  REQUIRE(list.first().front() == 0);
  REQUIRE(list.first().back() == list.size());
  for (Index i = 0; i < rows; ++i) {
    for (Index p = list.first()[i]; p < list.first()[i + 1]; ++p) REQUIRE(list.i()[p] == i);
  }
}

/// Builds the list and compares; returns the number of pairs, so that a caller sees that there were some.
std::size_t compare(std::span<const Row> spheres, const PeriodicBox& box = {}, int images = 1) {
  GrainPairs list;
  list.build(grid_of(spheres, box));
  const auto expected = all_pairs(spheres, skin, box, images);
  CHECK(listed(list) == expected);
  check_rows(list, static_cast<Index>(spheres.size()));
  return expected.size();
}

const Vec3 box_low(-0.2, 0.5, 1), box_high(0.8, 1.4, 1.8);  // [m]

PeriodicBox periodic_along(int axes) {
  return {box_low, box_high, {(axes & 1) != 0, (axes & 2) != 0, (axes & 4) != 0}};
}

}  // namespace

TEST_CASE("grain pairs: equal spheres, dense and loose, flat and deep") {
  CHECK(compare(sample_spheres({.count = 1200, .seed = 1})) > 2000);
  CHECK(compare(sample_spheres({.count = 500, .smallest = 0.01, .largest = 0.01, .seed = 2})) > 2);
  CHECK(compare(sample_spheres({.count = 500, .high = {3, 0.01, 2}, .seed = 3})) > 200);
  CHECK(compare(sample_spheres({.count = 300, .high = {0.01, 0.02, 20}, .seed = 4})) > 200);
  CHECK(compare(sample_spheres({.count = 60, .smallest = 2, .largest = 2, .seed = 5})) == 60 * 59 / 2);
}

TEST_CASE("grain pairs: sizes of any ratio") {
  CHECK(compare(sample_spheres({.count = 1500, .smallest = 0.005, .largest = 0.1, .seed = 1})) > 1000);
  CHECK(compare(sample_spheres({.count = 800, .smallest = 1e-6, .largest = 0.3, .seed = 2})) > 1000);
  auto bidisperse = sample_spheres({.count = 1500, .smallest = 0.01, .largest = 0.01, .seed = 3});
  for (const Row& big : sample_spheres({.count = 15, .smallest = 0.2, .largest = 0.2, .seed = 4})) {
    bidisperse.insert(bidisperse.begin() + Index(big.x * 1000), big);
  }
  CHECK(compare(bidisperse) > 500);
}

TEST_CASE("grain pairs: images along one, two and three axes") {
  for (int axes = 1; axes < 8; ++axes) {
    CAPTURE(axes);
    const SphereSample equal{.count = 700, .low = box_low, .high = box_high, .seed = unsigned(axes)};
    CHECK(compare(sample_spheres(equal), periodic_along(axes)) > 800);
    SphereSample mixed = equal;
    mixed.smallest = 0.01, mixed.largest = 0.19;  // two of the largest and the skin fill nearly half a period
    CHECK(compare(sample_spheres(mixed), periodic_along(axes)) > 800);
  }
}

TEST_CASE("grain pairs: places some periods outside of the box count like those inside") {
  auto spheres = sample_spheres({.count = 600, .largest = 0.1, .low = box_low, .high = box_high});
  const PeriodicBox box = periodic_along(7);
  for (std::size_t k = 0; k < spheres.size(); ++k) {
    const Vec3 periods(Real(k % 5) - 2, Real(k % 3) - 1, Real(k % 4) - 2);
    spheres[k].add(periods.cwiseProduct(box.period()));
  }
  CHECK(compare(spheres, box, 5) > 800);
}

TEST_CASE("grain pairs: a box of many periods between few spheres") {
  const PeriodicBox box({0, 0, 0}, {1e4, 1e5, 1e6}, {true, true, true});
  const std::vector<Row> spheres{{0.01, 5, 999999.99, 0.05}, {9999.99, 5, 0.01, 0.05}, {5000, 5, 5, 0.05}};
  CHECK(compare(spheres, box) == 1);
}

TEST_CASE("grain pairs: spheres of one rigid grain make no pair") {
  const auto spheres = sample_spheres({.count = 600, .largest = 0.1});
  std::vector<Index> grain_of;
  for (Index k = 0; k < 600; ++k) grain_of.push_back(k * k % 97);
  auto expected = all_pairs(spheres, skin);
  const auto all = expected.size();
  std::erase_if(expected, [&](const auto& pair) { return grain_of[pair.first] == grain_of[pair.second]; });
  REQUIRE(expected.size() < all);
  GrainPairs list;
  list.build(grid_of(spheres), grain_of);
  CHECK(listed(list) == expected);
}

TEST_CASE("grain pairs: near are those that touch, or would before they had gone by a twentieth of the skin") {
  constexpr Real part = 0.05;
  for (const Real largest : {0.03, 0.1}) {  // one level of sizes, and several
    for (const int axes : {0, 5}) {
      CAPTURE(largest);
      CAPTURE(axes);
      const PeriodicBox box = periodic_along(axes);
      const auto spheres = sample_spheres({.count = 2000, .smallest = 0.02, .largest = largest, .low = box_low,
                                           .high = box_high, .seed = 3});
      GrainPairs list;
      list.build(grid_of(spheres, axes == 0 ? PeriodicBox{} : box));
      REQUIRE(list.near().size() == static_cast<std::size_t>(list.size()));
      Index near = 0;
      for (Index p = 0; p < list.size(); ++p) {
        const Row &a = spheres[list.i()[p]], &b = spheres[list.j()[p]];
        const Vec3 apart = a.vec() - b.vec();
        const Real gap = (axes == 0 ? apart : box.nearest(apart)).norm() - a.w - b.w;
        if (std::abs(gap - part * skin) < 1e-12) continue;  // either may be right
        REQUIRE((list.near()[p] != 0) == (gap < part * skin));
        near += list.near()[p];
      }
      CHECK(near > 100);
      CHECK(near < list.size());
    }
  }
}

TEST_CASE("grain pairs: two sets, whichever has the larger spheres") {
  const auto small =
      sample_spheres({.count = 700, .smallest = 0.01, .largest = 0.05, .low = box_low, .high = box_high});
  const auto large =
      sample_spheres({.count = 90, .smallest = 0.03, .largest = 0.18, .low = box_low, .high = box_high, .seed = 2});
  for (const PeriodicBox& box : {PeriodicBox{}, periodic_along(1), periodic_along(7)}) {
    GrainPairs list;
    list.build(grid_of(small, box), grid_of(large, box));
    CHECK(listed(list) == all_pairs(small, large, skin, box));
    CHECK(list.size() > 500);
    check_rows(list, 700);
    list.build(grid_of(large, box), grid_of(small, box));
    CHECK(listed(list) == all_pairs(large, small, skin, box));
    check_rows(list, 90);
    list.build(grid_of(small, box), grid_of(small, box));
    CHECK(listed(list) == all_pairs(small, small, skin, box));
  }
}

TEST_CASE("grain pairs: one huge sphere among many, and one far from all") {
  const auto many = sample_spheres({.count = 500, .smallest = 0.01});
  const std::vector<Row> huge{{0.5, 0.5, -10, 10.2}}, far{{1e7, 0, 0, 0.3}};
  GrainPairs list;
  list.build(grid_of(many), grid_of(huge));
  CHECK(listed(list) == all_pairs(many, huge, skin));
  CHECK(list.size() > 50);
  list.build(grid_of(many), grid_of(far));
  CHECK(list.size() == 0);
  check_rows(list, 500);
}

TEST_CASE("grain pairs: spheres that have flown away, or are nowhere, leave the others their pairs") {
  auto spheres = sample_spheres({.count = 600});
  const auto close = all_pairs(spheres, skin).size();
  for (int k = 0; k < 600; k += 60) spheres[k].set(Vec3(1e6, -1e5, 3e7) * (k + 1));
  spheres[7].set({1e300, 0, 0});
  spheres[8].set({-INFINITY, 0.5, 0.5});
  spheres[9].set({0.5, std::nan(""), 0.5});
  const auto left = compare(spheres);
  CHECK(left < close);
  CHECK(left > close / 2);
  auto together = spheres;
  together[60].set(spheres[0].vec() + Vec3(0.06, 0, 0));
  CHECK(compare(together) == left + 1);
  const PeriodicBox box({0, 0, 0}, {1, 1, 1}, {true, false, true});
  spheres[7].set({1e12, 0, 0});
  GrainPairs list;
  CHECK_NOTHROW(list.build(grid_of(spheres, box)));
}

TEST_CASE("grain pairs: nothing, one, all at one point, points of no size") {
  CHECK(compare({}) == 0);
  CHECK(compare(std::vector<Row>{{1, 2, 3, 0.1}}) == 0);
  CHECK(compare(std::vector<Row>(40, Row(1, 2, 3, 0.1))) == 40 * 39 / 2);
  GrainPairs list;
  list.build(grid_of(std::vector<Row>(3, Row(1, 2, 3, 0)), {}, 0));
  CHECK(list.size() == 3);
  list.build(grid_of({}), grid_of(std::vector<Row>(3, Row(1, 2, 3, 0.1))));
  CHECK(list.size() == 0);
  check_rows(list, 0);
}

TEST_CASE("grain pairs: a plane square lattice of touching spheres has 2 n (n - 1) pairs") {
  constexpr int n = 40;
  std::vector<Row> spheres;
  for (int k = 0; k < n * n; ++k) spheres.emplace_back(Real(k % n), Real(k / n), 0.0, 0.5);
  GrainPairs list;
  list.build(grid_of(spheres, {}, 0));
  CHECK(list.size() == 2 * n * (n - 1));
  list.build(grid_of(spheres, PeriodicBox({0, 0, 0}, {n, n, 1}, {true, true, false}), 0));
  CHECK(list.size() == 2 * n * n);
}

TEST_CASE("grain pairs: a periodic box narrower than twice the cut-off is refused") {
  const std::vector<Row> spheres{{0, 0, 0, 0.1}, {0.5, 0, 0, 0.15}};
  const auto box = [](Real width) { return PeriodicBox({0, 0, 0}, {width, 1, 1}, {true, false, false}); };
  GrainPairs list;
  CHECK_NOTHROW(list.build(grid_of(spheres, box(0.621))));
  CHECK_THROWS_AS(list.build(grid_of(spheres, box(0.619))), CaseError);
  const std::span<const Row> both = spheres;
  CHECK_NOTHROW(list.build(grid_of(both.first(1), box(0.521)), grid_of(both.last(1), box(0.521))));
  CHECK_THROWS_AS(list.build(grid_of(both.first(1), box(0.519)), grid_of(both.last(1), box(0.519))), CaseError);
}

TEST_CASE("grain pairs: the number of threads changes nothing, and a list built again lives where it was") {
  const auto spheres = sample_spheres({.count = 3000, .smallest = 0.005, .largest = 0.05});
  const LevelGrid grid = grid_of(spheres);
  GrainPairs list;
  const auto build_with = [&](int threads) {
    const Threads set(threads);
    list.build(grid);
    list.carry();
  };
  build_with(1);
  const auto one = listed(list);
  std::set<const void*> homes{list.j().data()};
  build_with(2);
  homes.insert(list.j().data());
  CHECK(listed(list) == one);
  const auto *i = list.i().data(), *previous = list.carried().previous.data();
  for (int k = 0; k < 4; ++k) {
    list.build(grid);
    list.carry();
    CHECK(homes.contains(list.j().data()));
    CHECK(list.i().data() == i);
    CHECK(list.carried().previous.data() == previous);
  }
}

}  // namespace talus
