// One page that shows several runs on top of each other.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "measure_table.hpp"
#include "saved_run.hpp"

namespace talus::cli {

/// Runs side by side: what a sweep has done, or the folders that `talus report` names.
struct Overlay {
  std::string title{};
  struct Run {
    std::string label;  ///< in legends
    SavedRun saved;
  };
  std::vector<Run> runs{};

  /// Writes the page: the table of measures, then every column with its exact curve and the errors. Throws FileError.
  void write(const std::filesystem::path& path, const MeasureTable& measures) const;
};

}  // namespace talus::cli
