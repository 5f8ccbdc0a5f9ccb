// What a measured column must mean: a quantity that its body has, and no key that says nothing about it.
#pragma once

#include <string>
#include <vector>

#include "talus/sim/case.hpp"

namespace talus {

struct ColumnComplaint {
  std::string key;  ///< of the column; empty: the column as a whole
  std::string sentence;
};

/// All that is wrong with a column whose bodies exist.
[[nodiscard]] std::vector<ColumnComplaint> column_complaints(const MeasuredColumn& column, const Case& description);

}  // namespace talus
