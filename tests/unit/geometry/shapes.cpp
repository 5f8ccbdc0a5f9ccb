// Shapes: exact volumes and counts, symmetry about the centre, distance of the outermost particles from the surface.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "support/relative_error.hpp"
#include "talus/core/error.hpp"
#include "talus/geometry/catalog.hpp"

using namespace talus;
using std::numbers::pi;

namespace {

Real volume(const PointCloud& cloud) { return std::accumulate(cloud.V.begin(), cloud.V.end(), Real{0}); }

Vec3 centroid(const PointCloud& cloud) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < cloud.X.size(); ++i) sum += cloud.V[i] * cloud.X[i];
  return sum / volume(cloud);
}

Vec3 farthest(const PointCloud& cloud) {
  Vec3 most = Vec3::Zero();
  for (const Vec3& p : cloud.X) most = most.cwiseMax(p);
  return most;
}

/// Smallest and largest distance from the axis z.
std::pair<Real, Real> radii(const PointCloud& cloud) {
  std::pair<Real, Real> r{std::numeric_limits<Real>::max(), 0};
  for (const Vec3& p : cloud.X) {
    r.first = std::min(r.first, p.head<2>().norm());
    r.second = std::max(r.second, p.head<2>().norm());
  }
  return r;
}

Real closest_pair(const PointCloud& cloud) {
  Real least = std::numeric_limits<Real>::max();
  for (std::size_t i = 0; i < cloud.X.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) least = std::min(least, (cloud.X[i] - cloud.X[j]).norm());
  }
  return least;
}

template <class Shape>
void check_refused(const Shape& shape, Real spacing, int dimension, const char* words) {
  try {
    (void)shape.fill(spacing, dimension);
    FAIL("not refused: " << words);
  } catch (const CaseError& error) {
    CHECK_MESSAGE(std::string(error.what()).find(words) != std::string::npos, error.what());
  }
}

}  // namespace

TEST_CASE("block: counts, exact volume, particles half a cell inside the faces, rows along the longest edge") {
  const PointCloud cloud = Block{Vec3(3, 0.375, 0)}.fill(0.075, 2);
  CHECK(cloud.X.size() == 40 * 5);
  CHECK(volume(cloud) == doctest::Approx(3 * 0.375).epsilon(1e-14));
  CHECK(centroid(cloud).norm() < 1e-15);
  CHECK(farthest(cloud).x() == doctest::Approx(1.5 - 0.0375).epsilon(1e-14));
  CHECK(farthest(cloud).y() == doctest::Approx(0.1875 - 0.0375).epsilon(1e-14));
  CHECK(cloud.X[1].x() - cloud.X[0].x() == doctest::Approx(0.075).epsilon(1e-12));
  CHECK(cloud.X[1].y() == cloud.X[0].y());
}

TEST_CASE("block in 3-D: the direction with most cells runs fastest, the one with fewest slowest") {
  const PointCloud cloud = Block{Vec3(0.2, 0.5, 0.4)}.fill(0.1, 3);
  REQUIRE(cloud.X.size() == 2 * 5 * 4);
  CHECK(volume(cloud) == doctest::Approx(0.04).epsilon(1e-14));
  CHECK((cloud.X[1] - cloud.X[0] - Vec3(0, 0.1, 0)).norm() < 1e-15);
  CHECK((cloud.X[5] - cloud.X[0] - Vec3(0, 0, 0.1)).norm() < 1e-15);
  CHECK((cloud.X[20] - cloud.X[0] - Vec3(0.1, 0, 0)).norm() < 1e-15);
}

TEST_CASE("block whose edge is no whole number of spacings: cells are stretched, the volume stays exact") {
  const PointCloud cloud = Block{Vec3(1, 0.5, 0)}.fill(0.06, 2);
  CHECK(cloud.X.size() == 17 * 8);
  CHECK(volume(cloud) == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(farthest(cloud).x() == doctest::Approx(0.5 - 0.5 / 17).epsilon(1e-14));
}

TEST_CASE("spacings that cannot be meant are refused before memory is touched") {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const Block block{Vec3(1, 0.5, 0)};
  check_refused(block, 0, 2, "the spacing is 0 m");
  check_refused(block, -0.1, 2, "the spacing is -0.1 m");
  check_refused(block, nan, 2, "positive length");
  check_refused(block, 1e-9, 2, "5e+17 particles");
  check_refused(block, 1e-300, 2, "particles");
  check_refused(Block{Vec3(1, 0.2, 0)}, 0.075, 2, "make it 0.225 m, or the spacing 0.0666667 m");
  check_refused(block, 5, 2, "holds 0.2 spacings");
  check_refused(block, 0.1, 3, "a size has three numbers in three dimensions");
  for (const auto packing : {RoundPacking::lattice, RoundPacking::rings}) {
    const Cylinder cylinder{.radius = 1, .length = 1, .packing = packing};
    check_refused(cylinder, 1e-6, 3, "particles");
    check_refused(cylinder, 0, 3, "the spacing is 0 m");
    check_refused(Cylinder{.radius = 1, .packing = packing}, 0.1, 3, "the length is 0 m");
  }
  check_refused(Sphere{.radius = 1, .packing = BallPacking::shells}, 1e-6, 3, "particles");
  check_refused(Sphere{.radius = 1, .packing = BallPacking::lattice}, 1e-6, 3, "particles");
  check_refused(Ring{.outer_radius = 1, .inner_radius = 1}, 0.1, 2, "smaller than the outer radius");
}

TEST_CASE("rings: equal areas, exact total, surface layer half a spacing inside, mirror symmetry") {
  const Cylinder disc{.radius = 1, .packing = RoundPacking::rings};
  const PointCloud cloud = disc.fill(0.1, 2);
  CHECK(cloud.X.size() == 3 * 10 * 10);
  CHECK(volume(cloud) == doctest::Approx(pi).epsilon(1e-13));
  CHECK(centroid(cloud).norm() < 1e-14);
  CHECK(radii(cloud).second == doctest::Approx(0.95).epsilon(1e-13));
  CHECK(closest_pair(cloud) > 0.07);
  for (const Real v : cloud.V) CHECK(v == cloud.V.front());
  for (const Vec3& p : cloud.X) {
    const Vec3 mirrored(-p.x(), p.y(), p.z());
    const auto twin =
        std::find_if(cloud.X.begin(), cloud.X.end(), [&](const Vec3& q) { return (q - mirrored).norm() < 1e-12; });
    CHECK(twin != cloud.X.end());
  }
}

TEST_CASE("ring: both surface layers half a spacing inside, exact area in 2-D and volume in 3-D") {
  for (const auto packing : {RoundPacking::lattice, RoundPacking::rings}) {
    const Ring ring{.outer_radius = 1, .inner_radius = 0.6, .length = 0.5, .axis = Axis::x, .packing = packing};
    const PointCloud flat = ring.fill(0.05, 2);
    const PointCloud tube = ring.fill(0.05, 3);
    const bool smooth = packing == RoundPacking::rings;
    CHECK(volume(flat) == near(pi * 0.64, smooth ? 1e-13 : 0.03));
    CHECK(volume(tube) == near(pi * 0.64 * 0.5, smooth ? 1e-13 : 0.03));
    CHECK(tube.X.size() == 10 * flat.X.size());
    CHECK(centroid(flat).norm() < 1e-13);
    CHECK(centroid(tube).norm() < 1e-13);
    CHECK(farthest(tube).x() == doctest::Approx(0.25 - 0.025).epsilon(1e-13));
    if (smooth) {
      CHECK(radii(flat).first == doctest::Approx(0.625).epsilon(1e-3));
      CHECK(radii(flat).second == doctest::Approx(0.975).epsilon(1e-3));
    }
  }
}

TEST_CASE("shells: equal volumes, exact total, centroid at the centre, no particles too close") {
  for (const int across : {1, 2, 3, 5, 7}) {
    CAPTURE(across);
    const Real spacing = 1.0 / across;
    const PointCloud cloud = Sphere{.radius = 1, .packing = BallPacking::shells}.fill(spacing, 3);
    CHECK(volume(cloud) == doctest::Approx(4 * pi / 3).epsilon(1e-13));
    CHECK(centroid(cloud).norm() < 1e-14);
    for (const Real v : cloud.V) CHECK(v == cloud.V.front());
    CHECK(std::cbrt(cloud.V.front()) == near(spacing, 0.05));
    CHECK(closest_pair(cloud) > 0.6 * spacing);
    Real outermost = 0;
    for (const Vec3& p : cloud.X) outermost = std::max(outermost, p.norm());
    CHECK(outermost == near(1 - spacing / 2, 0.02));
  }
}

TEST_CASE("sphere in 2-D is a disc; cut from a lattice it is symmetric and its volume converges") {
  const PointCloud disc = Sphere{.radius = 1, .packing = BallPacking::shells}.fill(0.1, 2);
  CHECK(volume(disc) == doctest::Approx(pi).epsilon(1e-13));
  CHECK(farthest(disc).z() == 0);
  const PointCloud ball = Sphere{.radius = 1}.fill(0.1, 3);
  CHECK(centroid(ball).norm() < 1e-14);
  CHECK(volume(ball) == near(4 * pi / 3, 0.02));
}

TEST_CASE("cylinder along each axis: length and radius lie where they should") {
  for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
    for (const auto packing : {RoundPacking::lattice, RoundPacking::rings}) {
      const Cylinder shape{.radius = 0.5, .length = 3, .axis = axis, .packing = packing};
      const Vec3 reach = farthest(shape.fill(0.1, 3));
      for (int k = 0; k < 3; ++k) {
        const bool along = k == static_cast<int>(axis);
        CHECK(reach[k] <= (along ? 1.45 : 0.5) + 1e-12);
        CHECK(reach[k] > (along ? 1.44 : 0.4));
      }
    }
  }
}

TEST_CASE("particles cut from a shape are near in memory when near in space") {
  const PointCloud cloud = Sphere{.radius = 1}.fill(0.1, 3);
  Real jump = 0;
  for (std::size_t i = 1; i < cloud.X.size(); ++i) jump += (cloud.X[i] - cloud.X[i - 1]).norm();
  CHECK(jump / static_cast<Real>(cloud.X.size()) < 0.25);  // a random order jumps by about 1
}
