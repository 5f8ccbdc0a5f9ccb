#include "talus/sim/given_references.hpp"

#include <algorithm>
#include <cmath>
#include <system_error>
#include <vector>

#include "talus/core/error.hpp"
#include "talus/core/nearest_file.hpp"
#include "talus/core/nearest_word.hpp"
#include "talus/core/schema.hpp"
#include "talus/output/csv_table.hpp"

namespace talus {
namespace {

constexpr const char* quantity_words = "a number in SI, or with a unit such as \"3.2 m/s\"";

/// Of a text such as "3.2 m/s"; none where there is no unit, or none that is known: then the reader says so.
std::optional<Dimension> dimension_of(const json::Value& value) {
  const std::string* text = value.string();
  const auto quantity = text ? split_quantity(*text) : std::nullopt;
  if (!quantity || quantity->unit.empty()) return std::nullopt;
  const auto unit = parse_unit(quantity->unit);
  return unit ? std::optional(unit->dimension) : std::nullopt;
}

/// The first one in a table [[t, value], …].
std::optional<Dimension> dimension_in(const json::Value& table) {
  for (const json::Value& row : table.array() ? *table.array() : json::Array{}) {
    const json::Array* point = row.array();
    const auto found = point && point->size() == 2 ? dimension_of(point->back()) : std::nullopt;
    if (found) return found;
  }
  return std::nullopt;
}

/// A table of measured values, from the columns that the case names.
class TableFile {
 public:
  explicit TableFile(const Cursor& at) : at_(at) {}

  void read(ReferenceFunction& out) {
    ObjectCursor object(at_);
    const json::Member* file = object.ask("file");
    const json::Member* time = object.ask("time");
    const json::Member* value = object.ask("value");
    object.finish();
    Codec<std::filesystem::path>::read(at_.member(*file), {}, path_);
    if (path_.empty() || !load(at_.member(*file))) return;
    const auto t = column_of(time, 0, true);
    const auto v = t ? column_of(value, 1 - std::min<std::size_t>(*t, 1), false) : std::nullopt;
    if (!v) return;
    const auto seconds = unit_of(*t), unit = unit_of(*v);
    if (!seconds || !unit) return;
    if (has_unit(*t) && seconds->dimension != dim::time) {
      return refuse(Fault::wrong_dimension, "column " + named(*t) + " is in " + table_.columns[*t].unit +
                                                ", which is no time; expected one such as \"ms\"");
    }
    take(table_.values[*t], seconds->factor, table_.values[*v], unit->factor, out);
    if (has_unit(*v)) out.dimension = unit->dimension;
  }

 private:
  /// Throws FileError where there is no file, as for all files that a case names.
  bool load(const Cursor& at) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path_, none)) {
      throw FileError(issue_text(Fault::no_file, at.value().place, at.pointer(),
                                 "there is no file " + json::quote(path_.string()) + file_suggestion(path_)));
    }
    try {
      table_ = read_csv(path_);
    } catch (const FileError& error) {
      at.refuse(Fault::bad_file, error.what());
      return false;
    }
    if (table_.columns.size() >= 2) return true;
    at.refuse(Fault::bad_file,
              json::quote(path_.string()) +
                  " has one column; expected two or more, of times and of values, separated by commas");
    return false;
  }

  /// The column that a key names; without it, the first one of times, and of values the other one of a table of two.
  std::optional<std::size_t> column_of(const json::Member* key, std::size_t usual, bool is_time) {
    if (!key) {
      if (is_time || table_.columns.size() == 2) return usual;
      refuse(Fault::missing_key, "the table has several columns: give \"value\", one of " + list_of(names()));
      return std::nullopt;
    }
    std::string name;
    const Cursor at = at_.member(*key);
    Codec<std::string>::read(at, {}, name);
    for (std::size_t k = 0; k < table_.columns.size(); ++k) {
      if (table_.columns[k].name == name) return k;
    }
    if (key->value.string()) {
      at.refuse(Fault::unknown_name, "the table has no column " + json::quote(name) + suggestion(name, names()));
    }
    return std::nullopt;
  }

  /// As its heading says, "v [mm/s]"; SI where that says nothing.
  std::optional<Unit> unit_of(std::size_t column) {
    const std::string& text = table_.columns[column].unit;
    if (!has_unit(column)) return Unit{1, dim::none};
    const auto unit = parse_unit(text);
    if (!unit) {
      const std::string near = nearest_unit(text);
      refuse(Fault::unknown_unit, "column " + named(column) + " has the unknown unit " + json::quote(text) +
                                      (near.empty() ? "" : "; did you mean " + json::quote(near) + "?"));
    }
    return unit;
  }

  /// Rows without a number, such as those of a column that has none yet, are left out.
  void take(const std::vector<Real>& t, Real second, const std::vector<Real>& v, Real unit, ReferenceFunction& out) {
    std::vector<std::pair<Real, Real>> points;
    for (std::size_t k = 0; k < t.size(); ++k) {
      if (std::isfinite(t[k]) && std::isfinite(v[k])) points.emplace_back(second * t[k], unit * v[k]);
    }
    try {
      out = TimeFunction::table(std::move(points));
      out.file = path_;
    } catch (const CaseError& error) {
      refuse(Fault::bad_file, json::quote(path_.string()) + ": " + error.what());
    }
  }

  [[nodiscard]] bool has_unit(std::size_t column) const {
    return !table_.columns[column].unit.empty() && table_.columns[column].unit != "-";
  }
  [[nodiscard]] std::string named(std::size_t column) const { return json::quote(table_.columns[column].name); }
  [[nodiscard]] Words names() const {
    Words words;
    for (const Column& column : table_.columns) words.push_back(column.name);
    return words;
  }
  void refuse(Fault fault, const std::string& sentence) const { at_.refuse(fault, sentence); }

  const Cursor& at_;
  std::filesystem::path path_;
  Table table_;
};

}  // namespace

void Codec<ColumnQuantity>::read(const Cursor& at, const Rule& rule, ColumnQuantity& out) {
  out.dimension = dimension_of(at.value());
  Codec<Real>::read(at, {out.dimension.value_or(dim::none), rule.bound}, out.value);
}
std::string Codec<ColumnQuantity>::expected(const Rule&) { return quantity_words; }

void Codec<ReferenceFunction>::read(const Cursor& at, const Rule& rule, ReferenceFunction& out) {
  const json::Value& value = at.value();
  if (value.find("file")) return TableFile(at).read(out);
  const json::Member* table = value.find("table");
  const bool is_known = value.number() || value.string() || table || value.find("expression");
  if (!is_known) return at.refuse_type(expected(rule));
  out.dimension = table ? dimension_in(table->value) : dimension_of(value);
  Codec<TimeFunction>::read(at, {out.dimension.value_or(dim::none), any}, out);
}

json::Value Codec<ReferenceFunction>::schema(const Rule& rule) {
  json::Value result = Codec<TimeFunction>::schema(rule);
  result.find("anyOf")->value.array()->push_back(schema::reference("table_file"));
  return result;
}

std::string Codec<ReferenceFunction>::expected(const Rule&) {
  return std::string(quantity_words) +
         R"(, {"table": [[t, value], …]}, {"expression": "… t …"} in SI or {"file": "measured.csv"})";
}

}  // namespace talus
