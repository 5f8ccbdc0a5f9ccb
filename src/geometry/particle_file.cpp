#include "talus/geometry/particle_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>

#include "talus/core/error.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {

namespace {

using Row = std::array<Real, 4>;  ///< x, y, z [m], volume

std::string_view trim(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const auto first = text.find_first_not_of(blank);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

/// Four finite numbers between commas, or nothing.
std::optional<Row> parse_row(std::string_view line) {
  Row row{};
  for (std::size_t k = 0; k < row.size(); ++k) {
    const auto comma = line.find(',');
    if ((comma == line.npos) != (k + 1 == row.size())) return {};
    const std::string_view field = trim(line.substr(0, comma));
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), row[k]);
    if (error != std::errc{} || end != field.data() + field.size() || !std::isfinite(row[k])) return {};
    line.remove_prefix(comma == line.npos ? line.size() : comma + 1);
  }
  return row;
}

/// The beginning of a line, with whatever could upset a terminal replaced.
std::string excerpt(std::string_view line) {
  constexpr std::size_t longest = 60;  // characters
  std::string text(line.substr(0, longest));
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  return text;
}

void check_row(const Row& row, int dimension, const std::string& place) {
  if (!(row[3] > 0)) refuse(place, "the volume is ", row[3], "; it has to be positive");
  if (dimension == 2 && row[2] != 0) refuse(place, "z is ", row[2], " m; it has to be 0 in two dimensions");
}

PointCloud read_rows(const std::string& path, int dimension) {
  if (!std::filesystem::is_regular_file(path)) throw FileError("particle file \"" + path + "\" is not there");
  std::ifstream file(path);
  if (!file) throw FileError("particle file \"" + path + "\" cannot be read");
  PointCloud cloud;
  std::string text;
  for (Index number = 1; std::getline(file, text); ++number) {
    const std::string_view line = trim(text);
    const bool header = cloud.X.empty() && line.starts_with('x');
    if (line.empty() || line.starts_with('#') || header) continue;
    const std::string place = path + ":" + std::to_string(number) + ": ";
    const auto row = parse_row(line);
    if (!row) refuse(place, "expected four numbers x,y,z,volume; found \"", excerpt(line), "\"");
    check_row(*row, dimension, place);
    check_count(static_cast<Real>(cloud.X.size() + 1));
    cloud.X.emplace_back((*row)[0], (*row)[1], (*row)[2]);
    cloud.V.push_back((*row)[3]);
  }
  if (cloud.X.empty()) refuse("particle file \"", path, "\" holds no particle");
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
  PointCloud cloud = read_rows(path, dimension);
  check_spacing(cloud, spacing, dimension, path);
  check_coincident(cloud, path);
  sort_by_cells(cloud, spacing);
  return cloud;
}

}  // namespace talus
