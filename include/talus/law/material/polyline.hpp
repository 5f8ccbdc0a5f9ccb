// A curve through given points, straight between them: tables of material laws.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "talus/core/contradiction.hpp"
#include "talus/numerics/pack_lanes.hpp"

namespace talus {

template <class T>
struct ValueAndSlopeOf {
  T value;
  T slope;
};
using ValueAndSlope = ValueAndSlopeOf<Real>;

/// The piecewise linear curve at `x`; before the first point it is constant, after the last it goes on with
/// `last_slope`. At a point the slope is that of the piece to its right.
inline ValueAndSlope on_polyline(const std::vector<Real>& xs, const std::vector<Real>& ys, Real last_slope, Real x) {
  if (x < xs.front()) return {ys.front(), 0};
  if (!(x < xs.back())) return {ys.back() + last_slope * (x - xs.back()), last_slope};
  const std::size_t k = std::upper_bound(xs.begin(), xs.end(), x) - xs.begin();  // xs[k-1] <= x < xs[k]
  const Real slope = (ys[k] - ys[k - 1]) / (xs[k] - xs[k - 1]);
  return {ys[k - 1] + slope * (x - xs[k - 1]), slope};
}

inline ValueAndSlopeOf<Pack> on_polyline(const std::vector<Real>& xs, const std::vector<Real>& ys, Real last_slope,
                                         Pack x) {
  ValueAndSlopeOf<Pack> result;
  for (int l = 0; l < lanes; ++l) {
    const ValueAndSlope one = on_polyline(xs, ys, last_slope, x[l]);
    result.value.set(l, one.value);
    result.slope.set(l, one.slope);
  }
  return result;
}

/// What is wrong with such a table, whose lists stand under the keys `x` and `y`: `x` must grow, `y` must not be below
/// zero (or at it, where `zero_allowed` is false).
inline Contradiction polyline_contradiction(const std::string& x, const std::vector<Real>& xs, const std::string& y,
                                            const std::vector<Real>& ys, bool zero_allowed) {
  if (xs.empty()) return {x, "the list is empty: give at least one point"};
  if (xs.size() != ys.size()) {
    return {y, "as many values are expected as in \"" + x + "\" (" + std::to_string(xs.size()) + "), found " +
                   std::to_string(ys.size())};
  }
  for (std::size_t k = 1; k < xs.size(); ++k) {
    if (!(xs[k] > xs[k - 1])) {
      return {x + "/" + std::to_string(k), "the values of \"" + x + "\" have to increase: sort the points"};
    }
  }
  for (std::size_t k = 0; k < ys.size(); ++k) {
    if (ys[k] < 0 || (ys[k] == 0 && !zero_allowed)) {
      return {y + "/" + std::to_string(k), zero_allowed ? "must not be negative" : "must be positive"};
    }
  }
  return {};
}

}  // namespace talus
