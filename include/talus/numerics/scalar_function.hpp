// Scalar functions at small arguments: they keep their digits where the textbook form cancels, and are inline where
// a call into the mathematical library would cost a material law a tenth of its time.
#pragma once

#include <cmath>

#include "talus/core/types.hpp"

namespace talus {

/// Arguments up to this size take the short series, exact to round-off [-].
inline constexpr Real small_argument = 0.02;

/// ln(1 + x) = 2 artanh s with s = x/(2 + x).
inline Real log_one_plus(Real x) {
  if (!(std::abs(x) <= small_argument)) return std::log1p(x);
  const Real s = x / (2 + x);
  const Real s2 = s * s;
  return 2 * s * (1 + s2 * (1.0 / 3 + s2 * (1.0 / 5 + s2 / 7)));
}

/// exp(x) - 1.
inline Real exp_minus_one(Real x) {
  if (!(std::abs(x) <= small_argument)) return std::expm1(x);
  return x * (1 + x * (1.0 / 2 + x * (1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120 + x * (1.0 / 720 + x / 5040))))));
}

/// x - ln(1 + x), which is x^2/2 for small x: x s - 2 s^3 (1/3 + s^2/5 + ...).
inline Real excess_over_log(Real x) {
  constexpr Real series_limit_of_x = 0.1;  // five terms leave 1e-14 of the result here
  if (!(std::abs(x) <= series_limit_of_x)) return x - std::log1p(x);
  const Real s = x / (2 + x);
  const Real s2 = s * s;
  return s * (x - 2 * s2 * (1.0 / 3 + s2 * (1.0 / 5 + s2 * (1.0 / 7 + s2 * (1.0 / 9 + s2 / 11)))));
}

}  // namespace talus
