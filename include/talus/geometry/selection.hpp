// Which particles of a body a boundary or a history column means.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "talus/geometry/packing.hpp"

namespace talus {

/// Sides of a body, as its shape stood before it was turned: left and right face -x and +x. The vertical is the last
/// axis of the space: bottom and top face -y and +y in 2-D, -z and +z in 3-D, where front and back face -y and +y.
enum class Side { left, right, bottom, top, front, back };
constexpr auto choices(std::type_identity<Side>) {
  return std::array{Word<Side>{"left", Side::left, "towards -x"},
                    Word<Side>{"right", Side::right, "towards +x"},
                    Word<Side>{"bottom", Side::bottom, "towards -y in 2-D, -z in 3-D"},
                    Word<Side>{"top", Side::top, "towards +y in 2-D, +z in 3-D"},
                    Word<Side>{"front", Side::front, "towards -y, 3-D only"},
                    Word<Side>{"back", Side::back, "towards +y, 3-D only"}};
}

/// Outward direction of a side of a body that has not been turned. Throws CaseError for front and back in two
/// dimensions.
[[nodiscard]] Vec3 outward(Side side, int dimension);

/// Both corners of a box along the axes, which belong to it.
struct BoxRegion {
  Vec3 min = Vec3::Zero();  ///< [m]
  Vec3 max = Vec3::Zero();  ///< [m]

  static constexpr auto options() {
    return OptionTable{required("min", &BoxRegion::min, dim::length, "lower corner"),
                       required("max", &BoxRegion::max, dim::length, "upper corner")};
  }
};

/// Exactly one of layer, box, nearest, id and all.
struct Selection {
  std::optional<Side> layer{};             ///< outermost particles on this side
  int layers = 1;                          ///< how many layers deep, with `layer`
  std::optional<BoxRegion> box{};          ///< reference positions inside this box
  std::optional<Vec3> nearest{};           ///< the one particle nearest to this point [m]
  std::optional<std::vector<Index>> id{};  ///< numbers of particles, from 0 in the order of filling
  bool all = false;                        ///< the whole body

  static constexpr auto options() {
    return OptionTable{
        optional("layer", &Selection::layer,
                 "outermost particles on this side of the shape as it is before its rotation"),
        optional("layers", &Selection::layers, dim::none, "with layer: how many layers deep", between(1, 1e6)),
        optional("box", &Selection::box, "particles inside this box, in the reference state"),
        optional("nearest", &Selection::nearest, dim::length, "the particle nearest to this point"),
        optional("id", &Selection::id, dim::none, "numbers of particles, of grains as in the array id of the frames",
                 non_negative),
        optional("all", &Selection::all, "the whole body")};
  }

  /// Indices in rising order, from reference positions X [m] at `spacing` [m] of a shape that has been turned by
  /// `turn`. Throws CaseError when the selection is ambiguous or selects nothing.
  [[nodiscard]] std::vector<Index> resolve(std::span<const Vec3> X, Real spacing, int dimension,
                                           const Mat3& turn = Mat3::Identity()) const;
};

}  // namespace talus
