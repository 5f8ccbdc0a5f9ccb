// A ball (a disc in 2-D).
#pragma once

#include "talus/geometry/packing.hpp"

namespace talus {

struct Sphere {
  static constexpr std::string_view name = "sphere";
  static constexpr std::string_view help = "ball; a disc in 2-D";

  Real radius = 0;  ///< [m]
  BallPacking packing = BallPacking::lattice;

  static constexpr auto options() {
    return OptionTable{required("radius", &Sphere::radius, dim::length, "radius", positive),
                       optional("packing", &Sphere::packing, "how particles fill it")};
  }

  [[nodiscard]] PointCloud fill(Real spacing, int dimension) const;
};

}  // namespace talus
