// A box along the axes that encloses something.
#pragma once

#include "talus/core/types.hpp"

#include <limits>

namespace talus {

/// Corners [m]; may be infinite. As constructed it is empty.
struct BoundingBox {
  Vec3 low = Vec3::Constant(std::numeric_limits<Real>::infinity());
  Vec3 high = Vec3::Constant(-std::numeric_limits<Real>::infinity());

  void enclose(const Vec3& x) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
};

}  // namespace talus
