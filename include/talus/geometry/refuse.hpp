// Ends the reading of a case with a sentence put together from words and numbers.
#pragma once

#include <sstream>

#include "talus/core/error.hpp"

namespace talus {

/// Throws CaseError; numbers keep six digits, enough to recognise what the case says.
template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  std::ostringstream sentence;
  (sentence << ... << parts);
  throw CaseError(sentence.str());
}

}  // namespace talus
