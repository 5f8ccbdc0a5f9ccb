#include "measure_table.hpp"

#include <algorithm>

#include "talus/core/utf8.hpp"
#include "talus/output/csv_table.hpp"
#include "talus/output/format.hpp"

namespace talus::cli {
namespace {

/// Enough to tell a ratio from one: slope_ratio 1.00005.
constexpr int digits = 6;

}  // namespace

void MeasureTable::add(std::vector<std::string> words, const Measures& measures) {
  for (const auto& [name, value] : measures) {
    if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
  }
  rows_.push_back({std::move(words), measures});
}

MeasureTable::Cells MeasureTable::cells(bool exact) const {
  Cells table{heads_};
  table[0].insert(table[0].end(), names_.begin(), names_.end());
  for (const Row& row : rows_) {
    table.push_back(row.words);
    for (const std::string& name : names_) {
      const auto found = std::ranges::find(row.measures, name, &Measures::value_type::first);
      const bool present = found != row.measures.end();
      table.back().push_back(present ? exact ? exact_number(found->second) : number(found->second, digits)
                             : exact ? ""
                                     : "-");
    }
  }
  return table;
}

std::string MeasureTable::text() const {
  const Cells table = shown();
  std::vector<std::size_t> width(table[0].size(), 0);
  for (const auto& row : table) {
    for (std::size_t k = 0; k < row.size(); ++k) width[k] = std::max(width[k], utf8::count(row[k]));
  }
  std::string out;
  for (const auto& row : table) {
    for (std::size_t k = 0; k < row.size(); ++k) out += row[k] + std::string(width[k] - utf8::count(row[k]) + 2, ' ');
    out.erase(out.find_last_not_of(' ') + 1) += "\n";
  }
  return out;
}

std::string MeasureTable::csv() const {
  std::string out;
  for (const auto& row : cells(true)) {
    for (std::size_t k = 0; k < row.size(); ++k) out += (k > 0 ? "," : "") + csv_cell(row[k]);
    out += "\n";
  }
  return out;
}

Measures measures_of(const CompareResult& result) {
  Measures measures{{"rms", result.rms}, {"max", result.max}, {"final", result.final}};
  measures.insert(measures.end(), result.more.begin(), result.more.end());
  return measures;
}

}  // namespace talus::cli
