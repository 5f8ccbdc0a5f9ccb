// How far a deformation stretches what it acts on.
#pragma once

#include <cmath>

#include "talus/numerics/tensor.hpp"

namespace talus {

/// Largest length over the undeformed one of anything that F deforms [-].
inline Real largest_stretch(const Mat3& F) {
  const Mat3 H = F - Mat3::Identity();
  const Symmetric E = 2.0 * Symmetric::part_of(H) + times_transpose(H.transpose());  // C - I
  return std::sqrt(1 - smallest_eigenvalue(-1.0 * E));
}

}  // namespace talus
