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
}

int interrupt_signal() { return caught_signal; }

}  // namespace talus
