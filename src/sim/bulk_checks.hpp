// What a case must mean where it asks for the bulk of grains: columns of regions and flows, coarse-grained fields.
#pragma once

#include <string>
#include <vector>

#include "talus/core/error_list.hpp"
#include "talus/sim/case.hpp"

namespace talus {

struct BulkComplaint {
  Fault fault;
  std::string pointer;  ///< from the root of the case
  std::string sentence;
};

/// All that is wrong, in a case of which every value has been read.
[[nodiscard]] std::vector<BulkComplaint> bulk_complaints(const Case& description);

}  // namespace talus
