// Cell-centred rectangular lattices: whole boxes, and bodies cut from them.
#pragma once

#include <array>
#include <functional>

#include "talus/geometry/packing.hpp"

namespace talus {

/// Cells that fill a box about the origin; the box's faces are half a cell outside the outermost centres.
struct Lattice {
  std::array<Index, 3> cells{1, 1, 1};  ///< per direction; 1 along z in 2-D
  Vec3 cell = Vec3::Zero();             ///< edges of a cell [m]; 0 along z in 2-D
  Real volume = 0;                      ///< of a cell [m^3; m^2 in 2-D]

  /// Centre of cell (i, j, k) [m]; mirrored cells have mirrored centres to the last bit.
  [[nodiscard]] Vec3 centre(const std::array<Index, 3>& at) const;
};

/// Lattice of about `spacing` [m] in a box of `size` [m]. Throws CaseError when it does not fit.
[[nodiscard]] Lattice lattice_in_box(const Vec3& size, Real spacing, int dimension);

/// Every cell, in rows: the direction with most cells runs fastest, so rows are long and contiguous.
[[nodiscard]] PointCloud fill_rows(const Lattice& lattice);

/// The cells whose centre `inside` accepts, in the same rows.
[[nodiscard]] PointCloud fill_cut(const Lattice& lattice, const std::function<bool(const Vec3&)>& inside);

}  // namespace talus
