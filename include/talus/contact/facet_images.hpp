// Images of a sphere in a periodic box as a facet of a wall sees them. Facets stay where they are; several images may
// touch one: on both sides of a gap that is narrower than the sphere, and where a wall meets its own image.
#pragma once

#include <algorithm>
#include <cmath>

#include "talus/numerics/bounding_box.hpp"
#include "talus/numerics/periodic_box.hpp"

namespace talus {

/// Whether the box around a facet ends on both sides of an axis.
[[nodiscard]] inline bool is_bounded(const BoundingBox& facet, int axis) {
  return std::isfinite(facet.low[axis]) && std::isfinite(facet.high[axis]);
}

/// Calls visit(shift) for every shift by whole periods that brings the place `x` within `reach` of the box around a
/// facet along each axis [m], always in the same order. A facet wider than two periods lies over its own images: only
/// places around its middle count. One without bounds sees x as it stands.
template <class Visit>
void for_each_image(const PeriodicBox& box, const BoundingBox& facet, const Vec3& x, Real reach, Visit&& visit) {
  int first[3] = {}, last[3] = {};
  for (int a = 0; a < 3; ++a) {
    if (!box.periodic(a) || !is_bounded(facet, a)) continue;
    const Real period = box.period()[a], middle = facet.middle()[a];
    first[a] = static_cast<int>(std::ceil((std::max(facet.low[a] - reach, middle - period) - x[a]) / period));
    last[a] = static_cast<int>(std::floor((std::min(facet.high[a] + reach, middle + period) - x[a]) / period));
  }
  for (int i = first[0]; i <= last[0]; ++i) {
    for (int j = first[1]; j <= last[1]; ++j) {
      for (int k = first[2]; k <= last[2]; ++k) visit(Vec3(box.period().cwiseProduct(Vec3(i, j, k))));
    }
  }
}

}  // namespace talus
