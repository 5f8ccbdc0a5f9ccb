// A plane in which a body is mirrored: only one half of the body is computed.
#pragma once

#include "talus/core/option.hpp"
#include "talus/core/types.hpp"

namespace talus {

struct SymmetryPlane {
  Vec3 point = Vec3::Zero();   ///< on the plane [m]
  Vec3 normal = Vec3::Zero();  ///< any length, towards the body

  static constexpr auto options() {
    return OptionTable{required("point", &SymmetryPlane::point, dim::length, "a point of the plane"),
                       required("normal", &SymmetryPlane::normal, dim::none, "direction from the plane to the body")};
  }
};

}  // namespace talus
