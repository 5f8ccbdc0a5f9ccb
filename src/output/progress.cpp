#include "talus/output/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "talus/output/format.hpp"

namespace talus {
namespace {

constexpr Real bar_interval = 0.2;   ///< between two drawings of the bar [s]
constexpr Real line_interval = 30;   ///< a line at the latest after this time [s]
constexpr Real line_fraction = 0.1;  ///< and for every tenth of the run
constexpr int bar_width = 30, least_bar_width = 5;
constexpr std::string_view clear_line = "\r\033[K";

std::string time_left(Real fraction, Real elapsed) {
  constexpr Real too_early = 1e-3;  ///< share of the run below which a guess would be wild
  if (fraction < too_early) return "";
  return duration(elapsed * (1 - fraction) / fraction) + " left";
}

std::string whole_percent(Real fraction) {
  const int value = static_cast<int>(100 * fraction);
  return std::string(value < 100 ? value < 10 ? 2 : 1 : 0, ' ') + std::to_string(value) + " %";
}

/// Of the terminal behind stderr, which may have been made narrower since the last time; 0 where it does not say.
int terminal_columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

std::string progress_bar(Real fraction, Real elapsed, int width) {
  const int full = static_cast<int>(fraction * width);
  std::string bar = "[" + std::string(static_cast<std::size_t>(full), '#');
  for (int i = full; i < width; ++i) bar += "·";
  return bar + "] " + whole_percent(fraction) + "  " + time_left(fraction, elapsed);
}

std::string fitted_bar(Real fraction, Real elapsed, int columns) {
  if (columns <= 0) return progress_bar(fraction, elapsed, bar_width);
  const std::size_t room = static_cast<std::size_t>(columns) - 1;
  const std::size_t words =
      progress_bar(fraction, elapsed, 0).size();  // what stands around the bar has one byte a sign
  if (words + least_bar_width <= room) {
    return progress_bar(fraction, elapsed, std::min(bar_width, static_cast<int>(room - words)));
  }
  return (whole_percent(fraction) + "  " + time_left(fraction, elapsed)).substr(0, room);
}

Real Progress::seconds_since(Clock::time_point then) const {
  return std::chrono::duration<Real>(Clock::now() - then).count();
}

void Progress::update(Real fraction) {
  if (style_ == Style::none) return;
  fraction = std::clamp(fraction, 0.0, 1.0);
  if (first_ < 0) {
    first_ = last_fraction_ = fraction;
    begin_ = shown_ = Clock::now();
    return;
  }
  if (style_ == Style::lines) return print_line(fraction);
  if (seconds_since(shown_) < bar_interval) return;
  shown_ = Clock::now();
  visible_ = true;
  const Real share = first_ < 1 ? (fraction - first_) / (1 - first_) : 1;
  out_ << clear_line << fitted_bar(share, seconds_since(begin_), terminal_columns()) << std::flush;
}

void Progress::print_line(Real fraction) {
  const bool next_tenth = static_cast<int>(fraction / line_fraction) > static_cast<int>(last_fraction_ / line_fraction);
  if (!next_tenth && seconds_since(shown_) < line_interval) return;
  shown_ = Clock::now();
  last_fraction_ = fraction;
  const Real share = first_ < 1 ? (fraction - first_) / (1 - first_) : 1;
  out_ << whole_percent(fraction) << "  " << time_left(share, seconds_since(begin_)) << std::endl;
}

void Progress::hide() {
  if (visible_) out_ << clear_line << std::flush;
  visible_ = false;
}

}  // namespace talus
