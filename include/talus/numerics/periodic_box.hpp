// A box that repeats along some of its axes, and the rule of the nearest image.
//
//   d -> d - L round(d / L)   along periodic axes, L the period [m]
//
// Along the other axes L = 0 and 1/L is kept as 0, so the same line changes nothing and needs no branch.
#pragma once

#include "talus/core/error.hpp"
#include "talus/core/types.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

namespace talus {

class PeriodicBox {
 public:
  /// No axis repeats.
  PeriodicBox() = default;

  /// `low`, `high` [m] count along periodic axes only.
  PeriodicBox(const Vec3& low, const Vec3& high, std::array<bool, 3> periodic) : low_(low), high_(high) {
    for (int a = 0; a < 3; ++a) {
      if (!periodic[a]) continue;
      const Real period = high[a] - low[a];
      if (!(period > 0) || !std::isfinite(period)) refuse_period(a);
      period_[a] = period;
      inverse_[a] = 1 / period;
    }
  }

  [[nodiscard]] const Vec3& low() const { return low_; }
  [[nodiscard]] const Vec3& high() const { return high_; }
  /// Period [m]; 0 where the axis does not repeat.
  [[nodiscard]] const Vec3& period() const { return period_; }
  [[nodiscard]] bool periodic(int axis) const { return period_[axis] > 0; }
  [[nodiscard]] bool any() const { return periodic(0) || periodic(1) || periodic(2); }

  /// Shortest of all images of the distance `d` [m] along one axis; T is a Real or a pack of them.
  template <class T>
  [[nodiscard]] T nearest(int axis, T d) const {
    // Adding 1.5 * 2^52 leaves no bits for a fraction: rounds to the nearest integer without a call.
    constexpr Real no_fraction = 1.5 / std::numeric_limits<Real>::epsilon();
    const T images = (d * inverse_[axis] + no_fraction) - no_fraction;
    return d - images * period_[axis];
  }
  [[nodiscard]] Vec3 nearest(const Vec3& d) const { return {nearest(0, d.x()), nearest(1, d.y()), nearest(2, d.z())}; }

  /// The image of the place x [m] inside of [low, high) along periodic axes.
  [[nodiscard]] Vec3 wrap(Vec3 x) const {
    for (int a = 0; a < 3; ++a) {
      if (!periodic(a)) continue;
      x[a] -= period_[a] * std::floor((x[a] - low_[a]) * inverse_[a]);
      if (x[a] < low_[a]) x[a] += period_[a];
      if (x[a] >= high_[a]) x[a] = low_[a];  // rounding: what lies just below `low` may land on `high`
    }
    return x;
  }

  /// Of the shortest period; cut-offs below it are not refused [m].
  [[nodiscard]] Real half_period() const {
    Real least = infinity;
    for (int a = 0; a < 3; ++a) {
      if (periodic(a)) least = std::min(least, period_[a] / 2);
    }
    return least;
  }

  /// The rule of the nearest image finds every neighbour once only while no two images are within reach.
  void refuse_narrow(Real cutoff) const {
    for (int a = 0; a < 3; ++a) {
      if (!periodic(a) || period_[a] > 2 * cutoff) continue;
      std::ostringstream sentence;
      sentence << "The periodic box is " << period_[a] << " m wide along "
               << "xyz"[a] << ", but particles feel each other up to " << cutoff
               << " m (skin included), so a particle would meet "
               << "two images of one neighbour: make the box wider than " << 2 * cutoff << " m.";
      throw CaseError(sentence.str());
    }
  }

 private:
  void refuse_period(int a) const {
    std::ostringstream sentence;
    sentence << "The periodic box reaches from " << low_[a] << " m to " << high_[a] << " m along "
             << "xyz"[a] << "; expected finite numbers, the second above the first.";
    throw CaseError(sentence.str());
  }

  Vec3 low_ = Vec3::Zero(), high_ = Vec3::Zero();
  Vec3 period_ = Vec3::Zero(), inverse_ = Vec3::Zero();
};

}  // namespace talus
