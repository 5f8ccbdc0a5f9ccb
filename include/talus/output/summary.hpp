// summary.json: what a script asks about a finished run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "talus/output/compare_result.hpp"

namespace talus {

struct Summary {
  std::string status{};  ///< a word: "ok", "outside_tolerance", "simulation_failed", …
  int exit_code = 0;
  std::int64_t steps = 0;
  Real end_time = 0;                     ///< simulated time reached [s]
  Real wall_seconds = 0;                 ///< [s]
  Real particle_updates_per_second = 0;  ///< [1/s]
  Real work_residual = 0;                ///< of the work ledger, relative [-]
  Real state_residual = 0;               ///< of the state ledger, relative [-]
  std::vector<CompareResult> compare{};
  int threads = 1;
  std::string state_hash{};                                     ///< hash of the final state's bytes
  std::vector<std::pair<std::string, Real>> timing{};           ///< phase and its wall time [s]
  std::vector<std::pair<std::string, std::string>> versions{};  ///< "talus", "compiler", …
  std::vector<std::pair<std::string, Real>> soft_springs{};     ///< of contacts of grains; empty: there were none
  std::vector<std::pair<std::string, Real>> bonds{};            ///< all, intact, broken; empty: there were none
  std::vector<std::string> warnings{};
};

/// A number that is not finite becomes null. Throws FileError.
void write_summary(const std::filesystem::path& path, const Summary& summary);

}  // namespace talus
