// Plots of the columns of a table: history against its reference, energies over time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "talus/output/csv_table.hpp"
#include "talus/output/svg_plot.hpp"

namespace talus {

/// The named columns over the first one, in one plot. A name that the table lacks is left out.
[[nodiscard]] Plot plot_columns(const Table& table, const std::vector<std::string>& names, std::string title);

/// One plot per column except the first (which is the time).
[[nodiscard]] std::vector<Plot> plot_each_column(const Table& table);

/// Every column that is not zero throughout, in one plot; `except` are left out. For energy.csv.
[[nodiscard]] Plot plot_nonzero_columns(const Table& table, const std::vector<std::string>& except, std::string title);

/// A column with its reference (dashed), and below it their difference. `reference` has one value per row; one that
/// is not finite (outside the window) leaves a gap.
[[nodiscard]] std::vector<Plot> plot_against(const Table& table, const std::string& name,
                                             const std::vector<Real>& reference, const std::string& label);

}  // namespace talus
