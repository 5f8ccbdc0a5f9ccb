// What a shape yields: particle centres and their volumes. No bodies, no materials.
//
// A shape is an aggregate with name, help, options() and
//   PointCloud fill(Real spacing, int dimension) const
// about its own centre; it throws CaseError when the spacing does not fit it.
#pragma once

#include <vector>

#include "talus/core/types.hpp"

namespace talus {

struct PointCloud {
  std::vector<Vec3> X;  ///< centres [m]
  std::vector<Real> V;  ///< volumes [m^3; m^2 in 2-D]
};

}  // namespace talus
