// From a case file to the text that the reader sees: what it builds on, its short form, --set, and its variables.
//
//   1. "extends" and "include" bring in other files (json_merge.hpp).
//   2. "short", an object {pointer: value}, is applied when it is asked for.
//   3. --set /pointer=value, or name=value for a variable.
//   4. A text that is "$name" and nothing else becomes the value of that variable. A variable may use those
//      above it, and choose by the word that one of them holds:
//      "rate": {"choose": "$law", "field_barrier": 80, "kernel_potential": 60}.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "talus/core/error_list.hpp"
#include "talus/core/json_value.hpp"
#include "talus/core/time_function.hpp"

namespace talus {

/// What a user asks for.
struct CaseSource {
  std::filesystem::path path;
  std::vector<std::string> sets{};  ///< "/pointer=value" or "variable=value"
  bool short_form = false;
  /// Of the file, where somebody has read it already: a pipe gives it once. compose_case reads the file without it.
  std::optional<std::string> text{};
};

struct CaseText {
  json::Value root;       ///< what remains for the option tables
  json::Value variables;  ///< object of the variables' final values
  Constants constants{};  ///< the numeric ones, in SI
  bool has_short_form = false;
  std::string merged{};    ///< what the file says with all that it builds on, before anything is put in
  bool builds_on = false;  ///< other files
};

/// Keys that compose_case takes out of the top level, for suggestions.
inline constexpr std::array<std::string_view, 5> composition_keys{"$schema", "variables", "extends", "include",
                                                                  "short"};

/// Throws FileError when a file cannot be read and CaseError when one is no JSON; the rest goes to `errors`.
[[nodiscard]] CaseText compose_case(const CaseSource& source, ErrorList& errors);

/// The same for a text in memory; `name` stands for the file.
[[nodiscard]] CaseText compose_text(const std::string& text, const std::string& name,
                                    const std::vector<std::string>& sets, ErrorList& errors);

}  // namespace talus
