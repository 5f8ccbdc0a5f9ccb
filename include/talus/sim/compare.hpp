// Holds recorded columns against their exact solutions.
#pragma once

#include <string>
#include <vector>

#include "talus/output/compare_result.hpp"
#include "talus/output/csv_table.hpp"
#include "talus/sim/case.hpp"

namespace talus {

/// "coulomb_slide, mu 0.4": the reference of a column, for people.
[[nodiscard]] std::string reference_name(const CompareSpec& spec);

/// Measures of one column (of a band: of what is beyond it; of a scalar: of the one value taken): rms, max and final
/// error over max |reference| in the window (t >= 0 by default), and for curves that know them the slope of a sliding
/// line (fitted from 20 ms after release to 0.9 of the stop time), the rms ripple about it, and the instant of rest; of
/// other curves the slope in the window, where it has a tolerance. A window between two rows is met on the line between
/// them. A reference that has no finite value at one of the samples is no pass: `reference` then says when.
[[nodiscard]] CompareResult compare_column(const std::string& column, const CompareSpec& spec, const Table& history);

/// Of all columns that the case compares. With `ends_early`, for a run that is meant to be shorter than its case, a
/// column of which nothing can be judged counts as not reached; without it, as failed.
[[nodiscard]] std::vector<CompareResult> compare_all(const Case& description, const Table& history,
                                                     bool ends_early = false);

/// The reference at a time [s]; not a number before t = 0, and where it has none outside the window. Throws
/// SimulationError where it has none inside.
[[nodiscard]] Real reference_value(const CompareSpec& spec, Real t);
/// Throws CaseIssue where a reference has no finite value at the start or the end of its window in the run, or the
/// window begins after the run, unless that `ends_early`.
void check_references(const Case& description, bool ends_early = false);
/// The reference for drawings and tables: not a number where it has none.
[[nodiscard]] Real drawn_reference(const CompareSpec& spec, Real t);
/// The same at every row of the history that lies in the window; not a number at the others.
[[nodiscard]] std::vector<Real> reference_curve(const CompareSpec& spec, const Table& history);

}  // namespace talus
