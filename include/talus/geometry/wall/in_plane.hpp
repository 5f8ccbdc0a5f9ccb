// In two dimensions z is frozen: directions of walls have to lie in the plane.
#pragma once

#include <string_view>

#include "talus/core/types.hpp"
#include "talus/geometry/refuse.hpp"

namespace talus {

/// Throws CaseError when a direction leaves the plane of a case in two dimensions.
inline void check_in_plane(std::string_view what, const Vec3& direction, int dimension) {
  if (dimension == 3 || direction.z() == 0) return;
  refuse(what, " points out of the plane, its z is ", direction.z(), "; in two dimensions write two components");
}

/// Throws CaseError when an axis of rotation is not z in two dimensions.
inline void check_across_plane(std::string_view what, const Vec3& axis, int dimension) {
  if (dimension == 3 || axis.head<2>().isZero(0)) return;
  refuse(what, " is (", axis.x(), ", ", axis.y(), ", ", axis.z(),
         "); in two dimensions it is z: write [0, 0, 1] or leave it out");
}

/// A point of the plane in two dimensions, the point itself in three.
inline Vec3 flattened(const Vec3& point, int dimension) {
  return dimension == 2 ? Vec3(point.x(), point.y(), 0) : point;
}

}  // namespace talus
