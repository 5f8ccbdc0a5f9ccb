#include "talus/geometry/shells.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace talus {

using std::numbers::pi;

namespace {

/// Particles per ring of latitude on a sphere of `radius`, from pole to pole.
std::vector<Index> ring_counts(Real radius, Real spacing) {
  const auto rings = std::max<long>(2, std::lround(pi * radius / spacing));
  std::vector<Index> count(static_cast<std::size_t>(rings));
  for (std::size_t j = 0; j < count.size(); ++j) {
    const Real theta = pi * (static_cast<Real>(j) + 0.5) / static_cast<Real>(rings);
    count[j] = static_cast<Index>(std::lround(2 * pi * radius * std::sin(theta) / spacing));
  }
  for (std::size_t j = 0; j < count.size() / 2; ++j) count[count.size() - 1 - j] = count[j];  // round-off of sin
  return count;
}

Index sum_of(const std::vector<Index>& count) {
  Index total = 0;
  for (const Index c : count) total += c;
  return total;
}

/// One shell: each ring at the latitude that halves the area of its belt. Belts are 2/n thick per particle along
/// the axis (Archimedes), so mirrored rings have mirrored heights.
void add_shell(PointCloud& cloud, Real radius, const std::vector<Index>& count) {
  const Index total = sum_of(count);
  Index before = 0;
  for (std::size_t j = 0; j < count.size(); ++j) {
    const Index twice_from_equator = 2 * before + count[j] - total;  // exact, so that the two halves mirror
    const Real height = static_cast<Real>(twice_from_equator) / total;
    const Real across = std::sqrt(1 - height * height);
    for (Index i = 0; i < count[j]; ++i) {
      const Real angle = 2 * pi * (i + (j % 2 == 0 ? 0.0 : 0.5)) / count[j];
      cloud.X.emplace_back(radius * across * std::sin(angle), -radius * across * std::cos(angle), radius * height);
    }
    before += count[j];
  }
}

}  // namespace

PointCloud fill_shells(Real radius, Real spacing) {
  // 1. Shells of equal thickness, and how many particles each gets.
  const Real shells = whole_cells(radius, spacing, "the radius");
  check_count(4 * pi / 3 * shells * shells * shells);
  const Real thickness = radius / shells;
  std::vector<std::vector<Index>> count;
  Index total = 0;
  for (Index k = 0; k < static_cast<Index>(shells); ++k) {
    count.push_back(ring_counts((k + 0.5) * thickness, thickness));
    total += sum_of(count.back());
  }
  // 2. Radii between shells that make all volumes equal; each shell in the middle of its layer, but the four at the centre,
  //    which would be too near to each other there, about a spacing apart: as corners of a tetrahedron with such edges.
  const Real volume = 4 * pi / 3 * radius * radius * radius / total;
  PointCloud cloud;
  Real below = 0;
  for (const auto& rings : count) {
    const Real above = std::cbrt(below * below * below + 3 / (4 * pi) * volume * sum_of(rings));
    const bool at_centre = below == 0 && count.size() > 1;
    add_shell(cloud, at_centre ? std::sqrt(3.0 / 8) * thickness : 0.5 * (below + above), rings);
    below = above;
  }
  cloud.V.assign(cloud.X.size(), volume);
  sort_by_cells(cloud, spacing);
  return cloud;
}

}  // namespace talus
