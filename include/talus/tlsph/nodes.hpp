// What a particle's neighbours read, packed in rows of four doubles so that a gather is a handful of vector loads.
#pragma once

#include "talus/core/types.hpp"

#include <array>
#include <vector>

namespace talus {

/// One row of four doubles; the fourth lane carries what belongs to the same access.
struct alignas(32) Row {
  Real lane[4] = {};
};

/// A tensor as its rows; in 2-D only the in-plane block, in one row.
template <int D>
struct TensorRows {
  static constexpr int lanes = D == 2 ? 4 : 12;
  alignas(32) Real value[lanes] = {};

  void set(const Mat3& T) {
    if constexpr (D == 2) {
      value[0] = T(0, 0), value[1] = T(0, 1), value[2] = T(1, 0), value[3] = T(1, 1);
    } else {
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) value[4 * r + c] = T(r, c);
      }
    }
  }
};

template <int D>
struct Nodes {
  std::vector<Row> reference;      ///< X [m], V [m^d]
  std::vector<Row> displacement;   ///< u [m], alpha of the hourglass control [Pa]
  std::vector<Row> velocity;       ///< v [m/s]
  std::vector<TensorRows<D>> stress;     ///< P L [Pa]
  std::vector<TensorRows<D>> hourglass;  ///< -alpha (F - I) - beta (dF/dt - Omega x (F - I)) [Pa]
  std::vector<std::array<Real, D == 2 ? 1 : 3>> spin;  ///< Omega of the non-affine motion, in 2-D about z [1/s]

  void resize(std::size_t n) {
    reference.resize(n);
    displacement.resize(n);
    velocity.resize(n);
    stress.resize(n);
    hourglass.resize(n);
    spin.assign(n, {});
  }

  void set_spin(Index i, const Vec3& omega) {
    if constexpr (D == 2) spin[i] = {omega[2]};
    else spin[i] = {omega[0], omega[1], omega[2]};
  }
};

}  // namespace talus
