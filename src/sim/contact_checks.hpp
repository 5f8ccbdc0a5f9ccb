// The entries of /contacts: whom they name, which pairs they stand for, and whether their laws serve those.
#pragma once

#include <vector>

#include "law_checks.hpp"
#include "talus/sim/case.hpp"

namespace talus {

[[nodiscard]] std::vector<Complaint> contact_complaints(const Case& description);

}  // namespace talus
