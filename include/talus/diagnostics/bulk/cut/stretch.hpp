// The part of a straight line that lies inside of something: t from `begin` to `end` on x(t) = from + t·along.
#pragma once

#include "talus/core/types.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

struct Stretch {
  Real begin = 0, end = 1;

  [[nodiscard]] Real length() const { return std::max(Real(0), end - begin); }
  void empty() { end = begin; }

  /// Keeps what lies between the planes u = low and u = high, where u(t) = u0 + t·du; `low` belongs to it, `high` not.
  void clip_slab(Real u0, Real du, Real low, Real high) {
    if (du == 0) {
      if (!(low <= u0 && u0 < high)) empty();
      return;
    }
    const Real a = (low - u0) / du, b = (high - u0) / du;
    begin = std::max(begin, std::min(a, b));
    end = std::min(end, std::max(a, b));
  }

  /// Keeps what lies within `radius` of the origin, where x(t) = x0 + t·dx.
  void clip_ball(const Vec3& x0, const Vec3& dx, Real radius) {
    const Real a = dx.squaredNorm(), b = x0.dot(dx), c = x0.squaredNorm() - radius * radius;
    if (a == 0) {
      if (c > 0) empty();
      return;
    }
    const Real discriminant = b * b - a * c;
    if (discriminant <= 0) return empty();
    const Real half = std::sqrt(discriminant) / a;
    begin = std::max(begin, -b / a - half);
    end = std::min(end, -b / a + half);
  }
};

}  // namespace talus
