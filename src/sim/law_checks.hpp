// The laws of a contact: whether they serve the bodies that meet, and go together.
#pragma once

#include <vector>

#include "complaint.hpp"
#include "talus/sim/case.hpp"
#include "talus/sim/contact_entries.hpp"

namespace talus {

/// About the laws that its entry of /contacts gives a pair.
[[nodiscard]] std::vector<Complaint> law_complaints(const Case& description, const ContactPair& pair);

}  // namespace talus
