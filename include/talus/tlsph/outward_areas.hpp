// What each particle has of the surface of its body.
#pragma once

#include <vector>

#include "talus/tlsph/solid_solver.hpp"

namespace talus {

/// Outward areas a_i [m^2; m in 2-D] of the reference state: an even pressure p inside pushes with f_i = p a_i (tlsph
/// 41). They are zero inside; summed over a face they are its area; with even volumes sum a_i.X_i is dimension times
/// the volume. `solver` is that of the body, which has not moved yet, with these symmetry planes; both are as before.
[[nodiscard]] std::vector<Vec3> outward_areas(SolidBody& body, SolidSolver& solver,
                                              const std::vector<SymmetryPlane>& symmetry = {});

}  // namespace talus
