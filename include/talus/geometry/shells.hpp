// Concentric spherical shells of particles with equal volumes.
//
// A shell of radius r carries round(pi r / dr) rings of latitude, ring j round(2 pi r sin(theta_j) / dr) particles;
// the circles between rings are placed so that all particles of a shell have the same area (an equal-area partition
// of the sphere in the manner of P. Leopardi, Electron. Trans. Numer. Anal. 25, 2006), the radii between shells so
// that all particles of the ball have the same volume. Mirror images about the equator: the centroid is exact.
#pragma once

#include "talus/geometry/packing.hpp"

namespace talus {

/// Ball of `radius` [m] about the origin; the outermost particles lie half a shell inside the surface.
[[nodiscard]] PointCloud fill_shells(Real radius, Real spacing);

}  // namespace talus
