// The cells at whose centres coarse-grained fields are taken.
#pragma once

#include "talus/core/types.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace talus {

/// Equal cells along the axes; in 2-D one layer of squares in the plane z = 0.
struct CoarseGrid {
  int dimension = 3;
  Vec3 low = Vec3::Zero();            ///< lower corner [m]
  Real cell = 1;                      ///< edge [m]
  std::array<Index, 3> count{1, 1, 1};  ///< cells along each axis

  /// How many cover a length [m], as a number that may be too large for an Index. What is a whole number on paper is
  /// one, whatever the rounding.
  [[nodiscard]] static Real cells_in(Real length, Real cell) {
    return std::max(Real(1), std::ceil(length / cell - Real(1e-6)));
  }

  [[nodiscard]] Index size() const { return count[0] * count[1] * count[2]; }
  [[nodiscard]] Real cell_volume() const { return dimension == 2 ? cell * cell : cell * cell * cell; }
  [[nodiscard]] Vec3 high() const { return low + cell * Vec3(count[0], count[1], dimension == 2 ? 0 : count[2]); }
  /// Places may lie beyond the grid [m].
  [[nodiscard]] Vec3 centre(Index i, Index j, Index k) const {
    return low + cell * Vec3(i + Real(0.5), j + Real(0.5), dimension == 2 ? 0 : k + Real(0.5));
  }
  /// Of the cells in the order of files: x runs fastest.
  [[nodiscard]] Vec3 centre(Index c) const {
    return centre(c % count[0], c / count[0] % count[1], c / count[0] / count[1]);
  }
};

}  // namespace talus
