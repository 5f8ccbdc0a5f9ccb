// The columns of history.csv: what a case wants to know about its bodies, row by row.
#pragma once

#include <utility>
#include <vector>

#include "talus/output/csv_table.hpp"
#include "talus/sim/bulk_columns.hpp"
#include "talus/sim/derived_column.hpp"
#include "talus/sim/measured_column.hpp"
#include "talus/sim/simulation.hpp"

namespace talus {

class History {
 public:
  /// Binds the columns of the case to the bodies. Throws CaseIssue for a region that selects nothing.
  explicit History(const Simulation& simulation);

  /// "time" and one column per entry of the case.
  [[nodiscard]] const std::vector<Column>& columns() const { return table_.columns; }
  /// Takes a row as things stand; the row is kept and returned. A formula that needs the start of a column is not a
  /// number before t = 0. Particles are marked with their contacts when a column asks for it.
  const std::vector<Real>& record(Simulation& simulation);
  /// All rows so far.
  [[nodiscard]] const Table& table() const { return table_; }

  /// For checkpoints; rows so far are in the file.
  void state(Archive& a);
  /// Takes over the rows of the run that is resumed.
  void take_rows(Table table);

 private:
  std::vector<std::pair<std::size_t, MeasuredSource>> measured_;  ///< with their places in a row
  BulkColumns bulk_;
  std::vector<std::pair<std::size_t, Channel>> energies_;
  std::vector<std::pair<std::size_t, DerivedSource>> derived_;
  bool needs_marks_ = false;
  Table table_;
  std::vector<Real> row_;
  std::vector<Real> start_;  ///< the first row at t >= 0
  bool started_ = false;
};

}  // namespace talus
