// Triangles from a file, made ready for use: scaled, welded, without triangles that have no area.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "talus/geometry/wall/triangle_mesh.hpp"

namespace talus {

struct MeshFile {
  TriangleMesh mesh;
  Index dropped = 0;  ///< triangles without area that were left out
};

/// `scale`: metres per unit of the file; `tolerance` [m]: corners nearer than this are one, 1e-6 of the diagonal where
/// nothing is given. Throws CaseError where triangles have no area, unless they may be dropped.
[[nodiscard]] MeshFile load_mesh(const std::filesystem::path& path, Real scale, std::optional<Real> tolerance,
                                 bool drop_degenerate);

}  // namespace talus
