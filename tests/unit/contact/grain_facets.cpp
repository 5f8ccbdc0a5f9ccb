// Pairs of spheres and facets against looking at every one.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/read_pairs.hpp"
#include "support/sample_spheres.hpp"
#include "support/threads.hpp"
#include "talus/contact/facet_images.hpp"
#include "talus/contact/facet_pairs.hpp"

namespace talus {
namespace {

constexpr Real skin = 0.01;  // [m]

Index once(Index /*sphere*/, Index /*facet*/) { return 1; }
bool any(Index /*pair*/, Index /*old*/) { return true; }

SpherePairs listed(const FacetPairs& list) {
  SpherePairs pairs;
  for (Index p = 0; p < list.size(); ++p) pairs.emplace_back(list.sphere()[p], list.facet()[p]);
  return pairs;
}

/// Every sphere with every facet, in every image up to two periods away.
SpherePairs all_pairs(std::span<const Row> spheres, std::span<const BoundingBox> facets, const PeriodicBox& box) {
  SpherePairs pairs;
  for (std::size_t i = 0; i < spheres.size(); ++i) {
    for (std::size_t f = 0; f < facets.size(); ++f) {
      Vec3 gap = Vec3::Constant(infinity);
      for (int a = 0; a < 3; ++a) {
        for (int k = -2; k <= 2; ++k) {
          const Real x = spheres[i].vec()[a] + k * box.period()[a];
          gap[a] = std::min(gap[a], std::max({facets[f].low[a] - x, x - facets[f].high[a], Real(0)}));
        }
      }
      if (gap.norm() <= spheres[i].w + skin) pairs.emplace_back(i, f);
    }
  }
  return pairs;
}

/// Boxes around triangles with corners up to `size` [m] from places in a cube of 1.2 m.
std::vector<BoundingBox> triangles(int count, Real size, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<Real> uniform(-1, 1);
  std::vector<BoundingBox> boxes(count);
  for (BoundingBox& box : boxes) {
    const auto random = [&] { return Vec3(uniform(engine), uniform(engine), uniform(engine)); };
    const Vec3 middle = Vec3::Constant(0.5) + 0.6 * random();
    for (int corner = 0; corner < 3; ++corner) box.enclose(middle + size * random());
  }
  return boxes;
}

std::size_t compare(std::span<const Row> spheres, std::span<const BoundingBox> facets, const PeriodicBox& box = {}) {
  LevelGrid grid;
  grid.build(spheres, skin, box);
  FacetPairs list;
  list.build(grid, facets, once);
  const auto expected = all_pairs(spheres, facets, box);
  CHECK(listed(list) == expected);
  REQUIRE(list.first().size() == spheres.size() + 1);
  for (std::size_t i = 0; i < spheres.size(); ++i) {
    for (Index p = list.first()[i]; p < list.first()[i + 1]; ++p) REQUIRE(list.sphere()[p] == static_cast<Index>(i));
  }
  CHECK(list.first().back() == list.size());
  return expected.size();
}

std::vector<Row> mixture() { return sample_spheres({.count = 400, .smallest = 0.005, .largest = 0.1}); }

}  // namespace

TEST_CASE("facet pairs: small, middling and large facets, spheres of many sizes") {
  CHECK(compare(mixture(), triangles(600, 0.01, 1)) > 100);
  CHECK(compare(mixture(), triangles(300, 0.2, 2)) > 1000);
  CHECK(compare(mixture(), triangles(20, 3, 3)) > 1000);
}

TEST_CASE("facet pairs: periodic axes, facets across the border and far outside of the box") {
  auto facets = triangles(200, 0.1, 4);
  for (std::size_t f = 0; f < facets.size(); f += 3) {
    const Vec3 shift(f % 2 ? 1 : -1, f % 5 ? 0 : 1, 0);
    facets[f].low += shift, facets[f].high += shift;
  }
  for (const auto& wide : triangles(20, 2, 5)) facets.push_back(wide);
  for (int axes = 1; axes < 8; ++axes) {
    CAPTURE(axes);
    const PeriodicBox box({0, 0, 0}, {1, 1, 1}, {(axes & 1) != 0, (axes & 2) != 0, (axes & 4) != 0});
    CHECK(compare(mixture(), facets, box) > 500);
  }
}

TEST_CASE("facet pairs: infinite planes and half spaces") {
  std::vector<BoundingBox> facets(4);
  for (auto& f : facets) f = {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
  facets[0].low.z() = facets[0].high.z() = 0;
  facets[1].low.x() = 0.9;
  facets[2].high.y() = -1;
  CHECK(compare(mixture(), facets) > 450);
  CHECK(compare(mixture(), facets, PeriodicBox({0, 0, 0}, {1, 1, 1}, {true, true, false})) > 1200);
}

TEST_CASE("images of a place near a facet are all there, wherever the wall has moved to, and few above a wide one") {
  const PeriodicBox box({0, 0, 0}, {1, 1, 1}, {true, false, false});
  constexpr Real reach = 0.1;
  for (const Real width : {0.3, 0.95, 1.0, 1.7, 40.0}) {
    for (const Real shift : {0.0, 0.3, -2.6}) {
      const BoundingBox facet{{shift, 0, 0}, {shift + width, 1, 0}};
      for (Real x = 0.05; x < 1; x += 0.1) {
        CAPTURE(width);
        CAPTURE(shift);
        CAPTURE(x);
        int seen = 0, above = 0, near = 0;
        for_each_image(box, facet, {x, 0.5, 0.2}, reach, [&](const Vec3& by) {
          CHECK((by.y() == 0 && by.z() == 0 && by.x() == std::round(by.x())));
          ++seen;
          if (x + by.x() >= facet.low.x() && x + by.x() <= facet.high.x()) ++above;
        });
        for (int k = -50; k <= 50; ++k) {
          if (x + k >= facet.low.x() - reach && x + k <= facet.high.x() + reach) ++near;
        }
        CHECK(seen == (width > 2 ? std::clamp(seen, 2, 3) : near));
        if (width >= 1) CHECK(above >= 1);
      }
    }
  }
  int unbounded = 0;
  for_each_image(box, {Vec3::Constant(-infinity), Vec3::Constant(infinity)}, {7, 0, 0}, reach, [&](const Vec3& by) {
    CHECK(by == Vec3::Zero());
    ++unbounded;
  });
  CHECK(unbounded == 1);
}

TEST_CASE("facet pairs: nothing, empty boxes, spheres that are nowhere") {
  auto spheres = mixture();
  spheres[3].set({std::nan(""), 0, 0});
  spheres[4].set({0, 1e9, 0});
  auto facets = triangles(100, 0.2, 6);
  facets[5] = BoundingBox{};
  facets[6].low.x() = std::nan("");
  LevelGrid grid;
  grid.build(spheres, skin);
  FacetPairs list;
  list.build(grid, facets, once);
  CHECK(list.size() > 100);
  CHECK(list.first()[3] == list.first()[5]);
  CHECK(std::none_of(list.facet().begin(), list.facet().end(), [](Index f) { return f == 5 || f == 6; }));
  list.build(grid, {}, once);
  CHECK(list.size() == 0);
  CHECK(list.first().size() == spheres.size() + 1);
  grid.build({}, skin);
  list.build(grid, facets, once);
  CHECK(list.size() == 0);
}

TEST_CASE("facet pairs: a closer look drops pairs or finds them several times") {
  const auto spheres = mixture();
  const auto facets = triangles(300, 0.2, 7);
  LevelGrid grid;
  grid.build(spheres, skin);
  FacetPairs list;
  list.build(grid, facets, once);
  const auto times = [](Index sphere, Index facet) { return sphere > 5 ? (sphere * 31 + facet) % 3 : 0; };
  SpherePairs expected;
  for (const auto& pair : listed(list)) expected.insert(expected.end(), times(pair.first, pair.second), pair);
  list.build(grid, facets, times);
  CHECK(listed(list) == expected);
  for (Index i = 0; i < 400; ++i) {
    const auto range = std::equal_range(expected.begin(), expected.end(), std::pair(i, Index(0)),
                                        [](const auto& a, const auto& b) { return a.first < b.first; });
    REQUIRE(list.first()[i] == range.first - expected.begin());
    REQUIRE(list.first()[i + 1] == range.second - expected.begin());
  }
  // The second of two is the one that was first.
  list.build(grid, facets, times);
  const auto number = [&](Index p) { return p > 0 && expected[p - 1] == expected[p] ? 1 : 0; };
  list.carry({}, [&](Index p, Index old) { return number(p) != number(old); });
  for (Index p = 0; p < list.size(); ++p) {
    const bool single = times(expected[p].first, expected[p].second) == 1;
    REQUIRE(list.carried().previous[p] == (single ? -1 : number(p) ? p - 1 : p + 1));
  }
}

TEST_CASE("facet pairs: pairs are found again when spheres change places, for any number of threads") {
  auto spheres = mixture();
  const auto facets = triangles(600, 0.1, 8);
  LevelGrid grid;
  grid.build(spheres, skin);
  FacetPairs list;
  const auto build_with = [&](int threads, FacetPairs& pairs) {
    const Threads set(threads);
    pairs.build(grid, facets, once);
  };
  build_with(1, list);
  const auto old = listed(list);
  FacetPairs read = written_and_read(list);
  CHECK(listed(read) == old);
  build_with(2, read);
  CHECK(listed(read) == old);
  read.carry({}, any);
  for (Index p = 0; p < read.size(); ++p) CHECK(read.carried().previous[p] == p);

  std::vector<Index> order(spheres.size());
  for (Index k = 0; k < 400; ++k) order[k] = 399 - k;
  std::reverse(spheres.begin(), spheres.end());
  grid.build(spheres, skin);
  list.build(grid, facets, once);
  list.carry(order, any);
  for (Index p = 0; p < list.size(); ++p) {
    const Index q = list.carried().previous[p];
    REQUIRE(q >= 0);
    CHECK(old[q] == std::pair(399 - list.sphere()[p], list.facet()[p]));
  }
}

}  // namespace talus
