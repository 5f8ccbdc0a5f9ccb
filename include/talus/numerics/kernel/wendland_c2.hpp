// Wendland's function of smoothness C2 in two and three dimensions, (kernel 3).
#pragma once

#include <numbers>

#include "talus/core/catalog.hpp"

namespace talus {

struct WendlandC2 {
  static constexpr std::string_view name = "wendland_c2";
  static constexpr std::string_view help = "Wendland C2: positive Fourier transform, no pairing of particles";
  static constexpr auto options() { return OptionTable<>{}; }

  static constexpr Real support = 2;                  ///< radius where w vanishes, in h
  static constexpr Real default_smoothing_2d = 1.33;  ///< h/dx, width of the cubic spline's default (kernel 6)
  static constexpr Real default_smoothing_3d = 1.27;  ///< h/dx

  // With t = 1 - q/2: w = t^4 (1 + 2q), w' = -5 q t^3, w'' = t^2 (10 q - 5).
  static constexpr Real w(Real q) {
    if (q >= 2) return 0;
    const Real t = 1 - 0.5 * q;
    return t * t * t * t * (1 + 2 * q);
  }
  static constexpr Real dw(Real q) {
    if (q >= 2) return 0;
    const Real t = 1 - 0.5 * q;
    return -5 * q * t * t * t;
  }
  static constexpr Real d2w(Real q) {
    if (q >= 2) return 0;
    const Real t = 1 - 0.5 * q;
    return t * t * (10 * q - 5);
  }
  static constexpr Real norm(int dimension) {
    return dimension == 2 ? 7 / (4 * std::numbers::pi) : 21 / (16 * std::numbers::pi);
  }
};

}  // namespace talus
