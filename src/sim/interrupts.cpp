#include <unistd.h>

#include <csignal>
#include <string_view>

#include "talus/sim/run.hpp"

namespace talus {
namespace {

volatile std::sig_atomic_t caught_signal = 0;
void note_signal(int signal) {
  caught_signal = signal;
  std::signal(signal, SIG_DFL);  // the second one is for the impatient
}

/// Calls nothing but what may be called at any moment.
void leave(int signal) {
  constexpr std::string_view words =
      "stopped while the case was set up: nothing of this run had been computed or written yet\n";
  static_cast<void>(!::write(STDERR_FILENO, words.data(), words.size()));
  ::_exit(128 + signal);
}

void handle_signals(void (*handler)(int)) {
  std::signal(SIGINT, handler);
  std::signal(SIGTERM, handler);
#ifdef SIGHUP
  // A terminal that is closed has left somebody's work running; what "nohup" shields stays so.
  if (std::signal(SIGHUP, handler) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
#endif
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);  // nobody reads on: the run goes on, and its end says so
#endif
}

}  // namespace

void leave_at_interrupts() { handle_signals(leave); }

void catch_interrupts() { handle_signals(note_signal); }

int interrupt_signal() { return caught_signal; }

}  // namespace talus
