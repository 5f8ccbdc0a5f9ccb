// Selections: sides and layers of bodies, boxes, nearest particles, and what is refused.
#include "talus/geometry/selection.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "talus/core/error.hpp"
#include "talus/geometry/block.hpp"
#include "talus/geometry/rotation.hpp"

using namespace talus;

namespace {

constexpr Real spacing = 0.1;

void check_refused(const Selection& selection, int dimension, const char* words) {
  const PointCloud cloud = Block{Vec3(1, 0.5, 0.3)}.fill(spacing, dimension);
  try {
    (void)selection.resolve(cloud.X, spacing, dimension);
    FAIL("not refused: " << words);
  } catch (const CaseError& error) {
    CHECK_MESSAGE(std::string(error.what()).find(words) != std::string::npos, error.what());
  }
}

}  // namespace

TEST_CASE("layers of a shape that has been turned are those of its own sides") {
  const Mat3 turn = Rotation{Vec3(0, 0, 0.35)}.matrix();
  PointCloud cloud = Block{Vec3(1, 0.5, 0)}.fill(spacing, 2);
  const auto before = Selection{.layer = Side::bottom, .layers = 2}.resolve(cloud.X, spacing, 2);
  for (Vec3& X : cloud.X) X = turn * X + Vec3(3, -2, 0);
  CHECK(before.size() == 20);
  CHECK(Selection{.layer = Side::bottom, .layers = 2}.resolve(cloud.X, spacing, 2, turn) == before);
}

TEST_CASE("each side of a block in 3-D is one layer of cells, facing the right way") {
  const PointCloud cloud = Block{Vec3(1, 0.5, 0.3)}.fill(spacing, 3);
  struct Expected {
    Side side;
    std::size_t count;
    int axis;
    Real at;
  };
  for (const auto& [side, count, axis, at] :
       {Expected{Side::left, 15, 0, -0.45}, Expected{Side::right, 15, 0, 0.45}, Expected{Side::front, 30, 1, -0.2},
        Expected{Side::back, 30, 1, 0.2}, Expected{Side::bottom, 50, 2, -0.1}, Expected{Side::top, 50, 2, 0.1}}) {
    const auto selected = Selection{.layer = side}.resolve(cloud.X, spacing, 3);
    CHECK(selected.size() == count);
    CHECK(std::is_sorted(selected.begin(), selected.end()));
    for (const Index i : selected) CHECK(cloud.X[i][axis] == doctest::Approx(at));
  }
}

TEST_CASE("bottom is -y in 2-D; layers are counted right in stretched and squeezed cells") {
  for (const Real height : {0.5, 0.546, 0.455}) {
    const PointCloud cloud = Block{Vec3(1, height, 0)}.fill(spacing, 2);
    const auto selected = Selection{.layer = Side::bottom, .layers = 4}.resolve(cloud.X, spacing, 2);
    CHECK(selected.size() == 40);
    for (const Index i : selected) CHECK(cloud.X[i].y() < 0.2);
  }
  const PointCloud cloud = Block{Vec3(1, 0.5, 0)}.fill(spacing, 2);
  CHECK(Selection{.layer = Side::top, .layers = 9}.resolve(cloud.X, spacing, 2).size() == 50);
}

TEST_CASE("box with its faces on particle centres, nearest, all") {
  const PointCloud cloud = Block{Vec3(1, 0.5, 0)}.fill(spacing, 2);
  const BoxRegion box{Vec3(-0.05, -0.1, 0), Vec3(0.15, 0.1, 0)};
  CHECK(Selection{.box = box}.resolve(cloud.X, spacing, 2).size() == 3 * 3);
  const auto nearest = Selection{.nearest = Vec3(0.44, 0.21, 0)}.resolve(cloud.X, spacing, 2);
  REQUIRE(nearest.size() == 1);
  CHECK((cloud.X[nearest.front()] - Vec3(0.45, 0.2, 0)).norm() < 1e-12);
  CHECK(Selection{.all = true}.resolve(cloud.X, spacing, 2).size() == 50);
}

TEST_CASE("selections that say nothing, too much, or hit nothing are refused") {
  check_refused({}, 2, "exactly one of layer, box, nearest, id and all; it has 0");
  check_refused({.layer = Side::top, .all = true}, 2, "it has 2");
  check_refused({.layer = Side::front}, 2, "no front or back in two dimensions");
  check_refused({.layers = 3, .all = true}, 2, "goes with layer only");
  check_refused({.box = BoxRegion{Vec3(5, 5, 0), Vec3(6, 6, 0)}}, 2,
                "no particle lies between (5, 5, 0) and (6, 6, 0) m");
  check_refused({.box = BoxRegion{Vec3(1, 0, 0), Vec3(0, 0, 0)}}, 2, "min (1, 0, 0) has to lie below max (0, 0, 0) m");
}
