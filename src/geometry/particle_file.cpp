#include "talus/geometry/particle_file.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "talus/geometry/number_table.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {

namespace {

void check_row(std::span<const Real> row, int dimension, const std::string& place) {
  if (!(row[3] > 0)) refuse(place, "the volume is ", row[3], "; it has to be positive");
  if (dimension == 2 && row[2] != 0) refuse(place, "z is ", row[2], " m; it has to be 0 in two dimensions");
}

PointCloud read_rows(const std::filesystem::path& path, int dimension) {
  PointCloud cloud;
  read_number_table(path, {"x,y,z,volume", 4, 4}, [&](std::span<const Real> row, const std::string& place) {
    check_row(row, dimension, place);
    check_count(static_cast<Real>(cloud.X.size() + 1));
    cloud.X.emplace_back(row[0], row[1], row[2]);
    cloud.V.push_back(row[3]);
  });
  return cloud;
}

/// A spacing that does not belong to the volumes would give every particle too many or too few neighbours.
void check_spacing(const PointCloud& cloud, Real spacing, int dimension, const std::string& path) {
  constexpr Real largest_ratio = 1.5;  // between the two spacings
  const Real mean = std::accumulate(cloud.V.begin(), cloud.V.end(), Real{0}) / static_cast<Real>(cloud.V.size());
  const Real own = std::pow(mean, Real{1} / dimension);
  if (own > largest_ratio * spacing || spacing > largest_ratio * own) {
    refuse("the mean volume in \"", path, "\" is that of a spacing of ", own, " m, but the body says ", spacing, " m");
  }
}

void check_coincident(const PointCloud& cloud, const std::string& path) {
  std::vector<Vec3> sorted = cloud.X;
  std::sort(sorted.begin(), sorted.end(), [](const Vec3& a, const Vec3& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  });
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    refuse("two particles in \"", path, "\" share the place (", twice->x(), ", ", twice->y(), ", ", twice->z(), ") m");
  }
}

}  // namespace

PointCloud ParticleFile::fill(Real spacing, int dimension) const {
  check_length(spacing, "the spacing");
  return checked(read_rows(path, dimension), spacing, dimension);
}

PointCloud ParticleFile::checked(PointCloud cloud, Real spacing, int dimension) const {
  check_spacing(cloud, spacing, dimension, path);
  check_coincident(cloud, path);
  sort_by_cells(cloud, spacing);
  return cloud;
}

}  // namespace talus
