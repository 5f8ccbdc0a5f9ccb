// Radii spread evenly, by number, between two ends.
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/sizes/size_parts.hpp"

namespace talus {

struct SizeRange {
  static constexpr std::string_view name = "range";
  static constexpr std::string_view help = "radii spread evenly between two ends, by number";

  Real min = 0;  ///< [m]
  Real max = 0;  ///< [m]

  static constexpr auto options() {
    return OptionTable{required("min", &SizeRange::min, dim::length, "smallest radius", positive),
                       required("max", &SizeRange::max, dim::length, "largest radius", positive)};
  }
  [[nodiscard]] Contradiction contradiction() const { return limits_contradiction(min, max, 1); }
  [[nodiscard]] Real draw(Random& random, const GrainTemplate& /*grain*/) const { return random.uniform(min, max); }
  [[nodiscard]] Real largest(const GrainTemplate& /*grain*/) const { return max; }
};

}  // namespace talus
