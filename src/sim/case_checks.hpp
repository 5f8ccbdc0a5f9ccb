// What a case must mean beyond its single values: names that exist, choices that do not exclude each other.
#pragma once

#include "talus/core/json_compose.hpp"
#include "talus/sim/case.hpp"

namespace talus {

/// Adds to `errors` what contradicts itself in a case. Values that the reader refused already are passed over.
void check_case(const Case& description, const CaseText& text, ErrorList& errors);

}  // namespace talus
