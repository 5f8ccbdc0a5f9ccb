// What the size distributions share. A distribution is an aggregate with name, help, options() and
//   Real draw(Random&, const GrainTemplate&) const;    size of one grain: radius of the ball of equal volume [m]
//   Real largest(const GrainTemplate&) const;          upper bound of what it draws [m]
//   Contradiction contradiction() const;
//
// Where a distribution counts "by volume", the chance of a radius r is its share of volume divided by r^3 (r^2 in 2-D).
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "talus/core/contradiction.hpp"
#include "talus/core/option.hpp"
#include "talus/geometry/grains/grain_template.hpp"
#include "talus/geometry/refuse.hpp"
#include "talus/numerics/random.hpp"

namespace talus {

enum class Share { number, volume };
constexpr auto choices(std::type_identity<Share>) {
  return std::array{Word<Share>{"number", Share::number, "fractions of the number of grains"},
                    Word<Share>{"volume", Share::volume, "fractions of their volume, as a sieve weighs them"}};
}

/// Chance of a normal number to lie in [low, high], in deviations from the mean.
inline Real normal_share(Real low, Real high) {
  return (std::erf(high / std::numbers::sqrt2) - std::erf(low / std::numbers::sqrt2)) / 2;
}

/// A truncated distribution draws until a number lies inside: less than this share would take for ever [-].
inline constexpr Real least_share = 1e-3;

inline Contradiction limits_contradiction(Real min, Real max, Real share) {
  if (!(min < max)) return {"max", "max has to be above min"};
  if (share < least_share) return {"max", "less than one grain in a thousand would lie between min and max"};
  return {};
}

/// Radius with r^-power uniform between both ends: the number of grains where their volume is spread evenly.
inline Real draw_inverse_power(Real low, Real high, int power, Real uniform) {
  const Real first = std::pow(low, -power), last = std::pow(high, -power);
  return std::pow(first + uniform * (last - first), Real(-1) / power);
}

}  // namespace talus
