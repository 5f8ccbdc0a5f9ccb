// All within the width, alike: the plain average over a ball, with the jumps that it has.
#pragma once

#include "talus/core/catalog.hpp"

namespace talus {

struct HeavisideWindow {
  static constexpr std::string_view name = "heaviside";
  static constexpr std::string_view help = "1 within w";
  static constexpr auto options() { return OptionTable<>{}; }

  static constexpr Real cut_off = 1;  ///< in widths
  static Real value(Real /*q2*/) { return 1; }
};

}  // namespace talus
