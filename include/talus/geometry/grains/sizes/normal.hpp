// Radii of a normal distribution, by number, cut off at two ends.
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/sizes/size_parts.hpp"

namespace talus {

struct NormalSizes {
  static constexpr std::string_view name = "normal";
  static constexpr std::string_view help = "radii of a normal distribution by number, cut off at two ends";

  Real mean = 0;       ///< before it is cut off [m]
  Real deviation = 0;  ///< before it is cut off [m]
  Real min = 0;        ///< [m]
  Real max = 0;        ///< [m]

  static constexpr auto options() {
    return OptionTable{
        required("mean", &NormalSizes::mean, dim::length, "mean radius, before the ends are cut off", positive),
        required("deviation", &NormalSizes::deviation, dim::length, "standard deviation of the radius", positive),
        required("min", &NormalSizes::min, dim::length, "smallest radius", positive),
        required("max", &NormalSizes::max, dim::length, "largest radius", positive)};
  }
  [[nodiscard]] Contradiction contradiction() const {
    return limits_contradiction(min, max, normal_share((min - mean) / deviation, (max - mean) / deviation));
  }
  [[nodiscard]] Real draw(Random& random, const GrainTemplate& /*grain*/) const {
    for (;;) {
      const Real radius = mean + deviation * random.normal();
      if (radius >= min && radius <= max) return radius;
    }
  }
  [[nodiscard]] Real largest(const GrainTemplate& /*grain*/) const { return max; }
};

}  // namespace talus
