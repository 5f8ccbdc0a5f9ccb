// A vector and one more number that a loop always needs together: one aligned load of 32 bytes.
#pragma once

#include "talus/core/types.hpp"

namespace talus {

/// Rows of grains: {position, radius}, {velocity, mass}, {angular velocity, inertia}, {force, -}, …
struct alignas(32) Row {
  Real x = 0, y = 0, z = 0;  ///< the vector
  Real w = 0;                ///< the number that goes with it

  Row() = default;
  Row(Real x_, Real y_, Real z_, Real w_) : x(x_), y(y_), z(z_), w(w_) {}
  explicit Row(const Vec3& v, Real w_ = 0) : x(v.x()), y(v.y()), z(v.z()), w(w_) {}

  [[nodiscard]] Vec3 vec() const { return {x, y, z}; }
  void set(const Vec3& v) { x = v.x(), y = v.y(), z = v.z(); }
  void add(const Vec3& v) { x += v.x(), y += v.y(), z += v.z(); }
};

}  // namespace talus
