// One run of a case from its file to its results folder.
#pragma once

#include "talus/output/console.hpp"
#include "talus/output/summary.hpp"
#include "talus/sim/case_reader.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace talus {

/// Whether a run goes on where an earlier one of the same case, in the same folder, has stopped.
enum class Resume {
  no,
  if_possible,  ///< from its newest checkpoint, or from the start where there is none
  must,
};

struct RunOptions {
  std::filesystem::path folder{};      ///< empty: results/<name>
  std::string name{};                  ///< of the case: file stem, plus changed variables in a sweep
  std::optional<Real> wall_limit{};    ///< [s]
  bool overwrite = false;
  Resume resume = Resume::no;
  bool verbose = false;                ///< more rows in the printed table
  ConsoleOptions console = ConsoleOptions::detect();
};

/// Runs a case and writes everything; takes care of signals itself. Returns the exit code (128 and its number after a
/// signal); errors of the simulation are thrown after what exists has been written. Errors of the case leave the
/// results of an earlier run untouched.
[[nodiscard]] int run_case(const CaseFile& file, const RunOptions& options, Summary& summary);

/// What `talus validate` and `--check` print: particles, step and its cause, number of steps, memory, size of the
/// output.
void print_plan(const CaseFile& file);

/// From now on SIGINT, SIGTERM and SIGHUP end the program at once, with a sentence and 128 + their number: while a case
/// is set up, which may take minutes, no file has been touched and there is nothing to keep.
void leave_at_interrupts();
/// From now on they ask a running case to finish its step and leave; a second one ends it at once. A run does
/// not end because nobody reads any more what it prints.
void catch_interrupts();
/// The signal that came, or 0.
[[nodiscard]] int interrupt_signal();

}  // namespace talus
