// From the sums over neighbours to the motion around particles, and to what the merged hourglass control does about it.
#pragma once

#include "talus/tlsph/non_affine_spin.hpp"

namespace talus {

/// Motion around a particle since the reference that its bonds are of.
template <class T>
struct KinematicsOf {
  Mat3Of<T> H = Mat3Of<T>::Zero();     ///< F - I [-]
  Mat3Of<T> rate = Mat3Of<T>::Zero();  ///< dF/dt [1/s]
};

/// alpha of a particle [Pa], and beta [Pa s].
template <class T>
struct ControlStrength {
  T alpha;
  Real beta;
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

/// -alpha C - beta (dC/dt - Omega x C) of (tlsph 7, 17).
template <class T, int columns>
inline Eigen::Matrix<T, 3, columns> control_of(const Eigen::Matrix<T, 3, columns>& C,
                                               const Eigen::Matrix<T, 3, columns>& rate, const Vec3Of<T>& spin,
                                               const ControlStrength<T>& strength) {
  return -strength.alpha * C - T(strength.beta) * (rate - turned<T, columns>(spin, C));
}

}  // namespace talus
