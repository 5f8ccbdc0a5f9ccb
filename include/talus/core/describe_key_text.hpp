// What `talus describe` prints of the keys of a case, once describe_keys.hpp has put them into words.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "talus/core/describe_text.hpp"

namespace talus {

/// Where a case may have a key. In pointers "*" stands for any name, and for any number in a list.
struct KeyPlace {
  std::string pointer;  ///< "/contacts"
  std::string inside;   ///< of the object that it holds, or of each of them: "/contacts/*"
  std::string owner;    ///< entry of a catalogue that has the key; empty outside of catalogues
};

/// A key of the case, with what may stand there.
struct KeyText {
  OptionText option;
  std::vector<OptionText> options{};                          ///< of the object that it holds
  std::vector<std::pair<std::string, std::string>> values{};  ///< words that it may hold, each with its help
  std::vector<KeyPlace> places{};                             ///< all where the above is the same
};

/// Keys that any case may have at its root beside those of its table: the reader is through with them before the
/// tables are asked.
[[nodiscard]] std::vector<OptionText> composition_options();

/// The keys at the root of a case, one line each.
[[nodiscard]] std::string root_overview(const std::vector<KeyText>& keys);

/// The page of `talus describe NAME`: the entries of that name, then the keys; "case" is the root. A name that begins
/// with "/" is a JSON pointer. Throws an Error (exit code 2) with the nearest name when there is none.
[[nodiscard]] std::string description(const std::vector<EntryText>& entries, const std::vector<KeyText>& keys,
                                      std::string_view name);

}  // namespace talus
