// A results folder read back: its case, its columns, its summary.
#pragma once

#include <filesystem>
#include <string>

#include "talus/output/csv_table.hpp"
#include "talus/output/summary.hpp"
#include "talus/sim/case_reader.hpp"

namespace talus::cli {

struct SavedRun {
  std::filesystem::path folder;
  CaseFile file;      ///< from case.resolved.json
  Table history;      ///< with every column that the case compares
  Summary summary{};  ///< status "unfinished" when the run left none
};

/// `place` is a results folder, or a case whose results lie in results/<case>. Throws FileError with what is missing.
[[nodiscard]] SavedRun read_saved_run(const std::filesystem::path& place);

/// The folder that `place` stands for.
[[nodiscard]] std::filesystem::path results_of(const std::filesystem::path& place);

}  // namespace talus::cli
