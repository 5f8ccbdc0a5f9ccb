// Radii whose logarithm has a normal distribution, by number, cut off at two ends.
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/sizes/size_parts.hpp"

namespace talus {

struct LogNormalSizes {
  static constexpr std::string_view name = "log_normal";
  static constexpr std::string_view help =
      "radii whose logarithm is normally distributed, by number, cut off at two ends";

  Real median = 0;     ///< before it is cut off [m]
  Real deviation = 0;  ///< standard deviation of ln(radius) [-]
  Real min = 0;        ///< [m]
  Real max = 0;        ///< [m]

  static constexpr auto options() {
    return OptionTable{
        required("median", &LogNormalSizes::median, dim::length, "median radius, before the ends are cut off",
                 positive),
        required("deviation", &LogNormalSizes::deviation, dim::none, "standard deviation of ln(radius)", positive),
        required("min", &LogNormalSizes::min, dim::length, "smallest radius", positive),
        required("max", &LogNormalSizes::max, dim::length, "largest radius", positive)};
  }
  [[nodiscard]] Contradiction contradiction() const {
    return limits_contradiction(min, max,
                                normal_share(std::log(min / median) / deviation, std::log(max / median) / deviation));
  }
  [[nodiscard]] Real draw(Random& random, const GrainTemplate& /*grain*/) const {
    for (;;) {
      const Real radius = median * std::exp(deviation * random.normal());
      if (radius >= min && radius <= max) return radius;
    }
  }
  [[nodiscard]] Real largest(const GrainTemplate& /*grain*/) const { return max; }
};

}  // namespace talus
