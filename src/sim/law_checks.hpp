// The laws of a contact: whether they serve the bodies that meet, and go together.
#pragma once

#include <vector>

#include "complaint.hpp"
#include "talus/sim/case.hpp"

namespace talus {

/// About entry `index` of /contacts.
[[nodiscard]] std::vector<Complaint> law_complaints(const Case& description, std::size_t index);

}  // namespace talus
