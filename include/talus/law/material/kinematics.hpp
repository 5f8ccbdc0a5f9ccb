// What the laws share: strains that keep their digits near the identity, and the way back from tau to P.
#pragma once

#include <cmath>

#include "talus/law/material/response.hpp"
#include "talus/numerics/scalar_function.hpp"
#include "talus/numerics/symmetric.hpp"
#include "talus/numerics/tensor.hpp"

namespace talus {

/// A particle compressed below this fraction of its volume is refused; the caller retries with a smaller step.
inline constexpr Real smallest_volume_ratio = 1e-8;

/// True for a finite `volume_strain` J - 1 with J well above zero.
template <class T>
inline ConditionOf<T> admissible(T volume_strain) {
  return 1 + volume_strain > smallest_volume_ratio && volume_strain < infinity;
}

/// True for numbers that are neither infinite nor NaN.
template <class T>
inline ConditionOf<T> is_finite(T a) {
  return abs(a) < infinity;
}

/// The answer to an inadmissible deformation.
template <class T = Real>
inline ResponseOf<T> refusal() {
  ResponseOf<T> r;
  r.P.setZero();
  r.valid = T(1) < T(0);
  return r;
}

/// Answer from the Kirchhoff stress tau: P = tau F^-T, (material 2).
template <class T>
inline ResponseOf<T> response_from(const SymmetricOf<T>& tau, const Mat3Of<T>& F, T energy, T equivalent_stress) {
  ResponseOf<T> r;
  const Mat3Of<T> cofactor = cofactors(F);
  const T J = F(0, 0) * cofactor(0, 0) + F(0, 1) * cofactor(0, 1) + F(0, 2) * cofactor(0, 2);
  r.P.noalias() = (inverse(J) * tau).matrix() * cofactor;
  r.energy = energy;
  r.equivalent_stress = equivalent_stress;
  r.valid = is_finite(energy) && is_finite(r.equivalent_stress);
  return r;
}
template <class T>
inline ResponseOf<T> response_from(const SymmetricOf<T>& tau, const Mat3Of<T>& F, T energy) {
  return response_from(tau, F, energy, von_mises(tau));
}

/// b - I = H + H^T + H H^T of an elastic body, H = F - I.
template <class Derived, class T = typename Derived::Scalar>
inline SymmetricOf<T> left_strain(const Eigen::MatrixBase<Derived>& H) {
  return 2.0 * SymmetricOf<T>::part_of(H) + times_transpose(H);
}

/// b_e - I = F C_p^-1 F^T - I, split so that small strains do not drown in the identity, (material 12).
template <class T>
inline SymmetricOf<T> left_strain(const Mat3Of<T>& H, const SymmetricOf<T>& cp_inverse) {
  const SymmetricOf<T> plastic = cp_inverse + SymmetricOf<T>::identity(-1);
  return left_strain(H) + congruence(H + Mat3Of<T>::Identity(), plastic);
}

/// The same of a particle with this state. One that has never flowed has C_p = I, which saves most of the work in most
/// of a body.
template <class T>
inline SymmetricOf<T> elastic_left_strain(const Mat3Of<T>& H, const MaterialStateOf<T>& state) {
  if (!anywhere(state.plastic_strain > 0)) return left_strain(H);
  return left_strain(H, SymmetricOf<T>::from(state.cp_inverse));
}

/// J^(-2/3) b - I from B = b - I and ln J.
template <class T>
inline SymmetricOf<T> isochoric(const SymmetricOf<T>& B, T log_j) {
  const T shrink = exp_minus_one((-2.0 / 3) * log_j);
  return SymmetricOf<T>::identity(shrink) + (1 + shrink) * B;
}

}  // namespace talus
