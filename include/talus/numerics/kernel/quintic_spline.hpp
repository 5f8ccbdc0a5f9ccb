// Quintic B-spline (M6), stretched so that its support is 2h like that of the other kernels, (kernel 5).
#pragma once

#include <numbers>

#include "talus/core/catalog.hpp"

namespace talus {

struct QuinticSpline {
  static constexpr std::string_view name = "quintic_spline";
  static constexpr std::string_view help = "quintic B-spline, rescaled to a support of 2h";
  static constexpr auto options() { return OptionTable<>{}; }

  static constexpr Real support = 2;                  ///< radius where w vanishes, in h
  static constexpr Real default_smoothing_2d = 1.52;  ///< h/dx, width of the cubic spline's default (kernel 6)
  static constexpr Real default_smoothing_3d = 1.44;  ///< h/dx

  static constexpr Real w(Real q) { return knots<5>(q); }
  static constexpr Real dw(Real q) { return -5 * stretch * knots<4>(q); }
  static constexpr Real d2w(Real q) { return 20 * stretch * stretch * knots<3>(q); }
  static constexpr Real norm(int dimension) {
    return dimension == 2 ? stretch * stretch * 7 / (478 * std::numbers::pi)
                          : stretch * stretch * stretch / (120 * std::numbers::pi);
  }

 private:
  static constexpr Real stretch = 1.5;  ///< natural support 3 over the common support 2

  template <int n>
  static constexpr Real power(Real x) {
    if constexpr (n == 0)
      return 1;
    else
      return x * power<n - 1>(x);
  }
  /// (3-s)^n - 6 (2-s)^n + 15 (1-s)^n, each term only where its base is positive; s = 1.5 q.
  template <int n>
  static constexpr Real knots(Real q) {
    const Real s = stretch * q;
    if (s >= 3) return 0;
    Real sum = power<n>(3 - s);
    if (s < 2) sum -= 6 * power<n>(2 - s);
    if (s < 1) sum += 15 * power<n>(1 - s);
    return sum;
  }
};

}  // namespace talus
