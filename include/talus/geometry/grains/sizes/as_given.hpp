// Clumps in the size in which the case draws them.
#pragma once

#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/sizes/size_parts.hpp"

namespace talus {

struct SizeAsGiven {
  static constexpr std::string_view name = "as_given";
  static constexpr std::string_view help = "clumps in the size in which the case draws them";

  static constexpr auto options() { return OptionTable<>{}; }
  [[nodiscard]] Contradiction contradiction() const { return {}; }
  [[nodiscard]] Real draw(Random& /*random*/, const GrainTemplate& grain) const { return largest(grain); }
  [[nodiscard]] Real largest(const GrainTemplate& grain) const {
    if (!(grain.own_radius > 0))
      refuse("the sizes \"as_given\" are those of a clump; these grains have none: name a radius");
    return grain.own_radius;
  }
};

}  // namespace talus
