// The columns of history.csv: what a case wants to know about its bodies, row by row.
#pragma once

#include "talus/output/csv_table.hpp"
#include "talus/sim/simulation.hpp"

#include <vector>

namespace talus {

class History {
 public:
  /// Binds the columns of the case to the bodies. Throws CaseIssue for a region that selects nothing.
  explicit History(const Simulation& simulation);

  /// "time" and one column per entry of the case.
  [[nodiscard]] const std::vector<Column>& columns() const { return table_.columns; }
  /// Takes a row as things stand; the row is kept and returned.
  const std::vector<Real>& record(const Simulation& simulation);
  /// All rows so far.
  [[nodiscard]] const Table& table() const { return table_; }

 private:
  struct Source {
    ColumnSpec spec;
    Index body = 0;
    std::vector<Index> particles;        ///< the region, or all
    std::vector<std::size_t> contacts;   ///< for a resultant of a pair of bodies
  };
  [[nodiscard]] Real value(const Source& source, const Simulation& simulation);

  std::vector<Source> sources_;
  Table table_;
  std::vector<Real> row_;
  std::vector<std::pair<Real, Real>> weighted_;  ///< scratch: value and weight of each particle
};

}  // namespace talus
