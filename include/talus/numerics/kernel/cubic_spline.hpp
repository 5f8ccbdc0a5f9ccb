// Cubic B-spline (M4), (kernel 2).
#pragma once

#include <numbers>

#include "talus/core/catalog.hpp"

namespace talus {

struct CubicSpline {
  static constexpr std::string_view name = "cubic_spline";
  static constexpr std::string_view help = "cubic B-spline, the default";
  static constexpr auto options() { return OptionTable<>{}; }

  static constexpr Real support = 2;                  ///< radius where w vanishes, in h
  static constexpr Real default_smoothing_2d = 1.25;  ///< h/dx
  static constexpr Real default_smoothing_3d = 1.2;   ///< h/dx

  static constexpr Real w(Real q) {
    if (q >= 2) return 0;
    const Real outer = 2 - q;
    return q < 1 ? 1 - 1.5 * q * q * (1 - 0.5 * q) : 0.25 * outer * outer * outer;
  }
  static constexpr Real dw(Real q) {
    if (q >= 2) return 0;
    return q < 1 ? q * (2.25 * q - 3) : -0.75 * (2 - q) * (2 - q);
  }
  static constexpr Real d2w(Real q) {
    if (q >= 2) return 0;
    return q < 1 ? 4.5 * q - 3 : 1.5 * (2 - q);
  }
  static constexpr Real norm(int dimension) {
    return dimension == 2 ? 10 / (7 * std::numbers::pi) : 1 / std::numbers::pi;
  }
};

}  // namespace talus
