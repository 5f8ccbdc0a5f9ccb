// How far a run is: a bar with the time left on a terminal, else a line now and then.
#pragma once

#include <chrono>
#include <ostream>
#include <string>

#include "talus/core/types.hpp"

namespace talus {

/// "[#####·····]  50 %  12 s left" of `width` bar characters. `elapsed` [s] is the wall time so far.
[[nodiscard]] std::string progress_bar(Real fraction, Real elapsed, int width);

/// The same on a line of so many columns, the last of which stays free: there some terminals begin the next line. The
/// bar goes where there is no room for it. 0: nobody knows how many there are.
[[nodiscard]] std::string fitted_bar(Real fraction, Real elapsed, int columns);

class Progress {
 public:
  enum class Style { none, lines, bar };
  Progress(std::ostream& out, Style style) : out_(out), style_(style) {}

  /// Shows `fraction` (0 to 1) when it is time to; cheap enough to call at every step.
  void update(Real fraction);
  /// Takes the bar off its line, so that other text can be printed.
  void hide();

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] Real seconds_since(Clock::time_point then) const;
  void print_line(Real fraction);

  std::ostream& out_;
  Style style_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_ = begin_;
  Real first_ = -1;         ///< fraction at the first call: a resumed run does not begin at 0
  Real last_fraction_ = 0;  ///< of the last line
  bool visible_ = false;
};

}  // namespace talus
