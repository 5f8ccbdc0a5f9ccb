// The size distributions. What each must offer: size_parts.hpp.
#pragma once

#include "talus/core/catalog.hpp"
#include "talus/core/contradiction.hpp"
#include "talus/geometry/grains/sizes/as_given.hpp"
#include "talus/geometry/grains/sizes/log_normal.hpp"
#include "talus/geometry/grains/sizes/normal.hpp"
#include "talus/geometry/grains/sizes/range.hpp"
#include "talus/geometry/grains/sizes/sieve.hpp"
#include "talus/geometry/grains/sizes/table.hpp"
#include "talus/geometry/grains/sizes/uniform_radius.hpp"

namespace talus {

struct Sizes : Catalog<UniformRadius, SizeRange, NormalSizes, LogNormalSizes, SizeTable, SieveCurve, SizeAsGiven> {
  static constexpr std::string_view family = "size distribution";
};

[[nodiscard]] inline Contradiction contradiction_of(const Chosen<Sizes>& sizes) {
  const Contradiction found = std::visit([](const auto& s) { return s.contradiction(); }, sizes.entry);
  return found.found() ? Contradiction{"sizes", found.sentence} : Contradiction{};
}

/// Size of one grain [m].
[[nodiscard]] inline Real draw_size(const Chosen<Sizes>& sizes, Random& random, const GrainTemplate& grain) {
  return std::visit([&](const auto& s) { return s.draw(random, grain); }, sizes.entry);
}

[[nodiscard]] inline Real largest_size(const Chosen<Sizes>& sizes, const GrainTemplate& grain) {
  return std::visit([&](const auto& s) { return s.largest(grain); }, sizes.entry);
}

/// Radius of the ball that a region has to hold, or no grain of these would ever find room [m]. A clump may be longer
/// than its size and still lie in a flat region: 0 asks nothing of it.
[[nodiscard]] inline Real widest_needed(const Chosen<Sizes>& sizes, const GrainTemplate& grain) {
  const Real largest = largest_size(sizes, grain);
  return grain.round() ? largest : 0;
}

}  // namespace talus
