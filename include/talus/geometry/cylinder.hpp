// A straight circular cylinder (a disc in 2-D).
#pragma once

#include "talus/geometry/packing.hpp"

namespace talus {

struct Cylinder {
  static constexpr std::string_view name = "cylinder";
  static constexpr std::string_view help = "circular cylinder; a disc in 2-D";

  Real radius = 0;  ///< [m]
  Real length = 0;  ///< 3-D only [m]
  Axis axis = Axis::z;
  RoundPacking packing = RoundPacking::lattice;

  static constexpr auto options() {
    return OptionTable{
        required("radius", &Cylinder::radius, dim::length, "radius", positive),
        optional("length", &Cylinder::length, dim::length, "length along the axis, in 3-D", non_negative),
        optional("axis", &Cylinder::axis, "direction of its length, in 3-D"),
        optional("packing", &Cylinder::packing, "how particles fill it")};
  }

  [[nodiscard]] PointCloud fill(Real spacing, int dimension) const;
};

}  // namespace talus
