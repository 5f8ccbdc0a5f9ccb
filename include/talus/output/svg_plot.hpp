// Line plots as SVG text: enough for a report, without a Python stack on the user's machine.
#pragma once

#include <string>
#include <vector>

#include "talus/core/types.hpp"

namespace talus {

struct Series {
  std::string label{};
  std::vector<Real> x{};
  std::vector<Real> y{};  ///< as many as x; a value that is not finite leaves a gap
  bool dashed = false;    ///< for references, drawn over the solid lines
};

struct Plot {
  std::string title{};
  std::string x_label{};  ///< with unit: "time [s]"
  std::string y_label{};
  std::vector<Series> series{};
  int width = 720;   ///< [px]
  int height = 360;  ///< [px]
};

/// About `wanted` round numbers (1, 2 or 5 times a power of ten apart) that cover [low, high].
[[nodiscard]] std::vector<Real> nice_ticks(Real low, Real high, int wanted);

/// Text of one <svg> element; it follows the reader's light or dark scheme. Long series are thinned to the extremes
/// of each pixel column, so peaks stay. The axes cover what is drawn; a point between two gaps is a cross.
[[nodiscard]] std::string svg_plot(const Plot& plot);

}  // namespace talus
