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
};

template <int D>
struct Nodes {
  std::vector<NodeRow> reference;      ///< X [m], V [m^d]
  std::vector<NodeRow> displacement;   ///< u [m], alpha of the hourglass control [Pa]
  std::vector<NodeRow> velocity;       ///< v [m/s]
  std::vector<TensorRows<D>> stress;     ///< P L [Pa]
  std::vector<TensorRows<D>> hourglass;  ///< -alpha (F - I) - beta (dF/dt - Omega x (F - I)) [Pa]
  std::vector<NodeRow> spin;                 ///< Omega of the non-affine motion [1/s]

  void resize(std::size_t n) {
    reference.resize(n);
    displacement.resize(n);
    velocity.resize(n);
    stress.resize(n);
    hourglass.resize(n);
    spin.assign(n, {});
  }

  void set_spin(Index i, const Vec3& omega) { spin[i] = {{omega[0], omega[1], omega[2], 0}}; }
};

}  // namespace talus
