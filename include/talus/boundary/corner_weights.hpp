// What particles carry the corners of a surface, and how much of each.
//
// A load on a face leaves stress beside it even only if each particle behind it gets what a uniform stress asks of it,
// from up to five layers. So weights are the smallest, in the sum of w^2/s^2, for which
//
//   sum_i w_ci = 1,   sum_i w_ci X_i = X_c,   sum_c w_ci N_c = a_i                                      (boundary 14)
//
// N_c what corner c has of the area of its facets, a_i the outward area of particle i (tlsph 41), and
// s = (1 - (height/5.1 dx)^2)(1 - (aside/1.9 dx)^2) for particles below the corner, along its normal and beside it.
#pragma once

#include "talus/body/solid_body.hpp"
#include "talus/boundary/face_mesh.hpp"

namespace talus {

/// Gives the corners at `places` [m] of a mesh their particles and weights. `mesh` has the facets of the whole surface
/// of `body`, which has no images. Without outward areas of the body the last condition is left out; what no weights
/// can give of it, as in the middle of a packing that is uneven, stays as small as it can be in the sum of squares.
void carry_corners(const SolidBody& body, const std::vector<Vec3>& places, FaceMesh& mesh);

}  // namespace talus
