// The surface of a wall, ready for contact: one visit outside of the loop over grains.
#pragma once

#include <variant>

#include "talus/geometry/wall/catalog.hpp"

namespace talus {

using WallSurface = std::variant<PlaneSurface, BoxSurface, CylinderSurface, SphereSurface, TriangleSurface>;

/// Throws CaseError with a sentence about the shape, or FileError.
[[nodiscard]] WallSurface wall_surface(const Chosen<WallShapes>& shape, int dimension);

}  // namespace talus
