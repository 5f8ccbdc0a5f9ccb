// A table of runs with one column per measure that any of them has: for the screen, for a page, and as .csv.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "talus/output/compare_result.hpp"

namespace talus::cli {

using Measures = std::vector<std::pair<std::string, Real>>;

class MeasureTable {
 public:
  explicit MeasureTable(std::vector<std::string> heads) : heads_(std::move(heads)) {}

  /// `words` has one entry per head.
  void add(std::vector<std::string> words, const Measures& measures);

  using Cells = std::vector<std::vector<std::string>>;
  /// Rows of cells with the heads first, numbers with a few digits.
  [[nodiscard]] Cells shown() const { return cells(false); }
  /// The same with columns padded for reading.
  [[nodiscard]] std::string text() const;
  /// Full precision; an empty field where a run has no such measure.
  [[nodiscard]] std::string csv() const;

 private:
  [[nodiscard]] Cells cells(bool exact) const;

  std::vector<std::string> heads_, names_;
  struct Row {
    std::vector<std::string> words;
    Measures measures;
  };
  std::vector<Row> rows_;
};

/// rms, max, final and the further measures of a compared column.
[[nodiscard]] Measures measures_of(const CompareResult& result);

}  // namespace talus::cli
