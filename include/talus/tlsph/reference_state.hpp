// Neighbours, kernel gradients and moments of the undeformed body: found once, used in every step.
#pragma once

#include "talus/body/solid_body.hpp"
#include "talus/core/types.hpp"
#include "talus/numerics/kernel/catalog.hpp"

#include <vector>

namespace talus {

/// One neighbour j of a particle i. The gradient follows from it, grad_i W_ij = weight * (X_j - X_i), so a bond costs
/// 8 bytes of memory traffic. The weight is rounded to float before anything is computed from it (L, moments), so
/// conservation and affine exactness hold to double precision; only the kernel's shape changes by 6e-8.
struct Bond {
  Index neighbour;
  float weight;  ///< -W'(r)/r [1/m^(d+2)]
};

struct ReferenceState {
  std::vector<Index> first;      ///< bonds of particle i are first[i] … first[i+1]-1, sorted by neighbour
  std::vector<Bond> bond;
  std::vector<float> kernel;     ///< W(r) of each bond [1/m^d]
  std::vector<Mat3> L;           ///< gradient correction (tlsph 1), inverse of M on its range [-]
  Index regularised = 0;         ///< particles whose neighbours do not span space
  Real smoothing_length = 0;     ///< h [m]
};

/// Finds all bonds within the kernel's support of h = smoothing * spacing.
[[nodiscard]] ReferenceState make_reference_state(const SolidBody& body, const Kernels::Variant& kernel,
                                                  Real smoothing);

/// The kernel's own h/dx for this dimension.
[[nodiscard]] Real default_smoothing(const Kernels::Variant& kernel, int dimension);

}  // namespace talus
