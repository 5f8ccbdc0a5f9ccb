#include <csignal>

#include "talus/sim/run.hpp"

namespace talus {
namespace {

volatile std::sig_atomic_t caught_signal = 0;
void note_signal(int signal) {
  caught_signal = signal;
  std::signal(signal, SIG_DFL);  // the second one is for the impatient
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
#ifdef SIGHUP
  // A terminal that is closed has left somebody's work running; what "nohup" shields stays so.
  if (std::signal(SIGHUP, note_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
#endif
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);  // nobody reads on: the run goes on, and its end says so
#endif
}

int interrupt_signal() { return caught_signal; }

}  // namespace talus
