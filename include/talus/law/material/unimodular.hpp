// The mean of a tensor of determinant one, from its deviator.
#pragma once

#include <cmath>

#include "talus/numerics/symmetric.hpp"

namespace talus {

/// y such that det((1 + y) I + d) = 1 for a traceless d, by Newton's method on
///   y^3 + 3 y^2 + 3 y - n (1 + y) + det d = 0,  n = d:d/2,   (material 10)
/// from a `start` at or above the largest root, the one that makes the tensor positive definite: from there the
/// steps descend without overshoot. Small d keep their digits: y ~ n/3, while tr(b) - 3 would cancel.
template <class T>
inline T unimodular_excess(const SymmetricOf<T>& d, T start) {
  constexpr int most_steps = 30;
  constexpr Real converged = 1e-9;  // relative change; the step after it would be at round-off
  const T n = 0.5 * d.squared_norm();
  const T determinant = d.determinant();
  T y = start;
  ConditionOf<T> moving = T(0) < T(1);
  for (int step = 0; step < most_steps; ++step) {
    const T change = (y * (3 + y * (3 + y)) - n * (1 + y) + determinant) / (3 * (1 + y) * (1 + y) - n);
    y = select(moving, y - change, y);
    moving = moving && abs(change) > converged * abs(y);
    if (!anywhere(moving)) break;
  }
  return y;
}

}  // namespace talus
