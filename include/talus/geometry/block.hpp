// A box (a rectangle in 2-D) on a lattice.
#pragma once

#include "talus/geometry/packing.hpp"
#include "talus/geometry/selection.hpp"

namespace talus {

struct Block {
  static constexpr std::string_view name = "block";
  static constexpr std::string_view help =
      "box (rectangle in 2-D) filled with a lattice; its faces are half a spacing "
      "outside the outermost particles";

  Vec3 size = Vec3::Zero();       ///< edges [m]; z is 0 in 2-D
  std::vector<BoxRegion> cuts{};  ///< removed, from the block's centre [m]

  static constexpr auto options() {
    return OptionTable{
        required("size", &Block::size, dim::length, "edges; two in 2-D", non_negative),
        optional("cuts", &Block::cuts, "boxes without particles, from the block's centre: slots, steps")};
  }

  [[nodiscard]] PointCloud fill(Real spacing, int dimension) const;
};

}  // namespace talus
