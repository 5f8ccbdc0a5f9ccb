// One derived column of history.csv: a formula of the other columns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "talus/sim/case.hpp"

namespace talus {

/// Where a name in a formula takes its number from.
struct NameUse {
  enum class Source {
    time,      ///< "t"
    constant,  ///< a numeric variable of the case
    row,       ///< a column
    start,     ///< "p0": the first value of column "p" at t >= 0
  };
  Source source = Source::row;
  std::size_t column = 0;  ///< index among the columns of the case
};

/// How the formula of column `self` reads its name number `k`; nothing when no column is meant. A column that is
/// itself called "p0" goes before the start of "p", and columns go before variables. A formula sees the measured
/// columns and the formulas above it.
[[nodiscard]] std::optional<NameUse> use_of_name(const Named<ColumnSpec>& columns, std::size_t self, std::size_t k);

class DerivedSource {
 public:
  /// `columns[self]` is derived, and every name in it has a use.
  DerivedSource(const Named<ColumnSpec>& columns, std::size_t self);

  /// The formula with the columns of this row and of the first one at t >= 0; both begin with the time [s].
  [[nodiscard]] Real value(const std::vector<Real>& row, const std::vector<Real>& start);

 private:
  Formula formula_;
  std::vector<NameUse> uses_;
};

}  // namespace talus
