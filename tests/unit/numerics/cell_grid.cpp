// The cell grid against looking at every pair.
#include "talus/numerics/cell_grid.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>

#include "support/threads.hpp"
#include "talus/numerics/near_rows.hpp"

namespace talus {
namespace {

std::vector<Index> brute_force(const std::vector<Vec3>& points, const Vec3& p, Real radius) {
  std::vector<Index> found;
  for (std::size_t j = 0; j < points.size(); ++j) {
    if ((points[j] - p).squaredNorm() < radius * radius) found.push_back(static_cast<Index>(j));
  }
  return found;
}

std::vector<Index> by_grid(const CellGrid& grid, const Vec3& p, Real radius) {
  std::vector<Index> found;
  grid.for_each_near(p, radius, [&](Index j, Real) { found.push_back(j); });
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<Vec3> cloud(int n, const Vec3& size, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<Real> uniform(-1, 1);
  std::vector<Vec3> points(n);
  for (Vec3& p : points) {
    for (int a = 0; a < 3; ++a) p[a] = size[a] * uniform(engine);
  }
  return points;
}

/// Asks at every point, and at places inside and outside of the box.
void compare(const std::vector<Vec3>& points, Real cell, Real radius) {
  CellGrid grid;
  grid.build(points, cell);
  std::vector<Vec3> places = cloud(50, {2, 2, 2}, 77);
  places.insert(places.end(), points.begin(), points.end());
  std::size_t wrong = 0;
  for (const Vec3& p : places) wrong += by_grid(grid, p, radius) != brute_force(points, p, radius);
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("cell grid: the same neighbours as by looking at all pairs, for clouds, planes, lines and points") {
  for (const Vec3& size : {Vec3(1, 1, 1), Vec3(1, 1, 0), Vec3(1, 0, 0), Vec3(0, 0, 0), Vec3(1, 0.01, 3)}) {
    for (const Real radius : {0.05, 0.3, 5.0}) {
      CAPTURE(size.transpose());
      CAPTURE(radius);
      compare(cloud(300, size, 5), radius, radius);
    }
  }
}

TEST_CASE("near rows: those of every place in turn, with any number of threads") {
  const std::vector<Vec3> points = cloud(300, {1, 1, 1}, 5), places = cloud(500, {1.5, 1.5, 1.5}, 6);
  constexpr Real radius = 0.3;
  const auto wanted = [](Index k, Index j) { return (k + j) % 3 != 0; };
  for (const int threads : {1, 2, 3}) {
    const Threads set(threads);
    CAPTURE(threads);
    NearRows rows;
    for (int time = 0; time < 2; ++time) {  // nothing is left over from before
      rows.find(
          points, radius, static_cast<Index>(places.size()), [&](Index k) { return places[k]; }, wanted);
      std::vector<std::vector<Index>> found(places.size());
      Index last = -1;
      rows.for_each([&](Index k, std::vector<Index>& near) {
        CHECK(k > last);
        last = k;
        found[k] = near;
        near.clear();
      });
      std::size_t wrong = 0;
      for (std::size_t k = 0; k < places.size(); ++k) {
        std::vector<Index> near = brute_force(points, places[k], radius);
        std::erase_if(near, [&](Index j) { return !wanted(static_cast<Index>(k), j); });
        wrong += found[k] != near;
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("cell grid: a query wider or narrower than the cells is still complete") {
  const auto points = cloud(300, {1, 1, 1}, 6);
  for (const Real radius : {0.02, 0.21, 0.5}) compare(points, 0.2, radius);
}

TEST_CASE("cell grid: a particle that has flown off does not make the grid large, nor incomplete") {
  auto points = cloud(200, {1, 1, 1}, 7);
  points.push_back({1e7, -1e7, 1e6});
  compare(points, 0.1, 0.1);
}

TEST_CASE("cell grid: neighbours of lattice points that lie exactly on the faces of cells") {
  std::vector<Vec3> points;
  for (int k = 0; k < 1000; ++k) points.emplace_back(0.1 * (k % 10), 0.1 * (k / 10 % 10), 0.1 * (k / 100));
  for (const Real radius : {0.1, 0.2, 0.15}) compare(points, radius, radius);
}

TEST_CASE("cell grid: no points, and a rebuild with other points") {
  CellGrid grid;
  const std::vector<Vec3> none, few = cloud(20, {1, 1, 1}, 8);
  grid.build(few, 0.3);
  grid.build(none, 0.3);
  CHECK(by_grid(grid, Vec3::Zero(), 10).empty());
  grid.build(few, 0.3);
  CHECK(by_grid(grid, Vec3::Zero(), 10).size() == few.size());
}

TEST_CASE("cell grid: distances are handed out and the order of visits is always the same") {
  const auto points = cloud(200, {1, 1, 1}, 9);
  CellGrid first, second;
  first.build(points, 0.4);
  second.build(cloud(500, {3, 1, 1}, 10), 0.1);
  second.build(points, 0.4);
  std::vector<Index> order, again;
  first.for_each_near(points[3], 0.4, [&](Index j, Real distance2) {
    order.push_back(j);
    CHECK(distance2 == (points[j] - points[3]).squaredNorm());
  });
  second.for_each_near(points[3], 0.4, [&](Index j, Real) { again.push_back(j); });
  CHECK(order.size() > 3);
  CHECK(order == again);
}

TEST_CASE("cell grid: points that are nowhere are near nothing, and nothing else changes") {
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
  for (const Vec3& lost : {Vec3(nan, 0, 0), Vec3(0, infinity, 0), Vec3(0, 0, -infinity), Vec3(nan, nan, nan)}) {
    for (const std::size_t place : {0, 150, 299}) {
      CAPTURE(lost.transpose());
      auto points = cloud(300, {1, 1, 1}, 8);
      points[place] = lost;
      compare(points, 0.3, 0.3);
    }
  }
  compare(std::vector<Vec3>(3, Vec3::Constant(nan)), 0.3, 0.3);
}

TEST_CASE("cell grid: points as far apart as numbers go, and widths that are none") {
  compare({Vec3::Constant(-1.7e308), Vec3::Constant(1.7e308), Vec3::Zero()}, 0.3, 0.3);
  for (const Real width : {0.0, -1.0, std::numeric_limits<Real>::quiet_NaN(), infinity}) {
    compare(cloud(300, {1, 1, 1}, 9), width, 0.3);
  }
}

}  // namespace talus
