#include "talus/geometry/rings.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include "talus/geometry/lattice.hpp"

namespace talus {

using std::numbers::pi;

namespace {

/// Arc between the particles of a ring over the thickness of its layer: makes 3 particles in the innermost ring of
/// a disc and the areas of all its rings equal.
constexpr Real arc_over_thickness = pi / 3;

/// Points on the circle of `radius` in z = 0, symmetric about the y axis, with one at its lowest point or, `turned`,
/// with two beside it.
void add_circle(PointCloud& cloud, Real radius, Index count, bool turned) {
  for (Index i = 0; i < count; ++i) {
    const Real angle = 2 * pi * (i + (turned ? 0.5 : 0.0)) / count;
    cloud.X.emplace_back(radius * std::sin(angle), -radius * std::cos(angle), 0);
  }
}

/// (across, across, along) -> (x, y, z), keeping the handedness.
Vec3 turn_to_axis(const Vec3& p, Axis axis) {
  if (axis == Axis::x) return {p.z(), p.x(), p.y()};
  if (axis == Axis::y) return {p.y(), p.z(), p.x()};
  return p;
}

PointCloud cut_tube(const Tube& tube, Real spacing, int dimension) {
  constexpr Real slack = 1e-9;  // centres on the surface belong to the body on every side alike
  const Real outer2 = tube.outer * tube.outer * (1 + slack);
  const Real inner2 = tube.inner * tube.inner * (1 - slack);
  const Lattice lattice = lattice_in_box({2 * tube.outer, 2 * tube.outer, tube.length}, spacing, dimension);
  return fill_cut(lattice, [=](const Vec3& p) {
    const Real r2 = p.head<2>().squaredNorm();
    return inner2 <= r2 && r2 <= outer2;
  });
}

/// The cross-section inner < r < outer [m] in the x-y plane; volumes are areas [m^2] and add up to its own.
PointCloud fill_section(Real inner, Real outer, Real spacing) {
  // 1. Layers of equal thickness, and how many particles each gets.
  const Real layers = whole_cells(outer - inner, spacing, inner > 0 ? "the wall thickness" : "the radius");
  const Real thickness = (outer - inner) / layers;
  std::vector<Index> count(static_cast<std::size_t>(layers));
  Index total = 0;
  for (std::size_t k = 0; k < count.size(); ++k) {
    const Real middle = inner + (static_cast<Real>(k) + 0.5) * thickness;
    count[k] = static_cast<Index>(std::lround(2 * pi * middle / (arc_over_thickness * thickness)));
    total += count[k];
  }
  // 2. Radii between layers that make all areas equal; each ring in the middle of its layer. Only the three around the
  //    axis would be too near to each other there, which makes stress a fifth too low: they stand a spacing apart.
  const bool around_axis = inner == 0 && layers > 1;
  const Real area = pi * (outer * outer - inner * inner) / total;
  PointCloud cloud;
  Real below = inner;
  for (std::size_t k = 0; k < count.size(); ++k) {
    const Real above = std::sqrt(below * below + count[k] * area / pi);
    const Real radius = k == 0 && around_axis ? thickness / std::numbers::sqrt3 : 0.5 * (below + above);
    add_circle(cloud, radius, count[k], (count.size() - k) % 2 == 0);
    below = above;
  }
  cloud.V.assign(cloud.X.size(), area);
  return cloud;
}

/// Copies of a cross-section, one per layer of the length. Each of its points makes a row of particles that stand side
/// by side in memory: they have their neighbours in common.
PointCloud extrude(const PointCloud& section, Real length, Real spacing) {
  const Real layers = whole_cells(length, spacing, "the length");
  const Real thickness = length / layers;
  PointCloud cloud;
  for (std::size_t i = 0; i < section.X.size(); ++i) {
    for (Index k = 0; k < static_cast<Index>(layers); ++k) {
      const Vec3 along(0, 0, (k - 0.5 * (layers - 1)) * thickness);
      cloud.X.push_back(section.X[i] + along);
      cloud.V.push_back(section.V[i] * thickness);
    }
  }
  return cloud;
}

}  // namespace

PointCloud fill_tube(const Tube& tube, RoundPacking packing, Real spacing, int dimension) {
  check_length(spacing, "the spacing");
  if (dimension == 3) check_length(tube.length, "the length");
  const Real section = pi * (tube.outer * tube.outer - tube.inner * tube.inner) / (spacing * spacing);
  check_count(dimension == 3 ? section * tube.length / spacing : section);
  PointCloud cloud;
  if (packing == RoundPacking::lattice) {
    cloud = cut_tube(tube, spacing, dimension);
  } else {
    cloud = fill_section(tube.inner, tube.outer, spacing);
    sort_by_cells(cloud, spacing);
    if (dimension == 3) cloud = extrude(cloud, tube.length, spacing);
  }
  if (dimension == 3) {
    for (Vec3& p : cloud.X) p = turn_to_axis(p, tube.axis);
  }
  return cloud;
}

}  // namespace talus
