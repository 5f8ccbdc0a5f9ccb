// What a box contains.
#pragma once

#include "talus/diagnostics/bulk/ball_volumes.hpp"
#include "talus/diagnostics/bulk/cut/stretch.hpp"
#include "talus/geometry/grains/regions/box.hpp"

namespace talus {

/// A lower face belongs to the box and an upper one does not, so that boxes side by side count nothing twice.
inline bool contains(const BoxSpace& box, const Vec3& x, int dimension) {
  for (int k = 0; k < dimension; ++k) {
    if (!(box.min[k] <= x[k] && x[k] < box.max[k])) return false;
  }
  return true;
}

inline Real ball_inside(const BoxSpace& box, const Vec3& centre, Real radius, int dimension) {
  return ball_in_box(centre, radius, box.min, box.max, dimension);
}

inline Stretch stretch_inside(const BoxSpace& box, const Vec3& from, const Vec3& along, int dimension) {
  Stretch stretch;
  for (int k = 0; k < dimension; ++k) stretch.clip_slab(from[k], along[k], box.min[k], box.max[k]);
  return stretch;
}

}  // namespace talus
