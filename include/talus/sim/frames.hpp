// Frames of a run: one .vtp per body and one for the contact network, with their .pvd series.
#pragma once

#include "talus/output/pvd.hpp"
#include "talus/output/result_folder.hpp"
#include "talus/sim/simulation.hpp"

#include <string>
#include <vector>

namespace talus {

class FrameWriter {
 public:
  /// `name` is the case's: <name>.pvd holds all bodies.
  FrameWriter(const ResultFolder& folder, const std::string& name, const Simulation& simulation);

  /// Writes everything as it stands. Throws FileError.
  void write(Simulation& simulation);
  [[nodiscard]] int count() const { return count_; }

 private:
  void write_contact_network(const Simulation& simulation);

  const ResultFolder& folder_;
  PvdSeries all_;
  std::vector<PvdSeries> each_;
  int count_ = 0;
};

}  // namespace talus
