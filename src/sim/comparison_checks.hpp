// Whether what a column is held against goes with it.
#pragma once

#include <string>
#include <vector>

#include "talus/core/error_list.hpp"
#include "talus/sim/case.hpp"

namespace talus {

struct ComparisonComplaint {
  Fault fault;
  std::string pointer;
  std::string sentence;
};

/// Of all entries of /compare; that a column is not there is told elsewhere. `is_read`: every value of the case,
/// without complaint.
[[nodiscard]] std::vector<ComparisonComplaint> comparison_complaints(const Case& description, bool is_read);

}  // namespace talus
