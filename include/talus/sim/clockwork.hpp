// When something is due that comes again and again.
#pragma once

#include <cstdint>

#include "talus/core/types.hpp"

namespace talus {

/// How many intervals [s] have passed since a start that was `since` [s] ago, rounded up by a trifle: the time is a sum
/// of steps, and its round-off, some 1e-12 of it after 1e5 steps, must not delay by a step what is due at a multiple of
/// it.
[[nodiscard]] Real passed_intervals(Real since, Real interval);

/// Fires when time passes the next multiple of an interval.
class Clockwork {
 public:
  Clockwork(Real start, Real interval) : start_(start), interval_(interval) {}
  bool due(Real t);
  /// What due(t) would answer.
  [[nodiscard]] bool is_ahead(Real t) const;

 private:
  Real start_, interval_;
  std::int64_t next_ = 0;
};

}  // namespace talus
