// How deep a point is in the field of a flat body that it reads (contact 34).
#pragma once

#include <algorithm>
#include <cmath>

#include "talus/law/contact/normal/field_barrier.hpp"

namespace talus {

/// c = c_t + c'_t delta + 1/2 c''_t delta^2, solved for delta: what a law does per overlap is then done per field with
/// the slope that the field has there.
class FieldOverlap {
 public:
  /// Of layers `spacing` apart that touch at `distance` [m].
  FieldOverlap(const FieldKernel& kernel, Real spacing, Real distance, int dimension)
      : touching_(touching_field(kernel, spacing, distance, dimension)) {
    const Real step = base * distance;
    const Real inside = touching_field(kernel, spacing, distance - step, dimension).slope;
    const Real outside = touching_field(kernel, spacing, distance + step, dimension).slope;
    bend_ = (inside - outside) / (2 * step);
  }

  /// delta, negative before touching [m].
  [[nodiscard]] Real at(Real c) const { return 2 * (c - touching_.value) / (touching_.slope + slope(c)); }

  /// dc/d(delta) [1/m].
  [[nodiscard]] Real slope(Real c) const {
    const Real s = touching_.slope;
    return std::sqrt(std::max(least * s * s, s * s + 2 * bend_ * (c - touching_.value)));
  }

 private:
  static constexpr Real base = 1e-3;   ///< over which the bend is measured, in touching distances
  static constexpr Real least = 1e-2;  ///< far outside the parabola has no slope; nothing acts there

  TouchingField touching_;
  Real bend_ = 0;  ///< c''_t [1/m^2]
};

}  // namespace talus
