// Walls in a periodic box: grains meet every image of them, and where a wall meets its own image it goes on.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <functional>

#include "support/relative_error.hpp"
#include "support/written_case.hpp"

namespace talus {
namespace {

/// A ball of 3 mm in a box that is 40 mm wide, from x to the right [mm]; above "floor".
std::string rolling_ball(Real x, Real height, Real speed, const std::string& floor) {
  std::ostringstream text;
  text << R"({"talus": 1, "title": "t", "dimension": 3, "time": {"end": "0.3 s"}, "gravity": [0, 0, -9.81],
    "domain": {"low": ["-20 mm", "-10 mm", 0], "high": ["20 mm", "10 mm", 1], "periodic": [true, true, false]},
    "materials": {"g": {"model": "linear_elastic", "density": 2500, "young": "5 MPa", "poisson": 0.2}},
    "bodies": {"ball": {"solver": "dem", "material": "g", "velocity": [)"
       << speed << R"(, 0, 0], "grains": {"model": "spheres", "list": [{"radius": "3 mm", "centre": [")" << x
       << R"( mm", "3 mm", ")" << height << R"( mm"]}]}},
      "floor": {"solver": "wall", )"
       << floor << R"(}},
    "contacts": [{"between": ["ball", "ball"], "normal": "none"},
      {"between": ["ball", "floor"], "normal": {"model": "linear_spring", "k": 30, "gamma": 0.05},
       "initial_overlap": true, "tangential": {"model": "coulomb_spring", "k": 10, "damping": 0.1, "mu": 0.3},
       "rolling": {"model": "coulomb_spring", "k": 10, "damping": 0.1, "mu": 0.01}}]})";
  return text.str();
}

std::string rectangle(const std::string& width, const std::string& more = "") {
  return R"("shape": {"model": "rectangle", "centre": [0, 0, 0], "edges": [[")" + width +
         R"(", 0, 0], [0, "20 mm", 0]]})" + more;
}

/// A floor of four by two squares, as wide as the box, or so much wider [mm].
std::string mesh(Real wider) {
  const auto path = std::filesystem::temp_directory_path() / ("talus_floor_" + std::to_string(::getpid()) + ".stl");
  std::ofstream file(path);
  file << "solid floor\n";
  const Real a = (40 + wider) / 4, b = 10;
  const auto triangle = [&](Real x0, Real y0, Real x1, Real y1, Real x2, Real y2) {
    file << "facet normal 0 0 1\nouter loop\n";
    for (const auto& [x, y] : {std::pair(x0, y0), std::pair(x1, y1), std::pair(x2, y2)}) {
      file << "vertex " << -20 - wider / 2 + x << " " << -10 + y << " 0\n";
    }
    file << "endloop\nendfacet\n";
  };
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 2; ++j) {
      triangle(i * a, j * b, (i + 1) * a, j * b, (i + 1) * a, (j + 1) * b);
      triangle(i * a, j * b, (i + 1) * a, (j + 1) * b, i * a, (j + 1) * b);
    }
  }
  file << "endsolid floor\n";
  return R"("shape": {"model": "stl", "path": ")" + path.string() + R"(", "scale": 1e-3})";
}

/// Across the border and on.
struct Path {
  std::vector<Vec3> place, velocity, spin, force;
};

Path path_of(const std::string& text) {
  Path path;
  Simulation s = simulate_written(text);
  const PeriodicBox& box = s.model().grains.box();
  constexpr Real every = 5e-5;
  for (int k = 1; !s.finished(); ++k) {
    while (s.time() < every * k && !s.finished()) s.step(every * k);
    const auto& grain = s.model().grains.bodies[0].grains;
    const Vec3 x = grain.position[0].vec();
    path.place.push_back(path.place.empty() ? x : path.place.back() + box.nearest(Vec3(x - path.place.back())));
    path.velocity.push_back(grain.rate[0].velocity.vec());
    path.spin.push_back(grain.rate[0].spin.vec());
    path.force.push_back(s.model().grains.walls[0].force);
  }
  return path;
}

Real apart(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  REQUIRE(a.size() == b.size());
  Real most = 0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, (a[k] - b[k]).norm());
  return most;
}

}  // namespace

TEST_CASE("a ball that slides, then rolls over the border of the box feels any floor as an endless plane") {
  const auto at = [](const std::string& floor) { return path_of(rolling_ball(5, 2.9, 0.2, floor)); };
  const Path plane = at(R"("shape": {"model": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]})");
  REQUIRE(plane.place.back().x() > 40e-3);
  REQUIRE(plane.spin.back().y() > 10);
  const auto check = [&](const Path& path) {
    CHECK(apart(path.place, plane.place) < 1e-12);
    CHECK(apart(path.velocity, plane.velocity) < 1e-9);
    CHECK(apart(path.spin, plane.spin) < 1e-6);
    CHECK(apart(path.force, plane.force) < 1e-9);
  };
  for (const char* width : {"40 mm", "41 mm", "48 mm", "79 mm", "100 mm"}) {
    CAPTURE(width);
    check(at(rectangle(width)));
  }
  for (const Real wider : {0.0, 1.0, 8.0}) {
    CAPTURE(wider);
    check(at(mesh(wider)));
  }
}

TEST_CASE("a ball over a gap at the border of the box rests on both rims") {
  // Rims 1 mm to either side hold a ball of 3 mm: sqrt(8) mm above them, less what springs give.
  for (const Real x : {19.99, -19.99}) {
    CAPTURE(x);
    const Path path = path_of(rolling_ball(x, 2.82, 0, rectangle("38 mm")));
    const Real weight = 2500 * 4.0 / 3 * 3.14159265358979 * 27e-9 * 9.81;
    CHECK(relative_error(-path.force.back().z(), weight) < 1e-3);
    CHECK(std::abs(path.force.back().x()) < 1e-3 * weight);
    CHECK(std::abs(std::abs(path.place.back().x()) - 20e-3) < 1e-5);
    CHECK(path.place.back().z() > 2.6e-3);
  }
}

}  // namespace talus
