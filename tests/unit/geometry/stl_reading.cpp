// STL files: text and binary, and what is refused with its place.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "talus/core/error.hpp"
#include "talus/geometry/wall/mesh_wall.hpp"
#include "talus/geometry/wall/stl.hpp"
#include "wall_samples.hpp"

using namespace wall_samples;

namespace {

/// A file that lives as long as the test.
struct TemporaryMesh {
  std::filesystem::path path;
  explicit TemporaryMesh(const std::string& bytes)
      : path(std::filesystem::temp_directory_path() / ("talus_mesh_" + std::to_string(::getpid()) + ".stl")) {
    std::ofstream(path, std::ios::binary) << bytes;
  }
  ~TemporaryMesh() { std::filesystem::remove(path); }
};

std::string text_facet(const std::array<Vec3, 3>& t) {
  std::string text = "  facet normal 0 0 0\n    outer loop\n";
  for (const Vec3& p : t) {
    text += "      vertex " + std::to_string(p.x()) + " " + std::to_string(p.y()) + " " + std::to_string(p.z()) + "\n";
  }
  return text + "    endloop\n  endfacet\n";
}

std::string text_file(const WallTriangles& triangles) {
  std::string text = "solid a box with facet in its name\n";
  for (const auto& t : triangles) text += text_facet(t);
  return text + "endsolid a box\n";
}

std::string binary_file(const WallTriangles& triangles, std::string header = "made by a test") {
  header.resize(80, '\0');
  const auto append = [&](const auto& value) { header.append(reinterpret_cast<const char*>(&value), sizeof value); };
  append(static_cast<std::uint32_t>(triangles.size()));
  for (const auto& t : triangles) {
    for (int k = 0; k < 3; ++k) append(0.0F);
    for (const Vec3& p : t) {
      for (const Real c : p) append(static_cast<float>(c));
    }
    append(std::uint16_t{7});
  }
  return header;
}

bool same(const WallTriangles& a, const WallTriangles& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t t = 0; t < a.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      if (!(a[t][k] - b[t][k]).isZero(1e-6)) return false;
    }
  }
  return true;
}

void check_refused(const std::string& bytes, const std::string& words) {
  const TemporaryMesh file(bytes);
  try {
    (void)read_stl(file.path);
    FAIL("not refused: " << words);
  } catch (const CaseError& error) {
    CHECK_MESSAGE(std::string(error.what()).find(words) != std::string::npos, error.what());
  }
}

/// The sentence with which a wall from this file is refused.
std::string complaint(const MeshWall& wall) {
  try {
    (void)wall.surface(3);
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

const Real nan_value = std::numeric_limits<Real>::quiet_NaN();

}  // namespace

TEST_CASE("the same box as text and as binary") {
  const WallTriangles box = box_mesh(Vec3(0, 0, 0), Vec3(1, 2, 3));
  CHECK(same(read_stl(TemporaryMesh(text_file(box)).path), box));
  CHECK(same(read_stl(TemporaryMesh(binary_file(box)).path), box));
  CHECK(same(read_stl(TemporaryMesh(binary_file(box, "solid binary in disguise")).path), box));
}

TEST_CASE("text in all its dialects: capitals, DOS line ends, tabs, signs, exponents, several solids, no name") {
  const std::string text =
      "\r\nSOLID\r\n\tFACET NORMAL nan nan nan\r\nOUTER LOOP\r\nVERTEX +1.0E+00 -2e0 .5\r\nvertex 0 0 0 vertex 1 0 "
      "0\r\n"
      "ENDLOOP\r\nENDFACET\r\nENDSOLID\r\n"
      "solid second\nfacet normal 0 0 1 outer loop vertex 1 2 3 vertex 4 5 6 vertex 7 8 10 endloop endfacet\nendsolid";
  const WallTriangles read = read_stl(TemporaryMesh(text).path);
  REQUIRE(read.size() == 2);
  CHECK(read[0][0] == Vec3(1, -2, 0.5));
  CHECK(read[1][2] == Vec3(7, 8, 10));
}

TEST_CASE("text that is wrong is refused with its line") {
  const std::string good = text_file(box_mesh(Vec3(0, 0, 0), Vec3(1, 1, 1)));
  check_refused(good.substr(0, good.size() / 2), "it is cut short");
  check_refused(good.substr(0, good.find("endsolid")), ":86: expected \"facet\" or \"endsolid\"; the file ends here");
  const auto with = [&](const std::string& old_part, const std::string& new_part) {
    std::string changed = good;
    return changed.replace(changed.find(old_part), old_part.size(), new_part);
  };
  check_refused(with("0.000000", "nan"), ":4: expected a number; found \"nan\"");
  check_refused(with("0.000000", "1e999"), ":4: expected a number");
  check_refused(with("0.000000", "1e31"), ":4: expected a number");
  check_refused(with("0.000000", "0,5"), ":4: expected a number; found \"0,5\"");
  check_refused(with("    endloop", "      vertex 1 1 1\n    endloop"), ":7: expected \"endloop\"; found \"vertex\"");
  check_refused(with("outer loop", "outer lop"), ":3: expected \"loop\"; found \"lop\"");
  check_refused(with("facet normal 0 0 0", "facet normal 0 0"), "expected \"outer\"");
  check_refused(good + "garbage", "expected \"solid\"; found \"garbage\"");
  check_refused("solid empty\nendsolid empty\n", "holds no triangle");
  check_refused("solid", "expected \"facet\"");
}

TEST_CASE("binary that is wrong is refused") {
  const WallTriangles box = box_mesh(Vec3(0, 0, 0), Vec3(1, 1, 1));
  const std::string good = binary_file(box);
  check_refused(good.substr(0, good.size() - 1),
                "announces 12 triangles, which take 684 bytes, but it has 683: it is cut short");
  check_refused(good + "x", "its count is wrong");
  check_refused(binary_file(box, "solid cut short").substr(0, 300), "it is cut short");
  std::string absurd = good;
  std::memset(absurd.data() + 80, 0xff, 4);
  check_refused(absurd, "announces 4294967295 triangles");
  check_refused(binary_file({}), "holds no triangle");
  check_refused("", "nor long enough");
  check_refused("PK\x03\x04", "nor long enough to be binary: it has 4 bytes");
  WallTriangles bad = box;
  bad[4][2].y() = nan_value;
  check_refused(binary_file(bad), "corner 3 of triangle 5 has the coordinate nan");
  bad[4][2].y() = -infinity;
  check_refused(binary_file(bad), "corner 3 of triangle 5 has the coordinate -inf");
}

TEST_CASE("a missing file and a folder are file errors") {
  CHECK_THROWS_AS((void)read_stl("/nowhere/at/all.stl"), FileError);
  CHECK_THROWS_AS((void)read_stl("/tmp"), FileError);
}

TEST_CASE("a wall from a file: scaled, welded, inspected") {
  const TemporaryMesh file(binary_file(box_mesh(Vec3(0, 0, 0), Vec3(1000, 2000, 3000))));
  const TriangleSurface surface = MeshWall{.path = file.path, .scale = 0.001}.surface(3);
  CHECK(surface.facts().vertices == 8);
  CHECK(surface.facts().closed());
  CHECK(*surface.volume() == doctest::Approx(6).epsilon(1e-7));
  CHECK(warnings(surface.facts()).empty());
  CHECK(touches(surface, Vec3(0.4, 1, 3.1), 0.2).at(0).distance == doctest::Approx(0.1).epsilon(1e-6));
  const BoundingBox half{Vec3(-1, -1, -1), Vec3(9, 9, 1.5)};
  Real area = 0;
  for (const auto& t : surface.triangles(half)) area += (t[1] - t[0]).cross(t[2] - t[0]).norm() / 2;
  CHECK(area == doctest::Approx(2 + 2 * 1.5 + 4 * 1.5).epsilon(1e-6));
}

TEST_CASE("triangles without area: refused by number, or dropped and counted") {
  WallTriangles box = box_mesh(Vec3(0, 0, 0), Vec3(1, 1, 1));
  box.insert(box.begin() + 5, {Vec3(0, 0, 0), Vec3(0.5, 0, 0), Vec3(1, 0, 0)});
  box.push_back({Vec3(1, 1, 1), Vec3(1, 1, 1), Vec3(1, 1, 0)});
  const TemporaryMesh file(binary_file(box));
  const std::string sentence = complaint({.path = file.path});
  CHECK_MESSAGE(
      sentence.find("2 of its triangles have no area, the first is triangle 6 with the corners (0, 0, 0), (0.5, 0, 0), "
                    "(1, 0, 0) m") != std::string::npos,
      sentence);
  const TriangleSurface kept = MeshWall{.path = file.path, .degenerate = DegenerateTriangles::drop}.surface(3);
  CHECK(kept.facet_count() == 12);
  CHECK(kept.facts().dropped == 2);
  CHECK(kept.facts().closed());
  CHECK(kept.facts().vertices == 8);
  CHECK(kept.mesh().source[5] == 6);
  CHECK(warnings(kept.facts()).size() == 1);
  const TemporaryMesh flat(binary_file({box[5]}));
  CHECK(complaint({.path = flat.path, .degenerate = DegenerateTriangles::drop}).find("no triangle with an area") !=
        std::string::npos);
  const TemporaryMesh point(binary_file({{Vec3(1, 1, 1), Vec3(1, 1, 1), Vec3(1, 1, 1)}}));
  CHECK(complaint({.path = point.path}).find("is a single point") != std::string::npos);
}
