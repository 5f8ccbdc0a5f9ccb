// A finite plate without thickness, met from both sides: two triangles. In 2-D it is a straight line between two
// points.
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/geometry/wall/triangle_surface.hpp"

namespace talus {

struct RectangleWall {
  static constexpr std::string_view name = "rectangle";
  static constexpr std::string_view help = "thin plate (piece of a line in 2-D) that grains meet on both sides";

  Vec3 centre = Vec3::Zero();  ///< [m]
  std::vector<Vec3> edges{};   ///< [m]

  static constexpr auto options() {
    return OptionTable{
        required("centre", &RectangleWall::centre, dim::length, "its middle"),
        required("edges", &RectangleWall::edges, dim::length, "vectors along its two edges; in 2-D one such vector")};
  }

  [[nodiscard]] Contradiction contradiction() const;

  [[nodiscard]] TriangleSurface surface(int dimension) const;
};

}  // namespace talus
