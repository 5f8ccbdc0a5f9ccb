// Wendland's function of smoothness C4 in two and three dimensions, (kernel 4).
#pragma once

#include <numbers>

#include "talus/core/catalog.hpp"

namespace talus {

struct WendlandC4 {
  static constexpr std::string_view name = "wendland_c4";
  static constexpr std::string_view help = "Wendland C4: smoother and wider than C2";
  static constexpr auto options() { return OptionTable<>{}; }

  static constexpr Real support = 2;                  ///< radius where w vanishes, in h
  static constexpr Real default_smoothing_2d = 1.53;  ///< h/dx, width of the cubic spline's default (kernel 6)
  static constexpr Real default_smoothing_3d = 1.45;  ///< h/dx

  // With t = 1 - q/2: w = t^6 (1 + 3q + 35/12 q^2), w' = -7/3 q t^5 (2 + 5q),
  // w'' = -14/3 t^4 (1 + 2q - 35/4 q^2).
  static constexpr Real w(Real q) {
    if (q >= 2) return 0;
    const Real t = 1 - 0.5 * q;
    return t * t * t * t * t * t * (1 + q * (3 + 35.0 / 12 * q));
  }
  static constexpr Real dw(Real q) {
    if (q >= 2) return 0;
    const Real t = 1 - 0.5 * q;
    return -7.0 / 3 * q * t * t * t * t * t * (2 + 5 * q);
  }
  static constexpr Real d2w(Real q) {
    if (q >= 2) return 0;
    const Real t = 1 - 0.5 * q;
    return -14.0 / 3 * t * t * t * t * (1 + q * (2 - 8.75 * q));
  }
  static constexpr Real norm(int dimension) {
    return dimension == 2 ? 9 / (4 * std::numbers::pi) : 495 / (256 * std::numbers::pi);
  }
};

}  // namespace talus
