// What a ball (2-D: disc) contains.
#pragma once

#include "talus/diagnostics/bulk/ball_volumes.hpp"
#include "talus/diagnostics/bulk/cut/stretch.hpp"
#include "talus/geometry/grains/regions/sphere.hpp"

namespace talus {

inline bool contains(const SphereSpace& sphere, const Vec3& x, int /*dimension*/) {
  return (x - sphere.centre).norm() <= sphere.radius;
}

inline Real ball_inside(const SphereSpace& sphere, const Vec3& centre, Real radius, int dimension) {
  return ball_in_ball(radius, sphere.radius, (centre - sphere.centre).norm(), dimension);
}

inline Stretch stretch_inside(const SphereSpace& sphere, const Vec3& from, const Vec3& along, int /*dimension*/) {
  Stretch stretch;
  stretch.clip_ball(from - sphere.centre, along, sphere.radius);
  return stretch;
}

}  // namespace talus
