// The grid of levels: nothing is missed, nothing is seen twice, and how many candidates a search has to look at.
#include "talus/numerics/level_grid.hpp"

#include <doctest/doctest.h>

#include "support/sample_spheres.hpp"

namespace talus {
namespace {

constexpr Real skin = 0.01;  // [m]

/// Spheres of one level whose centres may lie between two corners, sorted.
std::vector<Index> candidates(const LevelGrid& grid, const LevelGrid::Level& level, const Vec3& low, const Vec3& high) {
  std::vector<Index> found;
  grid.for_each_run(level, level.range(low, high), [&](Index first, Index end) {
    for (Index slot = first; slot < end; ++slot) found.push_back(grid.sphere(slot));
  });
  std::sort(found.begin(), found.end());
  return found;
}

/// Candidates that a sphere looks at, on average, when it searches its own and the coarser levels.
Real candidates_per_sphere(const LevelGrid& grid) {
  Real seen = 0;
  for (const auto& own : grid.levels()) {
    for (Index slot = own.first_slot; slot < own.end_slot; ++slot) {
      for (const auto& level : grid.levels()) {
        const Vec3 range = Vec3::Constant(grid.reach_of()[slot] + level.reach), p = grid.center(slot);
        grid.for_each_run(level, level.range(p - range, p + range),
                          [&](Index first, Index end) { seen += end - first; });
        if (&level == &own) break;
      }
    }
  }
  return seen / grid.size();
}

std::size_t cells_of(const LevelGrid& grid) {
  std::size_t cells = 0;
  for (const auto& level : grid.levels()) cells += level.cells();
  return cells;
}

/// A cubic lattice of side^3 touching spheres of radius r [m].
std::vector<Row> lattice(int side, Real r) {
  std::vector<Row> spheres;
  for (int k = 0; k < side * side * side; ++k) {
    spheres.emplace_back(2 * r * (k % side), 2 * r * (k / side % side), 2 * r * (k / side / side), r);
  }
  return spheres;
}

}  // namespace

TEST_CASE("level grid: slots hold every sphere once, by levels of reach alike up to a factor of two") {
  const auto spheres = sample_spheres({.count = 700, .smallest = 0.01, .largest = 0.3});
  LevelGrid grid;
  grid.build(spheres, skin);
  REQUIRE(grid.size() == 700);
  CHECK(grid.levels().size() == 5);  // 0.3 + 0.005 to 0.01 + 0.005: a factor of 20
  std::vector<int> seen(spheres.size(), 0);
  Index slot = 0;
  Real coarser = INFINITY;
  for (const auto& level : grid.levels()) {
    CHECK(level.first_slot == slot);
    CHECK(level.reach < coarser);
    coarser = level.reach;
    for (; slot < level.end_slot; ++slot) {
      const Index i = grid.sphere(slot);
      ++seen[i];
      CHECK(grid.reach_of()[slot] == spheres[i].w + skin / 2);
      CHECK(grid.reach_of()[slot] <= level.reach);
      CHECK(grid.reach_of()[slot] > level.reach / 2);
      CHECK(grid.center(slot) == spheres[i].vec());
    }
  }
  CHECK(slot == grid.size());
  CHECK(std::count(seen.begin(), seen.end(), 1) == 700);
}

TEST_CASE("level grid: a range of cells holds every sphere in it, and each once") {
  auto spheres = sample_spheres({.count = 900, .smallest = 0.01, .largest = 0.1, .high = {1, 2, 0.4}});
  for (int k = 0; k < 900; k += 50) spheres[k].set(Vec3(1, -1, 1) * std::pow(10, k / 100));  // up to 1e8 m away
  const PeriodicBox boxes[] = {
      {}, {{0, 0, 0}, {1, 2, 0.4}, {true, false, false}}, {{0, 0, 0}, {1, 2, 0.4}, {true, true, true}}};
  for (const PeriodicBox& box : boxes) {
    LevelGrid grid;
    grid.build(spheres, skin, box);
    std::mt19937 engine(8);
    std::uniform_real_distribution<Real> uniform(-0.5, 2.5);
    for (int k = 0; k < 300; ++k) {
      const Vec3 middle(uniform(engine), uniform(engine), uniform(engine));
      const Vec3 half = Vec3::Constant(0.02 * (k % 10)) + Vec3(0, 0, k % 7 == 0 ? 1e12 : 0);
      for (const auto& level : grid.levels()) {
        const auto found = candidates(grid, level, middle - half, middle + half);
        REQUIRE(std::adjacent_find(found.begin(), found.end()) == found.end());
        for (Index slot = level.first_slot; slot < level.end_slot; ++slot) {
          const Vec3 d = box.nearest(grid.center(slot) - middle).cwiseAbs() - half;
          if (d.maxCoeff() > 0) continue;
          REQUIRE(std::binary_search(found.begin(), found.end(), grid.sphere(slot)));
        }
      }
    }
  }
}

TEST_CASE("level grid: touching equal spheres look at the 27 nearest") {
  LevelGrid grid;
  grid.build(lattice(20, 0.05), 0);
  CHECK(candidates_per_sphere(grid) < 27.01);
  CHECK(cells_of(grid) < 4 * 8000 + 1024);
}

TEST_CASE("level grid: grains that have flown away cost neither memory nor time") {
  auto spheres = lattice(20, 0.05);
  for (std::size_t k = 0; k < spheres.size(); k += 20) spheres[k].set(1e6 * Vec3(1, 2, -3) + 7e5 * spheres[k].vec());
  LevelGrid grid;
  grid.build(spheres, 0);
  CHECK(candidates_per_sphere(grid) < 2 * 27);
  CHECK(cells_of(grid) < 4 * 8000 + 1024);
}

TEST_CASE("level grid: a ratio of sizes of a hundred leaves the work proportional to the number") {
  auto spheres = lattice(20, 0.001);
  for (const Row& big : lattice(3, 0.1)) spheres.push_back(big);
  LevelGrid grid;
  grid.build(spheres, 0);
  CHECK(grid.levels().size() == 2);
  CHECK(candidates_per_sphere(grid) < 2 * 27);
}

TEST_CASE("level grid: layers along the last axis follow each other, and who stands in the order of slots stays") {
  const auto unsorted = sample_spheres({.count = 900, .smallest = 0.04, .largest = 0.06, .high = {0.5, 2, 1}});
  LevelGrid grid;
  grid.number_along({0, 2, 1});
  grid.build(unsorted, skin);
  REQUIRE(grid.follows_space());
  const LevelGrid::Level& level = grid.levels()[0];
  std::vector<Row> sorted;
  for (Index slot = 0; slot < grid.size(); ++slot) {
    sorted.push_back(unsorted[grid.sphere(slot)]);
    if (slot == 0) continue;
    REQUIRE(level.cell_along(1, grid.center(slot).y()) >= level.cell_along(1, grid.center(slot - 1).y()));
  }
  grid.number_by_slot();
  LevelGrid anew;
  anew.number_along({0, 2, 1});
  anew.build(sorted, skin);
  for (Index slot = 0; slot < grid.size(); ++slot) {
    REQUIRE(grid.sphere(slot) == slot);
    REQUIRE(grid.slot(slot) == slot);
    REQUIRE(anew.sphere(slot) == slot);
  }
  sorted[0].set(Vec3(0, 1e6, 0));
  anew.build(sorted, skin);
  CHECK_FALSE(anew.follows_space());  // what is far away shares its cell with others
}

TEST_CASE("level grid: places that are no numbers, sizes that are none, and nothing at all are survived") {
  LevelGrid grid;
  grid.build({}, skin);
  CHECK(grid.size() == 0);
  CHECK(grid.levels().empty());
  CHECK(grid.reach() == 0);
  const Real nan = std::nan("");
  grid.build(
      std::vector<Row>{{nan, 0, 0, 1}, {0, INFINITY, 0, 1}, {1e308, -1e308, 0, 1}, {0, 0, 0, nan}, {0, 0, 0, INFINITY}},
      skin);
  CHECK(grid.size() == 5);
  CHECK(grid.reach() == 1 + skin / 2);
  grid.build(std::vector<Row>(4, Row(nan, nan, nan, 0)), 0);
  CHECK(grid.size() == 4);
  const std::vector<Row> points{{0, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0, 0}};
  grid.build(points, 0);
  CHECK(candidates(grid, grid.levels()[0], Vec3::Zero(), Vec3::Zero()) == std::vector<Index>{0, 1});
}

}  // namespace talus
