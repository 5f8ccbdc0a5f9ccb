// What a particle's neighbours read, packed in rows of four doubles so that a gather is a handful of vector loads.
#pragma once

#include "talus/core/types.hpp"

#include <cstring>
#include <vector>

namespace talus {

/// Four doubles that the compiler keeps in one register where the machine has one that wide (GCC and Clang).
using Lanes = double __attribute__((vector_size(32)));

inline Lanes splat(Real value) { return Lanes{value, value, value, value}; }

/// One row of four doubles; the fourth lane carries what belongs to the same access.
struct alignas(32) NodeRow {
  Real lane[4] = {};

  [[nodiscard]] Lanes lanes() const {
    Lanes value;
    std::memcpy(&value, lane, sizeof value);
    return value;
  }
};

/// A tensor as rows of lanes; in 2-D only the in-plane block, in one row {xx xy yx yy}.
template <int D>
struct TensorRows {
  static constexpr int rows = D == 2 ? 1 : 3;
  NodeRow row[rows];

  void set(const Mat3& T) {
    if constexpr (D == 2) {
      row[0] = {{T(0, 0), T(0, 1), T(1, 0), T(1, 1)}};
    } else {
      for (int r = 0; r < 3; ++r) row[r] = {{T(r, 0), T(r, 1), T(r, 2), 0}};
    }
  }

  [[nodiscard]] Mat3 matrix() const {
    Mat3 T = Mat3::Zero();
    for (int r = 0; r < D; ++r) {
      for (int c = 0; c < D; ++c) T(r, c) = D == 2 ? row[0].lane[2 * r + c] : row[D == 2 ? 0 : r].lane[c];
    }
    return T;
  }
};

/// Second-order coefficients of a vector: row r, lanes {xx yy xy -} in 2-D, {xx yy zz -} {xy yz zx -} in 3-D.
template <int D>
struct CurvatureRows {
  static constexpr int sets = D == 2 ? 1 : 2;
  NodeRow row[D][sets];

  /// D x 3 or D x 6 numbers.
  template <class Matrix>
  void set(const Matrix& T) {
    for (int r = 0; r < D; ++r) {
      for (int c = 0; c < 3 * sets; ++c) row[r][c / 3].lane[c % 3] = T(r, c);
    }
  }

  /// Q of component r: S q(X) = X^T Q X / 2.
  [[nodiscard]] Mat3 form(int r) const {
    const Real* a = row[r][0].lane;
    Mat3 Q = Mat3::Zero();
    if constexpr (D == 2) {
      Q << a[0], a[2], 0, a[2], a[1], 0, 0, 0, 0;
    } else {
      const Real* b = row[r][1].lane;
      Q << a[0], b[0], b[2], b[0], a[1], b[1], b[2], b[1], a[2];
    }
    return Q;
  }
  void set_form(int r, const Mat3& Q) {
    if constexpr (D == 2) {
      row[r][0] = {{Q(0, 0), Q(1, 1), Q(0, 1), 0}};
    } else {
      row[r][0] = {{Q(0, 0), Q(1, 1), Q(2, 2), 0}};
      row[r][1] = {{Q(0, 1), Q(1, 2), Q(2, 0), 0}};
    }
  }
};

template <int D>
struct Nodes {
  std::vector<NodeRow> reference;      ///< X [m], V [m^d]
  std::vector<NodeRow> displacement;   ///< u [m], alpha of the hourglass control [Pa]
  std::vector<NodeRow> velocity;       ///< v [m/s]
  std::vector<TensorRows<D>> stress;     ///< P L [Pa]
  std::vector<TensorRows<D>> hourglass;  ///< -alpha (F - I) - beta (dF/dt - Omega x (F - I)) [Pa]
  std::vector<NodeRow> spin;                 ///< Omega of the non-affine motion [1/s]

  std::vector<CurvatureRows<D>> stress_curvature;     ///< P B_lq by rows of the surface fit; row 0 is zero [Pa/m]
  std::vector<CurvatureRows<D>> hourglass_curvature;  ///< the same of the hourglass control [Pa/m]

  void resize(std::size_t n, std::size_t fitted) {
    reference.resize(n);
    displacement.resize(n);
    velocity.resize(n);
    stress.resize(n);
    hourglass.resize(n);
    spin.assign(n, {});
    stress_curvature.assign(fitted + 1, {});
    hourglass_curvature.assign(fitted + 1, {});
  }

  void set_spin(Index i, const Vec3& omega) { spin[i] = {{omega[0], omega[1], omega[2], 0}}; }
};

}  // namespace talus
