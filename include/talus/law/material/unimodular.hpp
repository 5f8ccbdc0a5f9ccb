// The mean of a tensor of determinant one, from its deviator.
#pragma once

#include <cmath>

#include "talus/numerics/symmetric.hpp"

namespace talus {

/// y such that det((1 + y) I + d) = 1 for a traceless d, by Newton's method on
///   y^3 + 3 y^2 + 3 y - n (1 + y) + det d = 0,  n = d:d/2,   (material 10)
/// from a `start` at or above the largest root, the one that makes the tensor positive definite: from there the
/// steps descend without overshoot. Small d keep their digits: y ~ n/3, while tr(b) - 3 would cancel.
inline Real unimodular_excess(const Symmetric& d, Real start) {
  constexpr int most_steps = 30;
  constexpr Real converged = 1e-9;  // relative change; the step after it would be at round-off
  const Real n = 0.5 * d.squared_norm();
  const Real determinant = d.determinant();
  Real y = start;
  for (int step = 0; step < most_steps; ++step) {
    const Real change = (y * (3 + y * (3 + y)) - n * (1 + y) + determinant) / (3 * (1 + y) * (1 + y) - n);
    y -= change;
    if (!(std::abs(change) > converged * std::abs(y))) break;
  }
  return y;
}

}  // namespace talus
