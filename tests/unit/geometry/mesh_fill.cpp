// Bodies from closed surfaces: which cells are inside, what they weigh, and what is refused.
#include "talus/geometry/mesh_fill.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <numeric>

#include "talus/core/error.hpp"
#include "talus/geometry/sphere.hpp"

namespace talus {
namespace {

using Triangle = std::array<Vec3, 3>;

/// A file that lives as long as the test.
struct StlFile {
  std::filesystem::path path;
  explicit StlFile(const std::vector<Triangle>& triangles)
      : path(std::filesystem::temp_directory_path() / ("talus_fill_" + std::to_string(::getpid()) + ".stl")) {
    std::ofstream out(path);
    out.precision(17);
    out << "solid body\n";
    for (const Triangle& t : triangles) {
      out << "facet normal 0 0 0\nouter loop\n";
      for (const Vec3& p : t) out << "vertex " << p.x() << ' ' << p.y() << ' ' << p.z() << '\n';
      out << "endloop\nendfacet\n";
    }
    out << "endsolid\n";
  }
  ~StlFile() { std::filesystem::remove(path); }
  [[nodiscard]] PointCloud fill(Real spacing, Real scale = 1) const {
    return MeshFill{.path = path, .scale = scale}.fill(spacing, 3);
  }
};

std::vector<Triangle> box(const Vec3& low, const Vec3& high) {
  const auto corner = [&](int k) {
    return Vec3((k & 1) != 0 ? high.x() : low.x(), (k & 2) != 0 ? high.y() : low.y(),
                (k & 4) != 0 ? high.z() : low.z());
  };
  std::vector<Triangle> triangles;
  const int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& q : quads) {
    triangles.push_back({corner(q[0]), corner(q[1]), corner(q[2])});
    triangles.push_back({corner(q[0]), corner(q[2]), corner(q[3])});
  }
  return triangles;
}

/// Meridians and circles of latitude, two triangles a cell.
std::vector<Triangle> ball(Real radius, int n) {
  const auto at = [&](int i, int j) {
    const Real theta = std::numbers::pi * i / n, phi = std::numbers::pi * (j % (2 * n)) / n;
    return Vec3(radius * Vec3(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)));
  };
  std::vector<Triangle> triangles;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 2 * n; ++j) {
      if (i > 0) triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
      if (i < n - 1) triangles.push_back({at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)});
    }
  }
  return triangles;
}

Real volume_of(const PointCloud& cloud) { return std::accumulate(cloud.V.begin(), cloud.V.end(), Real(0)); }

void check_refused(const std::vector<Triangle>& triangles, Real spacing, const char* words) {
  const StlFile file(triangles);
  CHECK_THROWS_WITH_AS((void)file.fill(spacing), doctest::Contains(words), CaseError);
}

TEST_CASE("a box is its lattice, wherever it stands") {
  const StlFile file(box({1, -0.3, 2}, {1.4, 0.3, 2.2}));
  const PointCloud cloud = file.fill(0.1);
  REQUIRE(cloud.X.size() == 4 * 6 * 2);
  CHECK(volume_of(cloud) == doctest::Approx(0.4 * 0.6 * 0.2).epsilon(1e-12));
  Vec3 low = cloud.X.front(), high = low;
  for (const Vec3& x : cloud.X) low = low.cwiseMin(x), high = high.cwiseMax(x);
  CHECK((low - Vec3(1.05, -0.25, 2.05)).norm() < 1e-12);
  CHECK((high - Vec3(1.35, 0.25, 2.15)).norm() < 1e-12);
}

TEST_CASE("a ball has the cells whose centres are inside, and the volume of its triangles") {
  const StlFile file(ball(500, 24));
  const PointCloud cloud = file.fill(0.05, 0.001);
  Sphere exact;
  exact.radius = 0.5;
  const auto cells = static_cast<Real>(exact.fill(0.05, 3).X.size());
  CHECK(std::abs(cloud.X.size() / cells - 1) < 0.02);
  for (const Vec3& x : cloud.X) CHECK(x.norm() < 0.5);
  CHECK(std::abs(volume_of(cloud) / (4 * std::numbers::pi / 3 * 0.125) - 1) < 0.01);
}

TEST_CASE("an edge or a corner on a ray counts once") {
  // Rows of cells run through the ring of corners at z = 0 and along the meridians y = 0.
  const StlFile file(ball(0.55, 4));
  const PointCloud cloud = file.fill(0.1);
  for (const Vec3& x : cloud.X) CHECK(x.norm() < 0.55);
  Vec3 centre = Vec3::Zero();
  for (const Vec3& x : cloud.X) centre += x / cloud.X.size();
  CHECK(centre.norm() < 1e-12);
}

TEST_CASE("what encloses no body is refused with the place") {
  std::vector<Triangle> open = box(Vec3::Zero(), Vec3::Ones());
  open.pop_back();
  check_refused(open, 0.1, "3 edges are open");
  std::vector<Triangle> flipped = box(Vec3::Zero(), Vec3::Ones());
  std::swap(flipped[0][0], flipped[0][1]);
  check_refused(flipped, 0.1, "different sides");
  check_refused(box(Vec3::Zero(), Vec3(1, 1, 0.02)), 0.1, "the extent along z");
  const StlFile file(box(Vec3::Zero(), Vec3::Ones()));
  CHECK_THROWS_WITH_AS((void)(MeshFill{.path = file.path}.fill(0.1, 2)), doctest::Contains("three dimensions"),
                       CaseError);
}

}  // namespace
}  // namespace talus
