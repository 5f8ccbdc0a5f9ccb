// Concentric rings of particles with equal areas, for discs and annuli; extruded, for cylinders and tubes.
//
// Layer k of thickness dr carries n_k = round(2 pi r_k / (pi/3 dr)) particles: 3, 9, 15, ... in a disc, whose areas
// are then equal in rings of equal thickness. In an annulus the radii between layers are shifted (by less than
// dr / (2 n_k)) until the areas are equal. The outermost particles lie half a layer inside the surface; every second
// ring is turned by half a particle, and in 2-D left and right are mirror images.
#pragma once

#include "talus/geometry/packing.hpp"

namespace talus {

/// Straight body of that cross-section and `length` [m] along `axis`; in 2-D the cross-section itself.
struct Tube {
  Real inner = 0;   ///< radius of the bore, 0 for a full cylinder [m]
  Real outer = 0;   ///< radius [m]
  Real length = 0;  ///< not used in 2-D [m]
  Axis axis = Axis::z;
};
[[nodiscard]] PointCloud fill_tube(const Tube& tube, RoundPacking packing, Real spacing, int dimension);

}  // namespace talus
