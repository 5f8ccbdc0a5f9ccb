// doctest::Approx adds one to the scale of its tolerance, which makes it blind to small numbers. These are not.
#pragma once

#include <doctest/doctest.h>

#include <cmath>

namespace talus {

inline double relative_error(double value, double expected) {
  return value == expected ? 0 : std::abs(value - expected) / std::abs(expected);
}

/// Equals what differs from it by less than this share of the larger of both. A share of zero is nothing: an expected
/// zero needs a bound on the scale of what it is made of.
inline doctest::Approx near(double expected, double relative = 1e-5) {
  return doctest::Approx(expected).epsilon(relative).scale(0);
}

}  // namespace talus
