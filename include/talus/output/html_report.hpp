// report.html: one page, nothing beside it, that shows what was computed and how well it agrees.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "talus/output/compare_result.hpp"
#include "talus/output/svg_plot.hpp"

namespace talus {

struct Report {
  std::string title{};
  std::string reference{};                                   ///< paper or formula behind the case
  std::string status{};                                      ///< as in summary.json
  bool ok = true;                                            ///< colours the status
  std::vector<std::pair<std::string, std::string>> facts{};  ///< name and value of the header's rows
  std::vector<CompareResult> compare{};

  struct Section {
    std::string heading{};  ///< "History", "Energies", …
    std::vector<std::vector<std::string>> table{};  ///< rows of cells, the heads first
    std::vector<Plot> plots{};
  };
  std::vector<Section> sections{};
  std::vector<std::string> warnings{};
  std::string resolved_case{};  ///< JSON text with every default
};

/// Throws FileError.
void write_report(const std::filesystem::path& path, const Report& report);

}  // namespace talus
