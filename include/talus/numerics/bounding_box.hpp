// A box along the axes that encloses something.
#pragma once

#include "talus/core/types.hpp"

namespace talus {

/// Corners [m]; may be infinite. As constructed it is empty.
struct BoundingBox {
  Vec3 low = Vec3::Constant(infinity);
  Vec3 high = Vec3::Constant(-infinity);

  void enclose(const Vec3& x) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  /// A ball about `centre` [m].
  void enclose(const Vec3& centre, Real radius) {
    low = low.cwiseMin(centre - Vec3::Constant(radius));
    high = high.cwiseMax(centre + Vec3::Constant(radius));
  }
  void enclose(const BoundingBox& other) {
    low = low.cwiseMin(other.low);
    high = high.cwiseMax(other.high);
  }
  [[nodiscard]] Vec3 middle() const { return Real(0.5) * (low + high); }
};

}  // namespace talus
