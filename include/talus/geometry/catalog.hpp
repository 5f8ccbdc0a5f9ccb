// The shapes. What each must offer: point_cloud.hpp.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/geometry/block.hpp"
#include "talus/geometry/cylinder.hpp"
#include "talus/geometry/mesh_fill.hpp"
#include "talus/geometry/particle_file.hpp"
#include "talus/geometry/ring.hpp"
#include "talus/geometry/sphere.hpp"

namespace talus {

struct Shapes : Catalog<Block, Cylinder, Sphere, Ring, MeshFill, ParticleFile> {
  static constexpr std::string_view family = "shape";
};

}  // namespace talus
