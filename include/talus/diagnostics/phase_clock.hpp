// Where the wall time of a run goes.
#pragma once

#include "talus/core/types.hpp"

#include <array>
#include <chrono>
#include <string_view>

namespace talus {

enum class Phase : std::size_t { motion, stress, forces, contact, output, count };
inline constexpr std::size_t phase_count = static_cast<std::size_t>(Phase::count);
inline constexpr std::array<std::string_view, phase_count> phase_names{"motion", "stress", "forces", "contact",
                                                                       "output"};

/// Always in one phase; enter() books the time since the last call to the phase that ends. It costs a clock reading.
class PhaseClock {
 public:
  void enter(Phase phase) {
    const auto now = std::chrono::steady_clock::now();
    seconds_[static_cast<std::size_t>(phase_)] += std::chrono::duration<Real>(now - since_).count();
    since_ = now;
    phase_ = phase;
  }
  /// Wall time spent in a phase that has ended [s].
  [[nodiscard]] Real seconds(Phase phase) const { return seconds_[static_cast<std::size_t>(phase)]; }

 private:
  std::array<Real, phase_count> seconds_{};
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  Phase phase_ = Phase::output;
};

}  // namespace talus
