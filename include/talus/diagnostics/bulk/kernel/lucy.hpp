// Lucy's polynomial: as smooth as a Gaussian to the eye, and ends by itself.
#pragma once

#include <cmath>

#include "talus/core/catalog.hpp"

namespace talus {

struct LucyWindow {
  static constexpr std::string_view name = "lucy";
  static constexpr std::string_view help = "(1 + 3 q)(1 - q)^3 with q = r/2w";
  static constexpr auto options() { return OptionTable<>{}; }

  static constexpr Real cut_off = 2;  ///< in widths
  static Real value(Real q2) {
    const Real q = std::sqrt(q2) / cut_off, rest = 1 - q;
    return (1 + 3 * q) * rest * rest * rest;
  }
};

}  // namespace talus
