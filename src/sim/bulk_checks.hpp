// What a case must mean where it asks for the bulk of grains: columns of regions and flows, coarse-grained fields.
#pragma once

#include <vector>

#include "complaint.hpp"
#include "talus/sim/case.hpp"

namespace talus {

/// All that is wrong, in a case of which every value has been read.
[[nodiscard]] std::vector<Complaint> bulk_complaints(const Case& description);

}  // namespace talus
