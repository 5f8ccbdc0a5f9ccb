// How far a deformation stretches what it acts on, and in which directions of space.
#pragma once

#include <cmath>

#include "talus/numerics/symmetric_function.hpp"
#include "talus/numerics/tensor.hpp"

namespace talus {

/// Largest length over the undeformed one of anything that F deforms [-].
inline Real largest_stretch(const Mat3& F) {
  const Mat3 H = F - Mat3::Identity();
  const Symmetric E = 2.0 * Symmetric::part_of(H) + times_transpose(H.transpose());  // C - I
  return std::sqrt(1 - smallest_eigenvalue(-1.0 * E));
}

/// ln V = 1/2 ln F F^T [-], exact also where hardly anything is stretched.
inline Mat3 logarithmic_strain(const Mat3& F) {
  const Mat3 H = F - Mat3::Identity();
  const Symmetric E = 2.0 * Symmetric::part_of(H) + times_transpose(H);  // F F^T - I
  return 0.5 * spectral(E, [](Real value) { return std::log1p(value); }).matrix();
}

}  // namespace talus
