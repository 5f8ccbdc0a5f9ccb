// What every formula is held to, wherever its names get their numbers.
#pragma once

#include <muParser.h>

#include <string>

#include "talus/core/time_function.hpp"

namespace talus {

/// Throws CaseError: formula "…": why.
[[noreturn]] void refuse_formula(const std::string& formula, const std::string& why);

/// muparser would store a value in a name; a formula only reads. Throws CaseError.
void refuse_assignment(const std::string& formula);

/// Says what muparser does not know in a formula of the parser's variables, and what was meant. Throws CaseError.
[[noreturn]] void explain_formula(const mu::Parser::exception_type& error, const mu::Parser& parser,
                                  const std::string& formula, const Constants& constants);

/// Gives a parser that knows its variables the constants, `pi` and the formula.
void prepare_formula(mu::Parser& parser, const std::string& formula, const Constants& constants);

/// muparser gives the last of several values separated by commas; a formula must have one. Throws CaseError.
Real single_value(mu::Parser& parser, const std::string& formula);

}  // namespace talus
