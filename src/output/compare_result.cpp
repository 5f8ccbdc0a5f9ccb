#include "talus/output/compare_result.hpp"

#include "talus/output/format.hpp"

namespace talus {

std::string verdict_text(const CompareResult& result) {
  if (!result.reached) return "not reached";
  if (result.judges_nothing()) return "not judged";
  return result.pass ? "PASS" : "FAIL";
}

std::string limits_text(const CompareResult& result) {
  std::string limits;
  for (const auto& [name, value] : result.tolerance) {
    // These are fractions; ripple, absolute and stop_time have the unit of what they measure.
    const bool fraction = name == "rms" || name == "max" || name == "final" || name == "slope" || name == "range" ||
                          name == "mean";
    limits += (limits.empty() ? "" : ", ") + name + " ≤ " + (fraction ? percent(value, 3) : number(value));
  }
  for (const std::string& name : result.unjudged) limits += (limits.empty() ? "" : ", ") + name + " not judged";
  return limits;
}

}  // namespace talus
