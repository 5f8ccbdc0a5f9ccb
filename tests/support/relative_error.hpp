// doctest::Approx adds one to the scale of its tolerance, which makes it blind to small numbers. This is not.
#pragma once

#include <cmath>

namespace talus {

inline double relative_error(double value, double expected) {
  return value == expected ? 0 : std::abs(value - expected) / std::abs(expected);
}

}  // namespace talus
