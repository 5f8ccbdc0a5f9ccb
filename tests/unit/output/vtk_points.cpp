// Points that are read back from VTK files: frames of talus, and files of others.
#include "talus/output/vtk_points.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/relative_error.hpp"
#include "talus/core/error.hpp"
#include "talus/output/vtk_particles.hpp"

namespace talus {
namespace {

std::filesystem::path place(const std::string& end) {
  return std::filesystem::temp_directory_path() / ("talus_points_" + std::to_string(::getpid()) + end);
}

TEST_CASE("a frame comes back as it was written") {
  const std::vector<Vec3> positions{{0.5, 1.5, -2}, {3, 4, 5}, {-1, 0.25, 8}};
  const std::vector<Real> volumes{0.125, 0.25, 0.5};
  const auto path = place(".vtp");
  write_particles(path, {1.5, 0.5, 3, positions, {stored_field("volume", volumes)}});
  const PointCloud cloud = read_points(path, 99, 3);
  CHECK(cloud.X == positions);
  CHECK(cloud.V == volumes);
  write_particles(path, {1.5, 0.5, 3, positions, {}});
  CHECK(read_points(path, 99, 3).V == std::vector<Real>(3, 0.125));  // cells of the spacing in the file
  std::filesystem::remove(path);
}

TEST_CASE("a frame of grains comes back with what it has of radius, velocity and spin") {
  const std::vector<Vec3> positions{{0.5, 1.5, 0}, {3, 4, 0}}, velocities{{1, -2, 0}, {0.25, 0, 0}},
      spins{{0, 0, 4}, {0, 0, -8}};
  const std::vector<Real> radii{0.125, 0.25};
  const auto path = place("_grains.vtp");
  const GrainTemplate disc{.dimension = 2}, ball, clump{.balls = {{Vec3(-0.6, 0, 0), 0.8}, {Vec3(0.6, 0, 0), 0.8}}};
  write_particles(path, {1.5,
                         0,
                         2,
                         positions,
                         {stored_field("radius", radii), stored_field("velocity", velocities),
                          stored_field("angular_velocity", spins)}});
  const auto seeds = read_grains(path, disc);
  REQUIRE(seeds.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(seeds[i].centre == positions[i]);
    CHECK(seeds[i].radius == radii[i]);
    CHECK(seeds[i].velocity == velocities[i]);
    CHECK(seeds[i].spin == spins[i]);
  }
  CHECK_THROWS_WITH_AS((void)read_grains(path, clump), doctest::Contains("not as clumps"), CaseError);
  write_particles(path, {1.5, 0, 3, velocities, {stored_field("radius", radii)}});
  CHECK(read_grains(path, ball)[1].velocity == Vec3::Zero());
  write_particles(path, {1.5, 0, 3, velocities, {stored_field("radius", radii), stored_field("centre", velocities)}});
  CHECK_THROWS_WITH_AS((void)read_grains(path, ball), doctest::Contains("not as clumps"), CaseError);
  write_particles(path, {1.5, 0, 3, velocities, {stored_field("velocity", velocities)}});
  CHECK_THROWS_WITH_AS((void)read_grains(path, ball), doctest::Contains("no array \"radius\""), CaseError);
  write_particles(path, {1.5, 0, 3, velocities, {stored_field("radius", velocities)}});
  CHECK_THROWS_WITH_AS((void)read_grains(path, ball), doctest::Contains("has 3 components, not 1"), CaseError);
  const std::vector<Vec3> high{{0, 0, 1}, {1, 0, 0}};
  write_particles(path, {1.5, 0, 3, high, {stored_field("radius", radii)}});
  CHECK_THROWS_WITH_AS((void)read_grains(path, disc), doctest::Contains("point 0 of "), CaseError);
  std::filesystem::remove(path);
}

TEST_CASE("a text file of another program is read, with the spacing of the case") {
  const auto path = place(".vtk");
  std::ofstream(path)
      << "# vtk DataFile Version 3.0\npoints\nASCII\nDATASET POLYDATA\nPOINTS 2 double\n0 0 0\n0.1 0 0\n"
         "VERTICES 2 4\n1 0\n1 1\n";
  const PointCloud cloud = read_points(path, 0.1, 2);
  REQUIRE(cloud.X.size() == 2);
  CHECK(cloud.X[1] == Vec3(0.1, 0, 0));
  CHECK(cloud.V[0] == near(0.01));
  std::filesystem::remove(path);
}

TEST_CASE("files without points, without volume or without a place are refused") {
  CHECK_THROWS_WITH_AS((void)read_points(place("_none.vtp"), 0.1, 3), doctest::Contains("no such file"), FileError);
  const auto path = place("_bad.vtp");
  std::ofstream(path) << "no VTK file";
  CHECK_THROWS_WITH_AS((void)read_points(place("_bud.vtp"), 0.1, 3), doctest::Contains("_bad.vtp\"?"), FileError);
  CHECK_THROWS_WITH_AS((void)read_points(path, 0.1, 3), doctest::Contains("holds points"), CaseError);
  const std::vector<Vec3> positions{{0.5, 1.5, -2}, {3, 4, 5}};
  const std::vector<Real> volumes{0.125, 0};
  write_particles(path, {0, 0.5, 3, positions, {stored_field("volume", volumes)}});
  CHECK_THROWS_WITH_AS((void)read_points(path, 0.1, 3), doctest::Contains("has to be positive"), CaseError);
  CHECK_THROWS_WITH_AS((void)read_points(path, 0.1, 2), doctest::Contains("has to be positive"), CaseError);
  std::filesystem::remove(path);
  CHECK(is_vtk_file("a/b.vtu"));
  CHECK_FALSE(is_vtk_file("a/b.csv"));
}

}  // namespace
}  // namespace talus
