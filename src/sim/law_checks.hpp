// The laws of a contact: whether they serve the bodies that meet, and go together.
#pragma once

#include <string>
#include <vector>

#include "talus/core/error_list.hpp"
#include "talus/sim/case.hpp"

namespace talus {

struct LawComplaint {
  Fault fault;
  std::string pointer;
  std::string sentence;
};

/// About entry `index` of /contacts.
[[nodiscard]] std::vector<LawComplaint> law_complaints(const Case& description, std::size_t index);

}  // namespace talus
