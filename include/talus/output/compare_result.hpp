// How one column of the history did against its reference: what summary.json, the report and the console show.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "talus/core/types.hpp"

namespace talus {

/// Relative numbers are fractions of max |reference| in the window; not a number when a measure does not apply.
struct CompareResult {
  std::string column{};
  std::string reference{};  ///< what it was compared with, for people: "coulomb_slide, mu 0.4"
  Real rms = 0;             ///< [-]
  Real max = 0;             ///< [-]
  Real final = 0;           ///< [-]
  bool pass = false;        ///< all that was measured is within its tolerance, and something was that has one
  std::vector<std::pair<std::string, Real>> tolerance{};  ///< measure and largest allowed value: {"rms", 0.005}
  std::vector<std::pair<std::string, Real>> more{};       ///< further measures: {"slope", ...}
  std::vector<std::string> unjudged{};  ///< measures with a tolerance but without a value: "stop_time"
  bool reached = true;  ///< false: the run has not come to the end of the window, so pass means nothing yet

  /// Tolerances were given, and nothing was measured that one of them limits.
  [[nodiscard]] bool judges_nothing() const { return tolerance.empty() && !unjudged.empty(); }
};

/// "PASS", "FAIL", "not judged", or "not reached".
[[nodiscard]] std::string verdict_text(const CompareResult& result);

/// "rms ≤ 0.5 %, ripple ≤ 0.001, stop_time not judged": the tolerances, fractions in per cent, the rest in the unit of
/// what they limit.
[[nodiscard]] std::string limits_text(const CompareResult& result);

}  // namespace talus
