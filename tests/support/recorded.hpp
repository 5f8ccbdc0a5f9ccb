// The history of a case that a test writes as text.
#pragma once

#include <string>

#include "support/written_case.hpp"

namespace talus {

struct Recorded {
  Simulation simulation;
  History history;
  explicit Recorded(const std::string& text) : simulation(simulate_written(text)), history(simulation) {
    history.record(simulation);
  }
  void run_to(Real t) {
    while (simulation.time() < t) simulation.step(t);
    history.record(simulation);
  }
  /// In the newest row.
  [[nodiscard]] Real at(const char* name) const { return history.table().find(name)->back(); }
};

}  // namespace talus
