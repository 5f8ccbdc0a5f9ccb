#include "talus/sim/derived_column.hpp"

#include "talus/core/error.hpp"

namespace talus {
namespace {

const Formula& formula_of(const ColumnSpec& column) { return std::get<DerivedColumn>(column.entry).expression; }

/// The column of that name, where the formula of column `self` may see it.
std::optional<std::size_t> visible_column(const Named<ColumnSpec>& columns, std::size_t self, const std::string& name) {
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const bool visible = k < self || !std::holds_alternative<DerivedColumn>(columns[k].second.entry);
    if (visible && columns[k].first == name) return k;
  }
  return std::nullopt;
}

}  // namespace

std::optional<NameUse> use_of_name(const Named<ColumnSpec>& columns, std::size_t self, std::size_t k) {
  const Formula& formula = formula_of(columns[self].second);
  const std::string& name = formula.names()[k];
  if (name == "t") return NameUse{NameUse::Source::time};
  if (const auto column = visible_column(columns, self, name)) return NameUse{NameUse::Source::row, *column};
  if (formula.is_constant(k)) return NameUse{NameUse::Source::constant};
  if (!name.ends_with('0')) return std::nullopt;
  const auto column = visible_column(columns, self, name.substr(0, name.size() - 1));
  return column ? std::optional(NameUse{NameUse::Source::start, *column}) : std::nullopt;
}

DerivedSource::DerivedSource(const Named<ColumnSpec>& columns, std::size_t self)
    : formula_(formula_of(columns[self].second)) {
  for (std::size_t k = 0; k < formula_.names().size(); ++k) {
    const auto use = use_of_name(columns, self, k);
    invariant(use.has_value(), "the names in a formula are checked when the case is read");
    uses_.push_back(*use);
  }
}

Real DerivedSource::value(const std::vector<Real>& row, const std::vector<Real>& start) {
  for (std::size_t k = 0; k < uses_.size(); ++k) {
    const auto& [source, column] = uses_[k];
    if (source == NameUse::Source::time) formula_.set(k, row.front());
    if (source == NameUse::Source::row) formula_.set(k, row[1 + column]);
    if (source == NameUse::Source::start) formula_.set(k, start[1 + column]);
  }
  return formula_.value();
}

}  // namespace talus
