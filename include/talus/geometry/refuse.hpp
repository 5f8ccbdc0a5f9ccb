// Ends the reading of a case with a sentence put together from words and numbers.
#pragma once

#include <sstream>

#include "talus/core/error.hpp"
#include "talus/core/types.hpp"

namespace talus {

/// Throws CaseError; numbers keep six digits, enough to recognise what the case says.
template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
  std::ostringstream sentence;
  (sentence << ... << parts);
  throw CaseError(sentence.str());
}

/// "(1, 0.5, 0)" for such a sentence; Eigen alone would fill columns with blanks.
inline auto in_brackets(const Vec3& x) {
  return x.transpose().format(
      Eigen::IOFormat(Eigen::StreamPrecision, Eigen::DontAlignCols, ", ", ", ", "", "", "(", ")"));
}

}  // namespace talus
