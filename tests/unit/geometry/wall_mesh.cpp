// Walls of triangles: how often a sphere touches them, and where.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/relative_error.hpp"
#include "talus/geometry/rotation.hpp"
#include "talus/geometry/wall/tessellation.hpp"
#include "wall_samples.hpp"

using namespace wall_samples;
using std::numbers::pi;

namespace {

/// The square [0, 1]^2 at z = 0, then turned and moved.
struct Placed {
  Mat3 turn = Rotation{Vec3(0.4, -1.1, 0.7)}.matrix();
  Vec3 shift{0.3, -0.2, 0.9};
  [[nodiscard]] Vec3 operator()(const Vec3& x) const { return turn * x + shift; }
  [[nodiscard]] WallTriangles operator()(WallTriangles triangles) const {
    for (auto& t : triangles) {
      for (Vec3& p : t) p = (*this)(p);
    }
    return triangles;
  }
};

/// A place over the square: anywhere, over an edge of a triangle, or over a corner of one; away from the rim.
Vec3 foot_on(const WallTriangles& triangles, int kind, Dice& dice) {
  for (;;) {
    const auto& t = triangles[dice.below(triangles.size())];
    const int k = dice.below(3);
    Vec3 foot = t[k];
    if (kind == 0) foot = Vec3(dice(0, 1), dice(0, 1), 0);
    if (kind == 1) foot = t[k] + dice(0, 1) * (t[(k + 1) % 3] - t[k]);
    if (kind == 3) foot += 1e-9 * dice.in_box(-1, 1);  // next to a corner
    foot.z() = 0;
    if (foot.head<2>().minCoeff() > 0.01 && foot.head<2>().maxCoeff() < 0.99) return foot;
  }
}

/// Wedge of two half planes that meet along y at the angle `tilt` (upwards in front) from flat, in x.
WallTriangles two_plates(Real tilt, Dice& dice, std::size_t count) {
  const Vec3 left(-std::cos(tilt / 2), 0, std::sin(tilt / 2)), right(std::cos(tilt / 2), 0, std::sin(tilt / 2));
  const Vec3 y = 3 * Vec3::UnitY();
  WallTriangles plates{{Vec3(0, 0, 0), right, Vec3(right + y)},
                       {Vec3(0, 0, 0), Vec3(right + y), y},
                       {Vec3(0, 0, 0), Vec3(left + y), left},
                       {Vec3(0, 0, 0), y, Vec3(left + y)}};
  return shuffled(cut_at_random(plates, count, dice), dice, true);
}

}  // namespace

TEST_CASE("flat mesh: one touch with the distance and the normal of the plane, wherever the sphere is") {
  Dice dice(1);
  const Placed placed;
  for (int mesh = 0; mesh < 10; ++mesh) {
    const WallTriangles flat = shuffled(cut_at_random(unit_square(), 40 + 10 * mesh, dice), dice, true);
    const TriangleSurface surface = surface_of(placed(flat));
    REQUIRE(surface.facts().open_edges < surface.facts().triangles);
    int wrong_count = 0, wrong_distance = 0, wrong_normal = 0, wrong_point = 0;
    for (int trial = 0; trial < 10000; ++trial) {
      const Vec3 foot = foot_on(flat, trial % 4, dice);
      const Real radius = dice(0.01, 1) * foot.head<2>().cwiseMin(Vec3::Ones().head<2>() - foot.head<2>()).minCoeff();
      const Real height = radius * std::pow(10, dice(-3, 0)) * (trial % 8 < 4 ? 1 : -1);
      const Vec3 x = placed(foot + height * Vec3::UnitZ());
      const auto found = touches(surface, x, radius);
      if (found.size() != 1) {
        ++wrong_count;
        continue;
      }
      const Vec3 normal = placed.turn.col(2) * (height > 0 ? 1 : -1);
      wrong_distance += std::abs(found[0].distance - std::abs(height)) > 1e-14 ? 1 : 0;
      wrong_normal += (found[0].normal - normal).norm() > 1e-11 * (1 + 1e-3 / std::abs(height)) ? 1 : 0;
      wrong_point += (found[0].point - placed(foot)).norm() > 1e-11 ? 1 : 0;
    }
    CHECK(wrong_count == 0);
    CHECK(wrong_distance == 0);
    CHECK(wrong_normal == 0);
    CHECK(wrong_point == 0);
  }
}

TEST_CASE("flat mesh of squares: places exactly over edges, corners and in the plane, where everything is a tie") {
  WallTriangles squares;
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) {
      for (auto t : unit_square()) {
        for (Vec3& p : t) p += Vec3(i, j, 0);
        squares.push_back(t);
      }
    }
  }
  const TriangleSurface surface = surface_of(squares);
  for (const Real height : {1.0, 0.5, 1e-3, 1e-9, -1e-9, -0.5}) {
    for (Real x = 2; x <= 6; x += 0.25) {
      for (Real y = 2; y <= 6; y += 0.25) {
        const auto found = touches(surface, Vec3(x, y, height), 1.75);
        REQUIRE(found.size() == 1);
        CHECK(found[0].distance == std::abs(height));
        CHECK(found[0].normal == Vec3(0, 0, height > 0 ? 1 : -1));
        CHECK(found[0].point == Vec3(x, y, 0));
      }
    }
  }
  CHECK(touches(surface, Vec3(4, 4, 0), 1.75).size() == 1);
  CHECK(touches(surface, Vec3(4.5, 4, 0), 1.75).size() == 1);
  CHECK(touches(surface, Vec3(4, 4, 1.75), 1.75).empty());
}

TEST_CASE("over a convex ridge: one touch, from face to edge to face without a jump") {
  Dice dice(2);
  for (const Real tilt : {-0.01, -0.3, -pi / 2, -2.5}) {  // the plates fall away on both sides
    const TriangleSurface surface = surface_of(two_plates(tilt, dice, 60));
    const Vec3 left(-std::cos(tilt / 2), 0, std::sin(tilt / 2)), right(std::cos(tilt / 2), 0, std::sin(tilt / 2));
    const Real across = std::cos(tilt / 2), along = std::sin(tilt / 2);
    for (int trial = 0; trial < 4000; ++trial) {
      const Vec3 x(dice(-0.3, 0.3), dice(1, 2), dice(-0.1, 0.3));
      const Real above_right = -along * x.x() + across * x.z(), above_left = along * x.x() + across * x.z();
      if (std::max(above_right, above_left) <= 0.001) continue;
      const Real s_right = x.dot(right), s_left = x.dot(left);  // how far down each plate the foot lies
      Real distance = std::hypot(x.x(), x.z());
      if (s_right > 0 && above_right > 0) distance = above_right;
      if (s_left > 0 && above_left > 0) distance = above_left;
      // A sphere that presses on one side of a blade by more than its thickness reaches the other side.
      const Real radius = tilt < -pi / 2 ? 1.1 * distance : 0.31;
      const auto found = touches(surface, x, radius);
      REQUIRE(found.size() == (distance < radius ? 1 : 0));
      if (found.empty()) continue;
      CHECK(found[0].distance == near(distance, 1e-12));
      CHECK((found[0].point + found[0].distance * found[0].normal - x).norm() < 1e-14);
      const bool on_ridge = s_right < -1e-9 && s_left < -1e-9;
      if (on_ridge) CHECK((found[0].normal - Vec3(x.x(), 0, x.z()) / distance).norm() < 1e-12);
    }
  }
}

TEST_CASE("in a concave corner: two touches with the distances of the two planes") {
  Dice dice(3);
  for (const Real tilt : {0.3, 1.0, pi / 2, 2.5}) {
    const TriangleSurface surface = surface_of(two_plates(tilt, dice, 60));
    const Real across = std::cos(tilt / 2), along = std::sin(tilt / 2);
    int doubles = 0;
    for (int trial = 0; trial < 4000; ++trial) {
      const Real radius = 0.25;
      const Vec3 x(dice(-0.3, 0.3), dice(1, 2), dice(0, 0.5));
      const Real above_right = -along * x.x() + across * x.z(), above_left = along * x.x() + across * x.z();
      const Real foot_right = across * x.x() + along * x.z(), foot_left = -across * x.x() + along * x.z();
      // Between the plates, and with both feet on them: beyond, the corner counts as an edge only when it is nearest.
      if (above_right < 0.01 || above_left < 0.01 || foot_right < 0.001 || foot_left < 0.001) continue;
      std::vector<Real> expected;
      if (above_right < radius) expected.push_back(above_right);
      if (above_left < radius) expected.push_back(above_left);
      std::ranges::sort(expected);
      const auto found = nearest_first(touches(surface, x, radius));
      REQUIRE(found.size() == expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) {
        CHECK(found[k].distance == near(expected[k], 1e-12));
        CHECK(found[k].feature == Feature::face);
      }
      doubles += found.size() == 2 ? 1 : 0;
    }
    CHECK(doubles > 100);
  }
}

TEST_CASE("an edge within reach is hidden by the face beside it, also where the surface bends a little") {
  for (const Real step : {0.0, 1e-3, -1e-3}) {
    // A sphere over the left half, 0.05 from the seam: it reaches the right half by its edge only.
    WallTriangles halves{{Vec3(-1, -1, 0), Vec3(0, -1, 0), Vec3(0, 1, 0)},
                         {Vec3(-1, -1, 0), Vec3(0, 1, 0), Vec3(-1, 1, 0)},
                         {Vec3(0, -1, 0), Vec3(1, -1, step), Vec3(1, 1, step)},
                         {Vec3(0, -1, 0), Vec3(1, 1, step), Vec3(0, 1, 0)}};
    for (int order = 0; order < 4; ++order) {
      std::rotate(halves.begin(), halves.begin() + 1, halves.end());
      const TriangleSurface surface = surface_of(halves);
      const auto found = touches(surface, Vec3(-0.05, 0.2, 0.4), 0.5);
      REQUIRE(found.size() == 1);
      CHECK(found[0].distance == 0.4);
      CHECK(found[0].normal == Vec3(0, 0, 1));
    }
  }
}

TEST_CASE("a shallow valley is one smooth surface: the nearer plane alone, unless the merging is switched off") {
  Dice dice(4);
  const Real tilt = 0.1;
  const WallTriangles plates = two_plates(tilt, dice, 60);
  const TriangleSurface merged = surface_of(plates);
  const TriangleSurface apart = surface_of(plates, MeshSide::both, no_merging);
  int doubles = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const Vec3 x(dice(-0.03, 0.03), dice(1, 2), dice(0.3, 0.4));
    const Real least = std::cos(tilt / 2) * x.z() - std::sin(tilt / 2) * std::abs(x.x());
    const auto found = touches(merged, x, 0.5);
    REQUIRE(found.size() == 1);
    CHECK(found[0].distance == doctest::Approx(least).epsilon(1e-12));
    doubles += touches(apart, x, 0.5).size() == 2 ? 1 : 0;
  }
  CHECK(doubles > 1000);
}

TEST_CASE("inside a drum of flat strips: one touch, at the least distance") {
  const auto ring = [](Real angle, Real y) { return Vec3(std::cos(angle), y, std::sin(angle)); };
  WallTriangles drum;
  constexpr int strips = 90;
  for (int k = 0; k < strips; ++k) {
    const Real a = 2 * pi * k / strips, b = 2 * pi * (k + 1) / strips;
    drum.push_back({ring(a, -1), ring(b, -1), ring(b, 1)});
    drum.push_back({ring(a, -1), ring(b, 1), ring(a, 1)});
  }
  Dice dice(5);
  const TriangleSurface surface = surface_of(shuffled(drum, dice, false));
  CHECK(surface.facts().open_edges == 2 * strips);
  const Real apothem = std::cos(pi / strips);
  for (int trial = 0; trial < 5000; ++trial) {
    const Real angle = trial % 2 == 0 ? dice(0, 2 * pi) : pi * dice.below(2 * strips) / strips;
    const Real rho = apothem - 0.099;
    const Real off = std::fmod(angle, 2 * pi / strips) - pi / strips;  // from the middle of the strip
    const auto found = touches(surface, rho * ring(angle, 0) + Vec3(0, dice(-0.5, 0.5), 0), 0.1);
    REQUIRE(found.size() == 1);
    CHECK(found[0].distance == doctest::Approx(apothem - rho * std::cos(off)).epsilon(1e-10));
  }
}

TEST_CASE("inside a bowl of flat facets: one touch, at the least distance, of whatever facet") {
  Dice dice(9);
  const WallTriangles bowl = sphere_triangles(Vec3(0.5, 0, 0), 1);
  const TriangleSurface surface = surface_of(shuffled(bowl, dice, false));
  CHECK(surface.facts().closed());
  for (int trial = 0; trial < 2000; ++trial) {
    Vec3 x = 0.9 * dice.direction();
    if (std::abs(x.z()) > 0.7) continue;  // facets at the poles are smaller than the contact spot
    if (trial % 2 == 0) x = 0.9 * (bowl[dice.below(bowl.size())][0] - Vec3(0.5, 0, 0));
    if (std::abs(x.z()) > 0.7) continue;
    x.x() += 0.5;
    Real least = infinity;
    for (const auto& t : bowl) least = std::min(least, (x - nearest_on_triangle(t, x)).norm());
    const auto found = touches(surface, x, 0.101);
    REQUIRE(found.size() == 1);
    CHECK(found[0].distance == doctest::Approx(least).epsilon(1e-12));
  }
}
