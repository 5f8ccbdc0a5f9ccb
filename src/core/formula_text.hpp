// What every formula is held to, whoever gives its names their numbers.
#pragma once

#include <muParser.h>

#include <string>

#include "talus/core/types.hpp"

namespace talus {

/// Throws CaseError: formula "…": why.
[[noreturn]] void refuse_formula(const std::string& formula, const std::string& why);

/// muparser would store a value in a name; a formula only reads. Throws CaseError.
void refuse_assignment(const std::string& formula);

/// muparser gives the last of several values separated by commas; a formula must have one. Throws CaseError.
Real single_value(mu::Parser& parser, const std::string& formula);

}  // namespace talus
