// What the laws share: strains that keep their digits near the identity, and the way back from tau to P.
#pragma once

#include <cmath>
#include <limits>

#include "talus/law/material/response.hpp"
#include "talus/numerics/scalar_function.hpp"
#include "talus/numerics/symmetric.hpp"
#include "talus/numerics/tensor.hpp"

namespace talus {

/// A particle compressed below this fraction of its volume is refused; the caller retries with a smaller step.
inline constexpr Real smallest_volume_ratio = 1e-8;

/// True for a finite `volume_strain` J - 1 with J well above zero.
inline bool admissible(Real volume_strain) {
  return 1 + volume_strain > smallest_volume_ratio && volume_strain < std::numeric_limits<Real>::infinity();
}

/// The answer to an inadmissible deformation.
inline Response refusal() {
  Response r;
  r.P.setZero();
  r.valid = false;
  return r;
}

/// Answer from the Kirchhoff stress tau: P = tau F^-T, (material 2).
inline Response response_from(const Symmetric& tau, const Mat3& F, Real energy) {
  Response r;
  r.P.noalias() = tau.matrix() * F.inverse().transpose();
  r.energy = energy;
  r.equivalent_stress = von_mises(tau);
  r.valid = std::isfinite(energy) && std::isfinite(r.equivalent_stress);
  return r;
}

/// b - I = H + H^T + H H^T of an elastic body, H = F - I.
inline Symmetric left_strain(const Mat3& H) { return 2.0 * Symmetric::part_of(H) + times_transpose(H); }

/// b_e - I = F C_p^-1 F^T - I, split so that small strains do not drown in the identity, (material 12).
inline Symmetric left_strain(const Mat3& H, const Symmetric& cp_inverse) {
  const Symmetric plastic = cp_inverse + Symmetric::identity(-1);
  return left_strain(H) + congruence(H + Mat3::Identity(), plastic);
}

/// J^(-2/3) b - I from B = b - I and ln J.
inline Symmetric isochoric(const Symmetric& B, Real log_j) {
  const Real shrink = exp_minus_one(-2 * log_j / 3);
  return Symmetric::identity(shrink) + (1 + shrink) * B;
}

}  // namespace talus
