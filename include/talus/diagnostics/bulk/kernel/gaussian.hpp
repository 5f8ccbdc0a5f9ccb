// Gaussian, the usual choice: smooth fields, and nothing but its width matters.
#pragma once

#include <cmath>

#include "talus/core/catalog.hpp"

namespace talus {

struct GaussianWindow {
  static constexpr std::string_view name = "gaussian";
  static constexpr std::string_view help = "exp(-r^2/2w^2), cut at 3 w";
  static constexpr auto options() { return OptionTable<>{}; }

  static constexpr Real cut_off = 3;  ///< in widths; 1 % of the middle is left there
  static Real value(Real q2) { return std::exp(-q2 / 2); }
};

}  // namespace talus
