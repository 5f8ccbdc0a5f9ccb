// Whether what a column is held against goes with it.
#pragma once

#include <vector>

#include "complaint.hpp"
#include "talus/sim/case.hpp"

namespace talus {

/// Of all entries of /compare; that a column is not there is told elsewhere. `is_read`: every value of the case,
/// without complaint.
[[nodiscard]] std::vector<Complaint> comparison_complaints(const Case& description, bool is_read);

}  // namespace talus
