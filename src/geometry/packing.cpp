#include "talus/geometry/packing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "talus/core/machine_memory.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {

void check_length(Real value, std::string_view what) {
  if (!(value > 0) || !std::isfinite(value)) refuse(what, " is ", value, " m; it has to be a positive length");
}

namespace {

std::string count_text(Real count) {
  std::ostringstream text;
  text << count;
  return text.str();
}

}  // namespace

void check_count(Real particles) {
  if (particles > most_particles) {
    refuse("the body would need about ", particles, " particles; the limit is ", most_particles,
           ": take a larger spacing");
  }
  refuse_memory(bytes_per_particle * particles, "the body of about " + count_text(particles) + " particles",
                "take a larger spacing");
}

Real whole_cells(Real extent, Real spacing, std::string_view what) {
  check_length(spacing, "the spacing");
  check_length(extent, what);
  const Real wanted = extent / spacing;
  const Real cells = std::max(Real{1}, std::round(wanted));
  if (std::abs(wanted / cells - 1) > largest_distortion) {
    refuse(what, " of ", extent, " m holds ", wanted, " spacings of ", spacing, " m; a whole number within ",
           100 * largest_distortion, " % is needed: make it ", cells * spacing, " m, or the spacing ", extent / cells,
           " m");
  }
  return cells;
}

namespace {

constexpr int bits_per_axis = 21;  // three of them fit in 64 bits

/// Spreads the lowest 21 bits of `n` so that two zeros follow each.
std::uint64_t spread(std::uint64_t n) {
  std::uint64_t result = 0;
  for (int bit = 0; bit < bits_per_axis; ++bit) result |= (n >> bit & 1U) << (3 * bit);
  return result;
}

std::uint64_t morton_code(const Vec3& from_corner, Real cell) {
  constexpr Real most = (1 << bits_per_axis) - 1;
  std::uint64_t code = 0;
  for (int k = 0; k < 3; ++k) {
    code |= spread(static_cast<std::uint64_t>(std::clamp(from_corner[k] / cell, Real{0}, most))) << k;
  }
  return code;
}

}  // namespace

void sort_by_cells(PointCloud& cloud, Real spacing) {
  if (cloud.X.empty()) return;
  Vec3 corner = cloud.X.front();
  for (const Vec3& p : cloud.X) corner = corner.cwiseMin(p);
  std::vector<std::uint64_t> code(cloud.X.size());
  for (std::size_t i = 0; i < code.size(); ++i) code[i] = morton_code(cloud.X[i] - corner, 2 * spacing);
  std::vector<Index> order(code.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return code[a] < code[b]; });
  PointCloud sorted;
  sorted.X.reserve(code.size());
  sorted.V.reserve(code.size());
  for (const Index i : order) {
    sorted.X.push_back(cloud.X[i]);
    sorted.V.push_back(cloud.V[i]);
  }
  cloud = std::move(sorted);
}

}  // namespace talus
