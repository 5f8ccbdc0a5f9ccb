// Plots of the histories of one run, or of several side by side, against their exact curves.
#pragma once

#include <string>
#include <vector>

#include "talus/output/csv_table.hpp"
#include "talus/output/svg_plot.hpp"
#include "talus/sim/case.hpp"

namespace talus {

struct PlottedRun {
  std::string label;                  ///< in the legend; empty: the name of the column
  const Case* description = nullptr;  ///< what it compares with
  const Table* history = nullptr;
};

/// Every column of any run, in the order of the histories. Runs that compare a column with the same curve share a plot
/// with it and one of the differences; runs without a reference share one of their own.
[[nodiscard]] std::vector<Plot> history_plots(const std::vector<PlottedRun>& runs);

/// The plots that cases ask for, columns over columns; runs that ask for the same one share it. Columns that a history
/// lacks are left out.
[[nodiscard]] std::vector<Plot> chosen_plots(const std::vector<PlottedRun>& runs);

}  // namespace talus
