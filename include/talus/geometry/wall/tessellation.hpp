// Triangles of curved and unbounded walls for pictures, cut off at a box.
#pragma once

#include "talus/geometry/wall/touch.hpp"

namespace talus {

/// What lies inside the box, as triangles with the same sense of rotation. Unbounded sides of the box cut nothing off.
[[nodiscard]] WallTriangles clipped(const WallTriangles& triangles, const BoundingBox& box);

/// A plane as far as it lies in a finite box.
[[nodiscard]] WallTriangles plane_triangles(const Vec3& point, const Vec3& normal, const BoundingBox& box);

/// The six faces of a box; in 2-D those across z are left out.
[[nodiscard]] WallTriangles box_triangles(const BoundingBox& box, int dimension);

/// A tube about `axis` (unit vector) and, with `ends`, two discs.
[[nodiscard]] WallTriangles tube_triangles(const Vec3& centre, const Vec3& axis, Real radius, Real half_length,
                                           bool ends);

[[nodiscard]] WallTriangles sphere_triangles(const Vec3& centre, Real radius);

}  // namespace talus
