// Scalar functions at small arguments: they keep their digits where the textbook form cancels, and are inline where
// a call into the mathematical library would cost a material law a tenth of its time.
#pragma once

#include "talus/numerics/elementary.hpp"
#include "talus/numerics/pack_lanes.hpp"

namespace talus {

/// Arguments up to this size take the short series, exact to round-off [-].
inline constexpr Real small_argument = 0.02;

namespace detail {

/// `small` for x up to the limit, of(x) beyond.
template <class T, class Function>
inline T up_to(Real limit, T x, T small, Function&& of) {
  const auto is_large = !(abs(x) <= limit);
  return anywhere(is_large) ? select(is_large, of(x), small) : small;
}

}  // namespace detail

/// ln(1 + x) = 2 artanh s with s = x/(2 + x).
template <class T>
inline T log_one_plus(T x) {
  const T s = x * inverse(2 + x);
  const T s2 = s * s;
  const T y = 2 * s * (1 + s2 * (1.0 / 3 + s2 * (1.0 / 5 + s2 * (1.0 / 7))));
  return detail::up_to(small_argument, x, y, [](T a) { return log1p(a); });
}

/// exp(x) - 1.
template <class T>
inline T exp_minus_one(T x) {
  const T y =
      x * (1 + x * (1.0 / 2 + x * (1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120 + x * (1.0 / 720 + x * (1.0 / 5040)))))));
  return detail::up_to(small_argument, x, y, [](T a) { return expm1(a); });
}

/// x - ln(1 + x), which is x^2/2 for small x: x s - 2 s^3 (1/3 + s^2/5 + ...).
template <class T>
inline T excess_over_log(T x) {
  constexpr Real series_limit_of_x = 0.1;  // five terms leave 1e-14 of the result here
  const T s = x * inverse(2 + x);
  const T s2 = s * s;
  const T y = s * (x - 2 * s2 * (1.0 / 3 + s2 * (1.0 / 5 + s2 * (1.0 / 7 + s2 * (1.0 / 9 + s2 * (1.0 / 11))))));
  return detail::up_to(series_limit_of_x, x, y, [](T a) { return a - log1p(a); });
}

/// x^(1/3) for x > 0; with series where x is near one.
template <class T>
inline T cube_root(T x) {
  return 1 + exp_minus_one((1.0 / 3) * log_one_plus(x - 1));
}

}  // namespace talus
