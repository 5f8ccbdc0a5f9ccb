// The regions that grains may fill. What each must offer: region_parts.hpp.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/geometry/grains/regions/box.hpp"
#include "talus/geometry/grains/regions/cylinder.hpp"
#include "talus/geometry/grains/regions/sphere.hpp"

namespace talus {

struct Regions : Catalog<BoxSpace, CylinderSpace, SphereSpace> {
  static constexpr std::string_view family = "region";
};

/// Box around a region [m].
[[nodiscard]] inline BoxRegion region_bounds(const Chosen<Regions>& region, int dimension) {
  return std::visit([&](const auto& r) { return r.bounds(dimension); }, region.entry);
}

/// Throws CaseError unless a ball of that radius [m] fits into the region.
inline void check_region(const Chosen<Regions>& region, Real radius, const RegionFrame& frame) {
  std::visit(
      [&](const auto& r) {
        r.check(frame.dimension);
        if (radius > r.widest_ball(frame) * (1 + edge_slack)) {
          refuse("the region has no room for a grain of radius ", radius, " m; the widest that fits has ",
                 r.widest_ball(frame), " m: take a larger region or smaller grains");
        }
      },
      region.entry);
}

}  // namespace talus
