// What `talus list` and `talus describe` print of catalogues, once describe.hpp has put the option tables into words.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "talus/core/json_value.hpp"
#include "talus/core/option.hpp"

namespace talus {

/// One row of an option table in words.
struct OptionText {
  std::string key;
  std::string expected;  ///< kind of value, unit and bound
  std::string preset;    ///< default; empty when required or absent
  bool required = false;
  std::string help;
  bool has_keys = false;  ///< its value has a table of its own: one object, a list of them, or one under each name

  friend bool operator==(const OptionText&, const OptionText&) = default;
};

/// An entry of a catalogue in words.
struct EntryText {
  std::string family;  ///< such as "material"
  std::string name;
  std::string help;
  std::string formula;  ///< what `static constexpr std::string_view formula` says, if the entry has one
  std::vector<OptionText> options;
};

/// What `talus describe NAME` prints of an entry.
[[nodiscard]] std::string page(const EntryText& entry);

/// The part of a page that tells the options, each after an empty line.
[[nodiscard]] std::string table(const std::vector<OptionText>& options);

/// A line for each pair.
[[nodiscard]] std::string two_columns(const std::vector<std::pair<std::string, std::string>>& lines);

/// The list that `talus list` prints: families with their entries, one line each.
[[nodiscard]] std::string overview(const std::vector<EntryText>& entries);

/// Kind of value, bound and SI unit: `a pressure such as "210 GPa", positive [Pa]`.
[[nodiscard]] std::string rule_text(const std::string& expected, const Dimension& dimension, const Bound& bound);

/// A value as it may stand in a case, on one line.
[[nodiscard]] std::string value_text(const json::Value& value);

}  // namespace talus
