// The axes of a sweep as typed: mu=0,.2,.4 law=a,b is a grid of six combinations.
#pragma once

#include <string>
#include <vector>

namespace talus::cli {

struct Axis {
  std::string name;                 ///< a variable, or a JSON pointer
  std::vector<std::string> values;  ///< as typed
};

/// One point of the grid.
struct Combination {
  std::vector<std::string> sets;    ///< "mu=.2", as --set takes them
  std::vector<std::string> values;  ///< for people and file names: "0.2"
  std::string label;                ///< "mu=0.2_law=none", fit for a file name
};

/// Throws an Error (exit code 2) unless the text is name=value[,value]….
[[nodiscard]] Axis parse_axis(const std::string& text);

/// The cartesian product; the last axis runs fastest. Throws an Error (exit code 2) when two labels are the same.
[[nodiscard]] std::vector<Combination> combinations(const std::vector<Axis>& axes);

}  // namespace talus::cli
