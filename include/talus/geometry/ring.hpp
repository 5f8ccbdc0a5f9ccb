// A ring: an annulus in 2-D, a tube in 3-D.
#pragma once

#include "talus/geometry/packing.hpp"

namespace talus {

struct Ring {
  static constexpr std::string_view name = "ring";
  static constexpr std::string_view help = "annulus in 2-D, tube in 3-D";

  Real outer_radius = 0;  ///< [m]
  Real inner_radius = 0;  ///< [m]
  Real length = 0;        ///< 3-D only [m]
  Axis axis = Axis::z;
  RoundPacking packing = RoundPacking::lattice;

  static constexpr auto options() {
    return OptionTable{required("outer_radius", &Ring::outer_radius, dim::length, "outer radius", positive),
                       required("inner_radius", &Ring::inner_radius, dim::length, "radius of the hole", positive),
                       optional("length", &Ring::length, dim::length, "length along the axis, in 3-D", non_negative),
                       optional("axis", &Ring::axis, "direction of its length, in 3-D"),
                       optional("packing", &Ring::packing, "how particles fill it")};
  }

  [[nodiscard]] PointCloud fill(Real spacing, int dimension) const;
};

}  // namespace talus
