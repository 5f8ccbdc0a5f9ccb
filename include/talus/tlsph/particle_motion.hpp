// What fits say of the motion around particles, and what the dashpots of the merged hourglass control make of it.
#pragma once

#include "talus/tlsph/non_affine_spin.hpp"

namespace talus {

/// The control acts in two parts: springs in every step, dashpots in some (tlsph 35).
enum class ControlPart { elastic, viscous };

/// What a fit says of the motion around particles.
template <class T>
struct LocalMotionOf {
  Mat3Of<T> H = Mat3Of<T>::Zero();  ///< F - I [-]
  /// sum_j V_j w_ij |H X_ji|^2, with second-order terms where there are any; over stored bonds V_i times as much [-]
  T explained = 0;
};

/// Omega x each column.
template <class T, int columns>
inline Eigen::Matrix<T, 3, columns> turned(const Vec3Of<T>& spin, const Eigen::Matrix<T, 3, columns>& C) {
  Eigen::Matrix<T, 3, columns> m;
  for (int c = 0; c < columns; ++c) {
    m(0, c) = spin[1] * C(2, c) - spin[2] * C(1, c);
    m(1, c) = spin[2] * C(0, c) - spin[0] * C(2, c);
    m(2, c) = spin[0] * C(1, c) - spin[1] * C(0, c);
  }
  return m;
}

/// -beta (dC/dt - Omega x C) of (tlsph 7, 17).
template <class T, int columns>
inline Eigen::Matrix<T, 3, columns> braking_of(const Eigen::Matrix<T, 3, columns>& C,
                                               const Eigen::Matrix<T, 3, columns>& rate, const Vec3Of<T>& spin,
                                               Real beta) {
  return -T(beta) * (rate - turned<T, columns>(spin, C));
}

/// beta (2 v - Omega x u), what neighbours read of a particle for the sums of (tlsph 31).
template <class T>
inline Vec3Of<T> drag_of(const Vec3Of<T>& u, const Vec3Of<T>& v, const Vec3Of<T>& spin, Real beta) {
  return T(beta) * (T(2) * v - turned<T, 1>(spin, u));
}

}  // namespace talus
