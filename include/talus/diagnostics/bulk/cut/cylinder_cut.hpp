// What a cylinder contains. Grains it cuts are integrated slice by slice.
#pragma once

#include "talus/diagnostics/bulk/ball_volumes.hpp"
#include "talus/diagnostics/bulk/cut/stretch.hpp"
#include "talus/geometry/grains/regions/cylinder.hpp"

namespace talus {

inline bool contains(const CylinderSpace& cylinder, const Vec3& x, int /*dimension*/) {
  const Vec3 r = x - cylinder.from;
  const Real along = r.dot(cylinder.axis());
  return 0 <= along && along < cylinder.length() && (r - along * cylinder.axis()).norm() <= cylinder.radius;
}

inline Real ball_inside(const CylinderSpace& cylinder, const Vec3& centre, Real radius, int /*dimension*/) {
  const Vec3 r = centre - cylinder.from;
  const Real along = r.dot(cylinder.axis());
  const Real off = (r - along * cylinder.axis()).norm();
  return ball_in_cylinder(radius, cylinder.radius, off, -along, cylinder.length() - along);
}

inline Stretch stretch_inside(const CylinderSpace& cylinder, const Vec3& from, const Vec3& along, int /*dimension*/) {
  const Vec3 axis = cylinder.axis(), r = from - cylinder.from;
  Stretch stretch;
  stretch.clip_slab(r.dot(axis), along.dot(axis), 0, cylinder.length());
  stretch.clip_ball(r - r.dot(axis) * axis, along - along.dot(axis) * axis, cylinder.radius);
  return stretch;
}

}  // namespace talus
