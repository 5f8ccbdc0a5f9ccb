// Plane, box, cylinder, sphere and plate: where a sphere touches them, their bounds, sizes and pictures.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/relative_error.hpp"
#include "talus/core/error.hpp"
#include "talus/geometry/wall/surface.hpp"
#include "talus/geometry/wall/tessellation.hpp"
#include "wall_samples.hpp"

using namespace wall_samples;
using std::numbers::pi;

namespace {

/// Whatever the shape: point, normal and distance belong together, and the facet's bounds enclose what it may touch.
template <class Surface>
void check_consistent(const Surface& surface, unsigned seed) {
  Dice dice(seed);
  int touched = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    Vec3 x = dice.in_box(-2, 2);
    const Real radius = dice(0.05, 0.6);
    for (Index f = 0; f < surface.facet_count(); ++f) {
      Touch touch;
      REQUIRE(surface.touch(f, x, radius, touch) == (surface.clearance(f, x) < radius));
      if (surface.clearance(f, x) >= radius) continue;
      ++touched;
      CHECK(touch.distance == near(surface.clearance(f, x), 1e-12));
      CHECK(touch.normal.norm() == doctest::Approx(1).epsilon(1e-12));
      CHECK((touch.point + touch.distance * touch.normal - x).norm() < 1e-13);
      CHECK(std::abs(surface.clearance(f, touch.point)) < 1e-13);
      // A little further along the normal the distance is larger by as much.
      CHECK(surface.clearance(f, x + 1e-6 * touch.normal) - touch.distance == near(1e-6, 1e-6));
      const BoundingBox box = surface.bounds(f);
      CHECK((x - x.cwiseMax(box.low).cwiseMin(box.high)).norm() <= radius);
    }
  }
  CHECK(touched > 100);
}

Real area_of(const WallTriangles& triangles) {
  Real sum = 0;
  for (const auto& t : triangles) sum += (t[1] - t[0]).cross(t[2] - t[0]).norm() / 2;
  return sum;
}

bool all_within(const WallTriangles& triangles, const BoundingBox& box) {
  for (const auto& t : triangles) {
    for (const Vec3& p : t) {
      if ((p - box.low).minCoeff() < -1e-12 || (box.high - p).minCoeff() < -1e-12) return false;
    }
  }
  return true;
}

const BoundingBox unit_box{Vec3(-1, -1, -1), Vec3(1, 1, 1)};

}  // namespace

TEST_CASE("plane: distance of both signs, the normal of the case at any length") {
  const PlaneSurface plane = PlaneWall{.point = Vec3(1, 2, 3), .normal = Vec3(0, 0, 5)}.surface(3);
  Touch touch;
  REQUIRE(plane.touch(0, Vec3(7, -3, 3.25), 0.5, touch));
  CHECK(touch.distance == 0.25);
  CHECK(touch.normal == Vec3(0, 0, 1));
  CHECK(touch.point == Vec3(7, -3, 3));
  CHECK(!plane.touch(0, Vec3(7, -3, 3.5), 0.5, touch));
  REQUIRE(plane.touch(0, Vec3(0, 0, -7), 0.5, touch));
  CHECK(touch.distance == -10);
  CHECK(plane.bounds(0).high.z() == 3);
  CHECK(plane.bounds(0).low.z() == -infinity);
  CHECK(plane.bounds(0).high.x() == infinity);
  const PlaneSurface tilted = PlaneWall{.point = Vec3(0.1, 0, 0), .normal = Vec3(1, -2, 0.5)}.surface(3);
  check_consistent(tilted, 1);
  CHECK(tilted.bounds(0).low == Vec3::Constant(-infinity));
}

TEST_CASE("plane as a picture: the piece inside the box") {
  const PlaneSurface level = PlaneWall{.point = Vec3(9, 9, 0.3), .normal = Vec3(0, 0, 1)}.surface(3);
  CHECK(area_of(level.triangles(unit_box)) == doctest::Approx(4).epsilon(1e-12));
  const PlaneSurface diagonal = PlaneWall{.point = Vec3::Zero(), .normal = Vec3(1, 1, 1)}.surface(3);
  CHECK(area_of(diagonal.triangles(unit_box)) == doctest::Approx(3 * std::sqrt(3)).epsilon(1e-12));  // a hexagon
  CHECK(all_within(diagonal.triangles(unit_box), unit_box));
  const PlaneSurface outside = PlaneWall{.point = Vec3(0, 0, 1.5), .normal = Vec3(0, 0, 1)}.surface(3);
  CHECK(outside.triangles(unit_box).empty());
}

TEST_CASE("box around the grains: up to three planes at once, none lost through an edge") {
  const BoxSurface box = BoxWall{Vec3(-1, -2, 0), Vec3(1, 2, 3), WallSide::inside}.surface(3);
  REQUIRE(box.facet_count() == 6);
  const auto corner = touches(box, Vec3(-0.9, 1.8, 0.05), 0.25);
  REQUIRE(corner.size() == 3);
  CHECK(corner[0].normal == Vec3(1, 0, 0));
  CHECK(corner[0].distance == doctest::Approx(0.1));
  CHECK(corner[1].normal == Vec3(0, -1, 0));
  CHECK(corner[1].distance == doctest::Approx(0.2));
  CHECK(corner[2].normal == Vec3(0, 0, 1));
  CHECK(corner[2].distance == 0.05);
  const auto beyond = touches(box, Vec3(1.5, 2.5, 1.5), 0.25);  // outside, beyond an edge
  REQUIRE(beyond.size() == 2);
  CHECK(beyond[0].distance == -0.5);
  CHECK(touches(box, Vec3(0, 0, 1.5), 0.9).empty());
  CHECK(*box.volume() == 24);
  CHECK(*box.area() == 2 * (8 + 6 + 12));
  check_consistent(box, 2);
}

TEST_CASE("box among the grains: nearest face, edge or corner; from within the nearest face") {
  const BoxSurface box = BoxWall{Vec3(-1, -0.5, 0), Vec3(1, 0.5, 0.4), WallSide::outside}.surface(3);
  REQUIRE(box.facet_count() == 1);
  check_consistent(box, 3);
  Touch touch;
  REQUIRE(box.touch(0, Vec3(1.3, 0.9, 0.2), 0.6, touch));
  CHECK(touch.feature == Feature::edge);
  CHECK(touch.distance == doctest::Approx(0.5).epsilon(1e-15));
  CHECK((touch.normal - Vec3(0.6, 0.8, 0)).norm() < 1e-15);
  REQUIRE(box.touch(0, Vec3(1.2, 0.7, 0.5), 0.6, touch));
  CHECK(touch.feature == Feature::vertex);
  CHECK(touch.distance == doctest::Approx(0.3).epsilon(1e-14));
  REQUIRE(box.touch(0, Vec3(0.2, 0.1, 0.5), 0.6, touch));
  CHECK(touch.feature == Feature::face);
  REQUIRE(box.touch(0, Vec3(0.2, 0.1, 0.3), 0.6, touch));
  CHECK(touch.distance == doctest::Approx(-0.1));
  CHECK(touch.normal == Vec3(0, 0, 1));
  REQUIRE(box.touch(0, Vec3(-0.95, 0.1, 0.2), 0.6, touch));
  CHECK(touch.normal == Vec3(-1, 0, 0));
  CHECK(!box.touch(0, Vec3(1.3, 0.9, 0.2), 0.5, touch));
}

TEST_CASE("box as a picture: faces only, cut off by the box") {
  const BoxSurface box = BoxWall{Vec3(0, 0, 0), Vec3(1, 2, 3), WallSide::inside}.surface(3);
  const BoundingBox wide{Vec3::Constant(-9), Vec3::Constant(9)};
  CHECK(area_of(box.triangles(wide)) == doctest::Approx(22).epsilon(1e-12));
  CHECK(area_of(box.triangles({Vec3::Constant(-9), Vec3(9, 9, 1)})) == doctest::Approx(2 + 6).epsilon(1e-12));
}

TEST_CASE("sphere around and among the grains") {
  const SphereSurface ball = SphereWall{Vec3(0.1, 0.2, -0.1), 1.2, WallSide::outside}.surface(3);
  const SphereSurface shell = SphereWall{Vec3(0.1, 0.2, -0.1), 1.2, WallSide::inside}.surface(3);
  check_consistent(ball, 4);
  check_consistent(shell, 5);
  Touch touch;
  REQUIRE(ball.touch(0, Vec3(0.1, 0.2, 1.4), 0.5, touch));
  CHECK(touch.distance == doctest::Approx(0.3));
  CHECK((touch.normal - Vec3(0, 0, 1)).norm() < 1e-15);
  REQUIRE(shell.touch(0, Vec3(0.1, 1.1, -0.1), 0.5, touch));
  CHECK(touch.distance == doctest::Approx(0.3));
  CHECK((touch.normal - Vec3(0, -1, 0)).norm() < 1e-15);
  REQUIRE(shell.touch(0, Vec3(0.1, 2.4, -0.1), 0.5, touch));
  CHECK(touch.distance == doctest::Approx(-1));
  CHECK(ball.touch(0, ball.centre, 0.5, touch));  // the centre itself has a direction
  CHECK(touch.normal.norm() == 1);
  CHECK(*ball.volume() == doctest::Approx(4 * pi / 3 * 1.728));
  const BoundingBox wide{Vec3::Constant(-9), Vec3::Constant(9)};
  CHECK(area_of(ball.triangles(wide)) == doctest::Approx(*ball.area()).epsilon(5e-3));
}

TEST_CASE("cylinder about a slanting axis: endless, container, obstacle, open tube") {
  const CylinderWall base{.centre = Vec3(0.1, -0.2, 0.3), .axis = Vec3(1, 2, 2), .radius = 0.5};
  const Vec3 e(1.0 / 3, 2.0 / 3, 2.0 / 3);
  const Vec3 r = Vec3(2, 1, -2) / 3;  // across
  CylinderWall pipe = base, tank = base, post = base, tube = base;
  pipe.side = tank.side = WallSide::inside;
  post.side = WallSide::outside;
  tank.length = post.length = tube.length = 1.6;
  tank.closed = post.closed = true;
  tube.closed = false;
  const CylinderSurface endless = pipe.surface(3), container = tank.surface(3), solid = post.surface(3),
                        open = tube.surface(3);
  CHECK(endless.facet_count() == 1);
  CHECK(container.facet_count() == 3);
  CHECK(solid.facet_count() == 1);
  CHECK(open.facet_count() == 1);
  check_consistent(endless, 6);
  check_consistent(container, 7);
  check_consistent(solid, 8);
  check_consistent(open, 9);

  const auto at = [&](Real along, Real across) { return Vec3(base.centre + along * e + across * r); };
  const auto one = [](const CylinderSurface& surface, const Vec3& x) {
    const auto found = touches(surface, x, 0.4);
    REQUIRE(found.size() == 1);
    return found[0];
  };
  CHECK(one(endless, at(5, 0.3)).distance == doctest::Approx(0.2));
  CHECK((one(endless, at(5, 0.3)).normal + r).norm() < 1e-14);
  CHECK(one(container, at(-0.75, 0)).distance == doctest::Approx(0.05));
  CHECK((one(container, at(-0.75, 0)).normal - e).norm() < 1e-14);
  CHECK((one(container, at(0.95, 0)).normal + e).norm() < 1e-14);
  CHECK(one(container, at(0.95, 0)).distance == doctest::Approx(-0.15));
  CHECK(touches(container, at(0.7, 0.45), 0.4).size() == 2);
  CHECK(one(solid, at(0.3, 0.7)).distance == doctest::Approx(0.2));
  CHECK(one(solid, at(0.9, 0.2)).distance == doctest::Approx(0.1));
  CHECK((one(solid, at(0.9, 0.2)).normal - e).norm() < 1e-14);
  CHECK(one(solid, at(0.92, 0.59)).distance == doctest::Approx(0.15));  // 0.12 beyond the end, 0.09 beyond the mantle
  CHECK(one(solid, at(0.92, 0.59)).feature == Feature::edge);
  CHECK((one(solid, at(0.92, 0.59)).normal - (0.8 * e + 0.6 * r)).norm() < 1e-14);
  CHECK(one(solid, at(0.75, 0.2)).distance == doctest::Approx(-0.05));
  CHECK(one(solid, at(0.2, 0.4)).distance == doctest::Approx(-0.1));
  CHECK(one(open, at(0.2, 0.4)).distance == doctest::Approx(0.1));
  CHECK((one(open, at(0.2, 0.4)).normal + r).norm() < 1e-14);
  CHECK((one(open, at(0.2, 0.6)).normal - r).norm() < 1e-14);
  CHECK(one(open, at(-0.92, 0.41)).distance == doctest::Approx(0.15));
  CHECK((one(open, at(-0.92, 0.41)).normal - (-0.8 * e - 0.6 * r)).norm() < 1e-14);
  CHECK(touches(open, at(0.9, 0), 0.4).empty());
  CHECK(one(solid, base.centre).normal.norm() == doctest::Approx(1));  // on the axis

  CHECK(!endless.area());
  CHECK(!open.volume());
  CHECK(*open.area() == doctest::Approx(pi * 1.6));
  CHECK(*container.volume() == doctest::Approx(pi * 0.25 * 1.6));
  CHECK(*container.area() == doctest::Approx(pi * 1.6 + 2 * pi * 0.25));
  const BoundingBox wide{Vec3::Constant(-9), Vec3::Constant(9)};
  CHECK(area_of(solid.triangles(wide)) == doctest::Approx(*solid.area()).epsilon(2e-3));
  CHECK(area_of(open.triangles(wide)) == doctest::Approx(*open.area()).epsilon(2e-3));
  CHECK(all_within(endless.triangles(unit_box), unit_box));
}

TEST_CASE("an endless cylinder is drawn through the whole box") {
  const CylinderSurface pipe =
      CylinderWall{.centre = Vec3(0.2, 0, -70), .radius = 0.5, .side = WallSide::inside}.surface(3);
  CHECK(area_of(pipe.triangles(unit_box)) == doctest::Approx(2 * 64 * std::sin(pi / 64)).epsilon(1e-12));
}

TEST_CASE("in two dimensions z drops out") {
  const BoxSurface box = BoxWall{Vec3(0, 0, 0), Vec3(2, 1, 0), WallSide::inside}.surface(2);
  CHECK(box.facet_count() == 4);
  CHECK(touches(box, Vec3(0.1, 0.9, 0), 0.2).size() == 2);
  CHECK(*box.volume() == 2);
  CHECK(*box.area() == 6);
  const BoxSurface block = BoxWall{Vec3(0, 0, 0), Vec3(2, 1, 0), WallSide::outside}.surface(2);
  const auto corner = touches(block, Vec3(2.3, 1.4, 0), 0.6);
  REQUIRE(corner.size() == 1);
  CHECK(corner[0].feature == Feature::vertex);
  CHECK(corner[0].distance == doctest::Approx(0.5).epsilon(1e-15));
  CHECK(touches(block, Vec3(1, 0.6, 0), 0.6).at(0).normal == Vec3(0, 1, 0));

  const SphereSurface circle = SphereWall{Vec3(1, 1, 5), 0.5, WallSide::outside}.surface(2);
  CHECK(touches(circle, Vec3(1, 1.6, 0), 0.2).at(0).distance == doctest::Approx(0.1));
  CHECK(*circle.volume() == doctest::Approx(pi / 4));
  const BoundingBox slab{Vec3(-9, -9, -0.05), Vec3(9, 9, 0.05)};
  CHECK(area_of(circle.triangles(slab)) == doctest::Approx(pi * 0.1).epsilon(1e-3));
  CHECK(area_of(box.triangles(slab)) == doctest::Approx(6 * 0.1).epsilon(1e-12));

  CylinderWall drum{.centre = Vec3(1, 1, 5), .radius = 0.5, .side = WallSide::inside};
  CHECK(touches(drum.surface(2), Vec3(1, 1.4, 0), 0.2).at(0).distance == doctest::Approx(0.1));
  CHECK(*drum.surface(2).area() == doctest::Approx(pi));
  drum.axis = Vec3(0, 1, 0);
  CHECK_THROWS_WITH_AS((void)drum.surface(2),
                       "the axis is (0, 1, 0); in two dimensions it is z: write [0, 0, 1] or leave it out", CaseError);
  CHECK_THROWS_AS((void)(PlaneWall{.point = Vec3::Zero(), .normal = Vec3(0, 1, 1)}.surface(2)), CaseError);
  drum = CylinderWall{.radius = 1, .side = WallSide::inside, .length = 1, .closed = true};
  CHECK_THROWS_AS((void)drum.surface(2), CaseError);
  CHECK_THROWS_AS((void)(BoxWall{Vec3(0, 0, 0), Vec3(1, 1, 0), WallSide::inside}.surface(3)), CaseError);
}

TEST_CASE("rectangle: one touch on either side and at its rim; in 2-D a piece of a line") {
  const RectangleWall plate{.centre = Vec3(1, 0, 0), .edges = {Vec3(2, 0, 0), Vec3(0, 1, 1)}};
  const TriangleSurface surface = plate.surface(3);
  CHECK(*surface.area() == doctest::Approx(2 * std::sqrt(2)));
  const Vec3 n = Vec3(0, -1, 1).normalized();
  for (const Real side : {-1.0, 1.0}) {
    for (const Real along : {0.2, 1.0, 1.9}) {
      const auto found = touches(surface, Vec3(along, 0, 0) + 0.15 * side * n, 0.2);
      REQUIRE(found.size() == 1);
      CHECK(found[0].distance == doctest::Approx(0.15).epsilon(1e-14));
      CHECK((found[0].normal - side * n).norm() < 1e-14);
    }
  }
  CHECK(touches(surface, Vec3(2.1, 0, 0), 0.2).at(0).distance == doctest::Approx(0.1));
  CHECK(touches(surface, Vec3(2.1, 0, 0), 0.2).size() == 1);

  const TriangleSurface line = RectangleWall{.centre = Vec3(1, 1, 0), .edges = {Vec3(1, 1, 0)}}.surface(2);
  const auto above = touches(line, Vec3(0.9, 1.1, 0), 0.2);
  REQUIRE(above.size() == 1);
  CHECK(above[0].distance == doctest::Approx(std::sqrt(0.02)).epsilon(1e-14));
  CHECK((above[0].normal - Vec3(-1, 1, 0).normalized()).norm() < 1e-14);
  const auto end = touches(line, Vec3(1.6, 1.5, 0), 0.2);
  REQUIRE(end.size() == 1);
  CHECK((end[0].normal - Vec3(1, 0, 0)).norm() < 1e-14);
  CHECK(touches(line, Vec3(1.8, 1.5, 0), 0.2).empty());
  CHECK(*line.area() == doctest::Approx(std::sqrt(2)));
  CHECK_THROWS_AS((void)plate.surface(2), CaseError);
  CHECK(plate.contradiction().key.empty());
  CHECK(RectangleWall{.edges = {Vec3(1, 0, 0), Vec3(-3, 0, 0)}}.contradiction().key == "edges");
  CHECK(RectangleWall{.edges = {Vec3(1, 0, 0), Vec3(0, 0, 0)}}.contradiction().key == "edges");
  CHECK(RectangleWall{}.contradiction().key == "edges");
}
