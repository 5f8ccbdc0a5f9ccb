// Where the wall time of a run goes.
#pragma once

#include <array>
#include <chrono>
#include <string_view>

#include "talus/core/types.hpp"
#include "talus/diagnostics/search_time.hpp"

namespace talus {

/// start: building of the case. search: wherever it happens. solids: their stress and forces. output: all between
/// steps.
enum class Phase : std::size_t { start, search, contact, solids, integration, output, count };
inline constexpr std::size_t phase_count = static_cast<std::size_t>(Phase::count);
inline constexpr std::array<std::string_view, phase_count> phase_names{"start",  "search",      "contact",
                                                                       "solids", "integration", "output"};

/// Always in one phase; enter() books the time since the last call to the phase that ends, but for searches in it. It
/// costs a clock reading.
class PhaseClock {
 public:
  void enter(Phase phase) {
    const Clock::time_point now = Clock::now();
    seconds_ = all_seconds(now);
    since_ = now;
    searched_ = SearchTime::total();
    phase_ = phase;
  }
  /// Wall time spent in each phase so far, that of the running one included; their sum is the age of the clock [s].
  [[nodiscard]] std::array<Real, phase_count> all_seconds() const { return all_seconds(Clock::now()); }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::array<Real, phase_count> all_seconds(Clock::time_point now) const {
    auto seconds = seconds_;
    const Real searched = SearchTime::total() - searched_;
    seconds[static_cast<std::size_t>(phase_)] += std::chrono::duration<Real>(now - since_).count() - searched;
    seconds[static_cast<std::size_t>(Phase::search)] += searched;
    return seconds;
  }

  std::array<Real, phase_count> seconds_{};
  Clock::time_point since_ = Clock::now();
  Real searched_ = SearchTime::total();
  Phase phase_ = Phase::start;
};

}  // namespace talus
