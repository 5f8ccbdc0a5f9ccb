#include "talus/sim/clockwork.hpp"

#include <algorithm>
#include <cmath>

namespace talus {

Real passed_intervals(Real since, Real interval) {
  constexpr Real of_interval = 1e-9, of_time = 1e-10;
  return since / interval * (1 + of_time) + of_interval;
}

bool Clockwork::is_ahead(Real t) const {
  return interval_ > 0 && passed_intervals(t - start_, interval_) >= static_cast<Real>(next_);
}

bool Clockwork::due(Real t) {
  if (!is_ahead(t)) return false;
  constexpr Real most = 1e18;  // shorter intervals than that leaves are due in every step
  next_ = static_cast<std::int64_t>(std::min(std::floor(passed_intervals(t - start_, interval_)), most)) + 1;
  return true;
}

}  // namespace talus
