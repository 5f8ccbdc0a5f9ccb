// The shapes of walls. What each must offer: touch.hpp; its `surface(dimension)` is what grains meet.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/geometry/wall/box_wall.hpp"
#include "talus/geometry/wall/cylinder_wall.hpp"
#include "talus/geometry/wall/mesh_wall.hpp"
#include "talus/geometry/wall/plane_wall.hpp"
#include "talus/geometry/wall/rectangle_wall.hpp"
#include "talus/geometry/wall/sphere_wall.hpp"

namespace talus {

struct WallShapes : Catalog<PlaneWall, BoxWall, CylinderWall, SphereWall, RectangleWall, MeshWall> {
  static constexpr std::string_view family = "wall shape";
};

}  // namespace talus
