// One run of a case from its file to its results folder.
#pragma once

#include "talus/output/console.hpp"
#include "talus/output/summary.hpp"
#include "talus/sim/case_reader.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace talus {

struct RunOptions {
  std::filesystem::path folder{};      ///< empty: results/<name>
  std::string name{};                  ///< of the case: file stem, plus changed variables in a sweep
  std::optional<Real> end{};           ///< stop here instead [s]
  std::optional<Real> wall_limit{};    ///< [s]
  bool overwrite = false;
  bool check_only = false;             ///< stop before the first step
  ConsoleOptions console = ConsoleOptions::detect();
};

/// Runs a case and writes everything. Returns the exit code (130 or 143 after a signal); errors of the case, of files and of the simulation are
/// thrown after what exists has been written.
[[nodiscard]] int run_case(const CaseFile& file, const RunOptions& options, Summary& summary);

/// What `talus validate` prints: particles, step and its cause, number of steps, memory, size of the output.
void print_plan(const CaseFile& file);

/// SIGINT and SIGTERM ask running cases to finish their step and leave; returns the signal or 0.
void catch_interrupts();
[[nodiscard]] int interrupt_signal();

}  // namespace talus
