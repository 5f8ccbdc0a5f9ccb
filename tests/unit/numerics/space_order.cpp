// The order along Morton's curve: known orders of few places, and how near in space neighbours in memory are.
#include "talus/numerics/space_order.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "support/sample_spheres.hpp"
#include "support/threads.hpp"

namespace talus {
namespace {

std::vector<Index> order_of(std::span<const Row> rows, const PeriodicBox& box = {}) {
  SpaceOrder order;
  const auto sorted = order.sort(rows, box);
  return {sorted.begin(), sorted.end()};
}

/// Mean distance from one sphere to the next in the order [m], of those that are within `reach` of the origin.
Real mean_step(std::span<const Row> rows, std::span<const Index> order, Real reach) {
  Real sum = 0;
  int steps = 0;
  for (std::size_t k = 1; k < order.size(); ++k) {
    const Vec3 a = rows[order[k - 1]].vec(), b = rows[order[k]].vec();
    if (a.norm() > reach || b.norm() > reach) continue;
    sum += (b - a).norm();
    ++steps;
  }
  return sum / steps;
}

void check_is_permutation(std::vector<Index> order) {
  std::sort(order.begin(), order.end());
  for (std::size_t k = 0; k < order.size(); ++k) REQUIRE(order[k] == static_cast<Index>(k));
}

}  // namespace

TEST_CASE("space order: the corners of a cube are visited along x, then y, then z") {
  std::vector<Row> corners;
  for (const int k : {5, 2, 7, 0, 3, 6, 1, 4}) corners.emplace_back(k & 1, k >> 1 & 1, k >> 2, 0.1);
  CHECK(order_of(corners) == std::vector<Index>{3, 6, 1, 4, 7, 0, 5, 2});
}

TEST_CASE("space order: neighbours in the order are neighbours in space") {
  constexpr int n = 8000;
  const auto rows = sample_spheres({.count = n});
  std::vector<Index> unsorted(n);
  std::iota(unsorted.begin(), unsorted.end(), 0);
  const auto order = order_of(rows);
  check_is_permutation(order);
  const Real spacing = std::cbrt(1.0 / n);
  CHECK(mean_step(rows, unsorted, 9) > 12 * spacing);  // of random places in a cube: 0.66
  CHECK(mean_step(rows, order, 9) < 2 * spacing);
}

TEST_CASE("space order: grains that have flown away do not spoil it") {
  constexpr int n = 8000;
  auto rows = sample_spheres({.count = n});
  for (int k = 0; k < n; k += 10) rows[k].set(1e6 * (rows[k].vec() - Vec3::Constant(0.5)));
  const auto order = order_of(rows);
  check_is_permutation(order);
  CHECK(mean_step(rows, order, 9) < 2 * std::cbrt(1.0 / n));
}

TEST_CASE("space order: axes go by where most spheres are") {
  auto rows = sample_spheres({.count = 3000, .high = {2, 0.5, 1}});
  CHECK((SpaceOrder().axes(rows) == std::array<int, 3>{1, 2, 0}));
  for (int k = 0; k < 3000; k += 10) rows[k].y += 1e6;
  CHECK((SpaceOrder().axes(rows) == std::array<int, 3>{1, 2, 0}));
}

TEST_CASE("space order: places that are the same keep their order, and those that are none come last") {
  std::vector<Row> rows(5, Row(1, 2, 3, 0.1));
  CHECK(order_of(rows) == std::vector<Index>{0, 1, 2, 3, 4});
  rows[1].x = std::nan("");
  rows[3].z = INFINITY;
  CHECK(order_of(rows) == std::vector<Index>{0, 2, 4, 1, 3});
  CHECK(order_of(std::vector<Row>(3, Row(std::nan(""), 0, 0, 1))) == std::vector<Index>{0, 1, 2});
  CHECK(order_of(std::vector<Row>{}).empty());
}

TEST_CASE("space order: images of a periodic box count as one place") {
  const PeriodicBox box({0, 0, 0}, {1, 1, 1}, {true, false, true});
  const auto inside = sample_spheres({.count = 500});
  auto outside = inside;
  for (std::size_t k = 0; k < outside.size(); ++k) outside[k].x += Real(k % 4) - 2, outside[k].z -= Real(k % 3);
  CHECK(order_of(outside, box) == order_of(inside, box));
  CHECK(order_of(outside) != order_of(inside));
}

TEST_CASE("space order: the number of threads changes nothing, and arrays follow the order") {
  auto rows = sample_spheres({.count = 1000});
  const auto with = [&rows](int threads) {
    const Threads set(threads);
    return order_of(rows);
  };
  const auto one = with(1);
  CHECK(one == with(2));
  const auto unsorted = rows;
  std::vector<Row> scratch;
  reorder(one, rows, scratch);
  for (std::size_t k = 0; k < rows.size(); ++k) REQUIRE(rows[k].vec() == unsorted[one[k]].vec());
  std::vector<Index> sorted(rows.size());
  std::iota(sorted.begin(), sorted.end(), 0);
  CHECK(order_of(rows) == sorted);
}

}  // namespace talus
