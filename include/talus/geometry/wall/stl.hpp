// Triangles from an STL file, as text or binary.
//
// Text: `solid`, then for each triangle `facet normal …`, `outer loop`, three times `vertex x y z`, `endloop`,
// `endfacet`, then `endsolid`; several solids may follow each other. Binary: 80 bytes of header, the number of
// triangles (32 bits), then for each of them a normal and three corners (12 numbers of 32 bits) and 2 bytes that mean
// nothing here; little-endian. Normals are not used: the order of the corners says which side is the front.
#pragma once

#include <filesystem>

#include "talus/geometry/wall/touch.hpp"

namespace talus {

/// More triangles than this are taken for a slip of the pen: they would not fit in memory (about 0.4 kB each).
inline constexpr Index most_triangles = 20'000'000;

/// In the unit of the file. Throws FileError when it cannot be read, CaseError when it is no STL file, is cut short,
/// holds no triangle or a number that is not finite; each says where.
[[nodiscard]] WallTriangles read_stl(const std::filesystem::path& path);

}  // namespace talus
