// A few radii, each with its share of the grains.
#pragma once

#include <vector>

#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/sizes/size_parts.hpp"
#include "talus/geometry/grains/sizes/size_point.hpp"

namespace talus {

struct SizeTable {
  static constexpr std::string_view name = "table";
  static constexpr std::string_view help = "a few radii, each with its share of the grains";

  std::vector<SizePoint> classes{};
  Share by = Share::number;

  static constexpr auto options() {
    return OptionTable{required("classes", &SizeTable::classes, "[radius, share], …; the shares add up to 1"),
                       required("by", &SizeTable::by, "what the shares are shares of")};
  }
  [[nodiscard]] Contradiction contradiction() const {
    constexpr Real slack = 1e-6;  // of the sum: shares are typed with a few digits
    if (classes.empty()) return {"classes", "the list of classes is empty: give at least one [radius, share]"};
    Real sum = 0;
    for (const SizePoint& c : classes) sum += c.fraction;
    if (std::abs(sum - 1) > slack) return {"classes", "the shares of the classes have to add up to 1 (100 %)"};
    return {};
  }
  [[nodiscard]] Real draw(Random& random, const GrainTemplate& grain) const {
    Real sum = 0;
    for (const SizePoint& c : classes) sum += chance(c, grain);
    Real left = random.uniform() * sum;
    Real radius = 0;
    for (const SizePoint& c : classes) {
      if (c.fraction > 0) radius = c.radius;
      if ((left -= chance(c, grain)) < 0) break;
    }
    return radius;
  }
  [[nodiscard]] Real largest(const GrainTemplate& /*grain*/) const {
    Real radius = 0;
    for (const SizePoint& c : classes) radius = std::max(radius, c.fraction > 0 ? c.radius : 0);
    return radius;
  }

 private:
  /// Share of the number of grains, up to a factor.
  [[nodiscard]] Real chance(const SizePoint& c, const GrainTemplate& grain) const {
    return by == Share::number ? c.fraction : c.fraction * std::pow(classes.front().radius / c.radius, grain.dimension);
  }
};

}  // namespace talus
