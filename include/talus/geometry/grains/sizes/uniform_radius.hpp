// All grains alike.
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/sizes/size_parts.hpp"

namespace talus {

struct UniformRadius {
  static constexpr std::string_view name = "uniform_radius";
  static constexpr std::string_view help = "all grains of one radius";

  Real radius = 0;  ///< [m]

  static constexpr auto options() {
    return OptionTable{required("radius", &UniformRadius::radius, dim::length, "radius of every grain", positive)};
  }
  [[nodiscard]] Contradiction contradiction() const { return {}; }
  [[nodiscard]] Real draw(Random& /*random*/, const GrainTemplate& /*grain*/) const { return radius; }
  [[nodiscard]] Real largest(const GrainTemplate& /*grain*/) const { return radius; }
};

}  // namespace talus
