// A body inside a closed surface of triangles, filled with a lattice.
//
// The lattice is that of the box around the surface; a cell belongs to the body when its centre is inside. Inside is
// what a ray along x from outside reaches after an odd number of triangles: rows of cells are cut at their crossings.
// All volumes are multiplied by the one factor that makes their sum the volume that the triangles enclose, so the mass
// is right and the lattice stays regular.
#pragma once

#include <filesystem>

#include "talus/geometry/packing.hpp"

namespace talus {

struct MeshFill {
  static constexpr std::string_view name = "stl";
  static constexpr std::string_view help = "closed surface from an STL file, text or binary, filled with a lattice";

  std::filesystem::path path{};  ///< the case reader makes it absolute
  Real scale = 1;                ///< metres per unit of the file

  static constexpr auto options() {
    return OptionTable{
        required("path", &MeshFill::path, "STL file, relative to the case; its origin is that of the body"),
        optional("scale", &MeshFill::scale, dim::none, "metres per unit of the file: 0.001 for millimetres", positive)};
  }

  [[nodiscard]] PointCloud fill(Real spacing, int dimension) const;
};

}  // namespace talus
