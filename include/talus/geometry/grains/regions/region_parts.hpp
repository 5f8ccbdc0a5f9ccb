// What the regions share. A region is an aggregate with name, help, options() and
//   void check(int dimension) const;                                       CaseError when it cannot be meant
//   Real volume(int dimension) const;                                      [m^3; m^2 in 2-D]
//   BoxRegion bounds(int dimension) const;                                 box around it
//   Real widest_ball(const RegionFrame&) const;                            radius of the largest ball that fits [m]
//   bool holds(const Ball&, const RegionFrame&) const;                     whether the whole ball lies inside
//   Vec3 sample(Random&, Real margin, const RegionFrame&) const;           uniform over the places of such a ball
#pragma once

#include <algorithm>
#include <limits>

#include "talus/geometry/grains/grain_template.hpp"
#include "talus/geometry/refuse.hpp"
#include "talus/geometry/selection.hpp"
#include "talus/numerics/random.hpp"

namespace talus {

/// The space around a region.
struct RegionFrame {
  int dimension = 3;
  Vec3 period = Vec3::Zero();  ///< edges of a periodic box, 0 along an axis without [m]
};

/// A ball counts as inside while it sticks out by less than this part of the region's size: grains that touch the
/// faces on paper must not be lost to round-off.
inline constexpr Real edge_slack = 1e-9;

/// A box whose z is 0 in 2-D.
inline BoxRegion flat_bounds(Vec3 low, Vec3 high, int dimension) {
  if (dimension == 2) low.z() = high.z() = 0;
  return {low, high};
}

}  // namespace talus
