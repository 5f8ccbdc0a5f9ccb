// What `talus list` and `talus describe` print, once describe.hpp has put the option tables into words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "talus/core/option.hpp"

namespace talus {

/// One row of an option table in words.
struct OptionText {
  std::string key;
  std::string expected;  ///< kind of value, unit and bound
  std::string preset;    ///< default; empty when required or absent
  bool required = false;
  std::string help;
};

/// An entry of a catalogue, or a section of the case, in words.
struct EntryText {
  std::string family;  ///< "material", or "section" for a plain aggregate
  std::string name;
  std::string help;
  std::string formula;  ///< what `static constexpr std::string_view formula` says, if the entry has one
  std::vector<OptionText> options;
};

/// The page that `talus describe NAME` prints.
[[nodiscard]] std::string page(const EntryText& entry);

/// The list that `talus list` prints: families with their entries, one line each.
[[nodiscard]] std::string overview(const std::vector<EntryText>& entries);

/// The entries of that name. Throws an Error (exit code 2) with the nearest name when there is none.
[[nodiscard]] std::vector<EntryText> find_entries(const std::vector<EntryText>& entries, std::string_view name);

/// Kind of value, bound and SI unit: `a pressure such as "210 GPa", positive [Pa]`.
[[nodiscard]] std::string rule_text(const std::string& expected, const Dimension& dimension, const Bound& bound);

}  // namespace talus
