// The bodies of fill() of the shapes: which packing serves which shape.
#include <algorithm>

#include "talus/geometry/block.hpp"
#include "talus/geometry/cylinder.hpp"
#include "talus/geometry/lattice.hpp"
#include "talus/geometry/refuse.hpp"
#include "talus/geometry/ring.hpp"
#include "talus/geometry/rings.hpp"
#include "talus/geometry/shells.hpp"
#include "talus/geometry/sphere.hpp"

namespace talus {

namespace {

bool lies_in(const BoxRegion& box, const Vec3& p, int dimension) {
  for (int k = 0; k < dimension; ++k) {
    if (p[k] < box.min[k] || p[k] > box.max[k]) return false;
  }
  return true;
}

/// The particles outside all boxes, in their order.
PointCloud without(const PointCloud& cloud, const std::vector<BoxRegion>& cuts, int dimension) {
  PointCloud rest;
  for (std::size_t i = 0; i < cloud.X.size(); ++i) {
    const Vec3& p = cloud.X[i];
    if (std::ranges::any_of(cuts, [&](const BoxRegion& box) { return lies_in(box, p, dimension); })) continue;
    rest.X.push_back(p);
    rest.V.push_back(cloud.V[i]);
  }
  if (rest.X.empty()) refuse("the cuts leave nothing of the block");
  return rest;
}

}  // namespace

PointCloud Block::fill(Real spacing, int dimension) const {
  if (dimension == 3 && size.z() == 0) refuse("a size has three numbers in three dimensions, and the third is not 0");
  PointCloud full = fill_rows(lattice_in_box(size, spacing, dimension));
  return cuts.empty() ? full : without(full, cuts, dimension);
}

PointCloud Cylinder::fill(Real spacing, int dimension) const {
  check_length(radius, "the radius");
  return fill_tube({.outer = radius, .length = length, .axis = axis}, packing, spacing, dimension);
}

PointCloud Ring::fill(Real spacing, int dimension) const {
  check_length(inner_radius, "the inner radius");
  if (!(inner_radius < outer_radius)) {
    refuse("the inner radius of ", inner_radius, " m has to be smaller than the outer radius of ", outer_radius, " m");
  }
  return fill_tube({inner_radius, outer_radius, length, axis}, packing, spacing, dimension);
}

PointCloud Sphere::fill(Real spacing, int dimension) const {
  check_length(radius, "the radius");
  if (dimension == 2) {
    const auto flat = packing == BallPacking::lattice ? RoundPacking::lattice : RoundPacking::rings;
    return fill_tube({.outer = radius}, flat, spacing, dimension);
  }
  if (packing == BallPacking::shells) return fill_shells(radius, spacing);
  const Real limit = radius * radius * (1 + 1e-9);  // centres on the surface belong to the body on every side alike
  return fill_cut(lattice_in_box(Vec3::Constant(2 * radius), spacing, dimension),
                  [=](const Vec3& p) { return p.squaredNorm() <= limit; });
}

}  // namespace talus
