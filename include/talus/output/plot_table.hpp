// Plots of the columns of tables: histories of one run or several against their reference, energies over time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "talus/output/csv_table.hpp"
#include "talus/output/svg_plot.hpp"

namespace talus {

/// The named columns over the first one, in one plot. A name that the table lacks is left out. The axis tells `what`
/// they are; one alone has its own name there.
[[nodiscard]] Plot plot_columns(const Table& table, const std::vector<std::string>& names, std::string title,
                                const std::string& what = {});

/// The same over column `x`, row after row: loops stay loops; `references` dashed. Empty when the table lacks `x`.
[[nodiscard]] Plot plot_over(const Table& table, const std::string& x, const std::vector<std::string>& names,
                             const std::vector<std::string>& references, std::string title);

/// Every column that is not zero throughout, in one plot; `except` are left out. For energy.csv.
[[nodiscard]] Plot plot_nonzero_columns(const Table& table, const std::vector<std::string>& except, std::string title,
                                        const std::string& what);

/// One run among several that a plot shows.
struct RunCurve {
  std::string label;              ///< in the legend
  const Table* table = nullptr;   ///< its history
  std::vector<Real> reference{};  ///< exact value of each row, not finite where there is none; empty: no reference
};

/// One column of several runs over the time. With references, which are those of one curve, it is drawn dashed from
/// the run that follows it longest, and a second plot shows the differences, if there are any. Runs without the column
/// are left out.
[[nodiscard]] std::vector<Plot> plot_runs(const std::string& column, const std::string& title,
                                          const std::vector<RunCurve>& runs);

}  // namespace talus
