// Walls of triangles: closed bodies, sheets of one side, rims, rough meshes, and what is said about a mesh.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/relative_error.hpp"
#include "talus/core/error.hpp"
#include "wall_samples.hpp"

using namespace wall_samples;

TEST_CASE("a closed box: from outside the distance to the solid box, inside up to three touches") {
  Dice dice(6);
  const Vec3 low(-1, -0.5, -0.4), high(0.5, 1, 0.6);
  const WallTriangles faces = shuffled(cut_at_random(box_mesh(low, high), 120, dice), dice, false);
  const TriangleSurface outside = surface_of(faces, MeshSide::front);
  CHECK(outside.facts().closed());
  CHECK(outside.facts().flipped_edges == 0);
  CHECK(*outside.volume() == doctest::Approx((high - low).prod()).epsilon(1e-12));
  CHECK(*outside.area() == doctest::Approx(2 * (1.5 * 1.5 + 1.5 * 1 + 1.5 * 1)).epsilon(1e-12));
  for (int trial = 0; trial < 10000; ++trial) {
    const Vec3 x = dice.in_box(-1.5, 1.5);
    const Vec3 nearest = x.cwiseMax(low).cwiseMin(high);
    const Real distance = (x - nearest).norm();
    if (distance == 0) continue;
    const auto found = touches(outside, x, 0.5);
    REQUIRE(found.size() == (distance < 0.5 ? 1 : 0));
    if (found.empty()) continue;
    CHECK(found[0].distance == near(distance, 1e-12));
    CHECK((found[0].normal - (x - nearest) / distance).norm() < 1e-11 / distance);
  }
  const TriangleSurface inside = surface_of(faces, MeshSide::back);
  for (int trial = 0; trial < 10000; ++trial) {
    const Vec3 x = low + dice.in_box(0.01, 0.99).cwiseProduct(high - low);
    std::vector<Real> expected;
    for (int axis = 0; axis < 3; ++axis) {
      for (const Real gap : {x[axis] - low[axis], high[axis] - x[axis]}) {
        if (gap < 0.3) expected.push_back(gap);
      }
    }
    std::ranges::sort(expected);
    const auto found = nearest_first(touches(inside, x, 0.3));
    REQUIRE(found.size() == expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      CHECK(found[k].distance == near(expected[k], 1e-11));
    }
  }
}

TEST_CASE("a wall of one side pushes a centre behind it back to the front; from behind its rim there is nothing") {
  Dice dice(7);
  const Vec3 low(0, 0, 0), high(1, 1, 1);
  const TriangleSurface solid =
      surface_of(shuffled(cut_at_random(box_mesh(low, high), 100, dice), dice, false), MeshSide::front);
  for (int trial = 0; trial < 3000; ++trial) {
    const Vec3 x = dice.in_box(0.001, 0.999);
    const Real depth = x.cwiseMin(Vec3::Ones() - x).minCoeff();
    const auto found = nearest_first(touches(solid, x, 0.45));
    REQUIRE(found.empty() == (depth >= 0.45));
    if (found.empty()) continue;
    CHECK(found[0].distance == near(-depth, 1e-11));
    CHECK((found[0].point + found[0].distance * found[0].normal - x).norm() < 1e-14);
    CHECK((found[0].point + 0.01 * found[0].normal - Vec3::Constant(0.5)).lpNorm<Eigen::Infinity>() > 0.5);
  }
  // A notch seen from behind is convex there: nearest is its edge, and the way out is through it.
  const TriangleSurface notch = surface_of({{Vec3(0, -1, 0), Vec3(1, -1, 1), Vec3(1, 1, 1)},
                                            {Vec3(0, -1, 0), Vec3(1, 1, 1), Vec3(0, 1, 0)},
                                            {Vec3(0, -1, 0), Vec3(0, 1, 0), Vec3(-1, 1, 1)},
                                            {Vec3(0, -1, 0), Vec3(-1, 1, 1), Vec3(-1, -1, 1)}},
                                           MeshSide::front);
  const auto behind = touches(notch, Vec3(0.01, 0.2, -0.1), 0.3);
  REQUIRE(behind.size() == 1);
  CHECK(behind[0].feature == Feature::edge);
  CHECK(behind[0].distance == doctest::Approx(-std::hypot(0.1, 0.01)));
  CHECK(behind[0].normal.z() > 0.9);

  const TriangleSurface plate = surface_of(unit_square(), MeshSide::front);
  CHECK(touches(plate, Vec3(0.5, 0.5, -0.1), 0.3).at(0).normal == Vec3(0, 0, 1));
  CHECK(touches(plate, Vec3(0.5, 0.5, -0.1), 0.3).at(0).distance == -0.1);
  CHECK(touches(plate, Vec3(1.05, 0.5, -0.1), 0.3).empty());
  CHECK(touches(plate, Vec3(1.05, 0.5, 0.1), 0.3).at(0).feature == Feature::edge);
  const TriangleSurface back = surface_of(unit_square(), MeshSide::back);
  CHECK(touches(back, Vec3(0.5, 0.5, -0.1), 0.3).at(0).distance == 0.1);
}

TEST_CASE("rim of a plate: edge and corner contacts on both sides") {
  const TriangleSurface plate = surface_of(unit_square());
  const auto edge = touches(plate, Vec3(1.3, 0.5, -0.4), 0.6);
  REQUIRE(edge.size() == 1);
  CHECK(edge[0].feature == Feature::edge);
  CHECK(edge[0].distance == doctest::Approx(0.5).epsilon(1e-15));
  CHECK((edge[0].normal - Vec3(0.6, 0, -0.8)).norm() < 1e-15);
  const auto corner = touches(plate, Vec3(1.2, 1.1, 0.2), 0.6);
  REQUIRE(corner.size() == 1);
  CHECK(corner[0].feature == Feature::vertex);
  CHECK(corner[0].distance == doctest::Approx(0.3).epsilon(1e-15));
  CHECK(touches(plate, Vec3(1.2, 1.1, 0.2), 0.3).empty());
}

TEST_CASE("a rough sheet: the nearest touch is that of the nearest triangle, further ones are elsewhere") {
  Dice dice(8);
  WallTriangles rough;  // a hilly sheet
  const auto height = [](int i, int j) { return 0.35 * std::sin(2.1 * i + 0.3 * j) * std::cos(1.3 * j - 0.4 * i); };
  for (int i = 0; i < 10; ++i) {
    for (int j = 0; j < 10; ++j) {
      const auto at = [&](int a, int b) { return Vec3(a, b, height(a, b)); };
      rough.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      rough.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  const TriangleSurface surface = surface_of(shuffled(rough, dice, true));
  for (int trial = 0; trial < 5000; ++trial) {
    const Vec3 x(dice(-0.5, 10.5), dice(-0.5, 10.5), dice(-1, 1));
    Real least = infinity;
    for (const auto& t : rough) least = std::min(least, (x - nearest_on_triangle(t, x)).norm());
    const auto found = nearest_first(touches(surface, x, 0.8));
    REQUIRE(found.empty() == (least >= 0.8));
    if (found.empty()) continue;
    CHECK(found[0].distance == near(least, 1e-11));
    // Further touches are places of their own, in directions of their own.
    for (std::size_t k = 1; k < found.size(); ++k) {
      for (std::size_t m = 0; m < k; ++m) CHECK((found[k].point - found[m].point).norm() > 1e-9);
    }
  }
  for (Index f = 0; f < surface.facet_count(); f += 17) {
    const Vec3 x = dice.in_box(0, 10);
    const auto corners = surface.mesh().corners(f);
    CHECK(surface.clearance(f, x) == doctest::Approx((x - nearest_on_triangle(corners, x)).norm()).epsilon(1e-12));
    const BoundingBox box = surface.bounds(f);
    CHECK(box.low == corners[0].cwiseMin(corners[1]).cwiseMin(corners[2]));
    CHECK(box.high == corners[0].cwiseMax(corners[1]).cwiseMax(corners[2]));
  }
}

TEST_CASE("twins, triangles three to an edge, and who is adjacent to whom") {
  WallTriangles twins = unit_square();
  twins.push_back(twins[0]);
  const TriangleSurface doubled = surface_of(twins);
  CHECK(touches(doubled, Vec3(0.7, 0.3, 0.1), 0.2).size() == 1);
  CHECK(touches(doubled, Vec3(0.5, 0.5, 0.1), 0.2).size() == 1);
  WallTriangles fin = unit_square();
  fin.push_back({Vec3(0, 0, 0), Vec3(1, 1, 0), Vec3(0.5, 0.5, 1)});
  fin.push_back({Vec3(5, 5, 5), Vec3(6, 5, 5), Vec3(5, 6, 5)});
  const TriangleSurface surface = surface_of(fin);
  CHECK(surface.facts().non_manifold_edges == 1);
  CHECK(touches(surface, Vec3(0.55, 0.45, 0.08), 0.2).size() == 2);
  CHECK(surface.adjacent(0, 2));
  CHECK(surface.adjacent(1, 0));
  CHECK(!surface.adjacent(0, 3));
}

TEST_CASE("facts and warnings: open, closed, turned over") {
  WallTriangles box = box_mesh(Vec3(100, 100, 100), Vec3(101, 102, 103));
  const MeshFacts closed = inspect(weld(box, 1e-6));
  CHECK(closed.triangles == 12);
  CHECK(closed.vertices == 8);
  CHECK(closed.closed());
  CHECK(closed.volume == doctest::Approx(6).epsilon(1e-12));
  CHECK(closed.area == doctest::Approx(22).epsilon(1e-12));
  CHECK(closed.shortest_edge == 1);
  CHECK(closed.box.low == Vec3(100, 100, 100));
  CHECK(closed.box.high == Vec3(101, 102, 103));
  CHECK(warnings(closed).empty());
  CHECK(describe(closed) ==
        "12 triangles, 8 vertices, area 22 m^2, closed, encloses 6 m^3, box 1 x 2 x 3 m, shortest edge 1 m");

  std::swap(box[0][0], box[0][1]);
  const MeshFacts turned = inspect(weld(box, 1e-6));
  CHECK(turned.flipped_edges == 3);
  CHECK(turned.volume == 0);
  CHECK(warnings(turned).size() == 1);
  CHECK_THROWS_WITH_AS(
      (TriangleSurface(weld(box, 1e-6), MeshSide::front, 0)),
      "the mesh has no front: at 3 edges its triangles turn different sides to it; repair the mesh, or let "
      "both sides push",
      CaseError);
  box.erase(box.begin(), box.begin() + 2);
  const MeshFacts open = inspect(weld(box, 1e-6));
  CHECK(open.open_edges == 4);
  CHECK(!open.closed());
  CHECK(warnings(open).size() == 0);  // the rim of a box without a lid
  CHECK(describe(open).find("open along 4 edges") != std::string::npos);
}

TEST_CASE("corners within the tolerance are one vertex, others are not") {
  WallTriangles square = unit_square();
  square[1][0] += Vec3(3e-7, -2e-7, 1e-7);
  square[1][1] += Vec3(-3e-7, 0, 0);
  CHECK(weld(square, 1e-6).vertices.size() == 4);
  CHECK(inspect(weld(square, 1e-6)).open_edges == 4);
  CHECK(weld(square, 1e-7).vertices.size() == 6);
  CHECK(inspect(weld(square, 1e-7)).open_edges == 6);
  const TriangleMesh line = weld({{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 1e-8, 0)}, unit_square()[0]}, 1e-6);
  CHECK(degenerate_triangles(line, 1e-6) == std::vector<Index>{0});
  CHECK(without(line, {0}).source == std::vector<Index>{1});
}
