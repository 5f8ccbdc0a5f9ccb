// What several commands share: the options that choose and change a case, quantities with units, and text to stdout.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "talus/core/json_compose.hpp"

namespace talus::cli {

/// A case as the command line asks for it.
struct CaseArguments {
  CaseSource source;
  std::string end;  ///< of --end; a shorthand of --set /time/end=…

  /// The source with --end in its place among the changes, so that the resolved case holds it too.
  [[nodiscard]] CaseSource chosen() const;
};

/// CASE.json, --set, --end and --short.
void add_case_options(CLI::App& command, CaseArguments& arguments);

/// --set alone, and --end.
void add_set_option(CLI::App& command, std::vector<std::string>& sets, const std::string& help);
void add_end_option(CLI::App& command, CaseArguments& arguments);

/// -j: applied as soon as it is read.
void add_threads_option(CLI::App& command);

/// "90", "90 s" or "1.5 min" in seconds. Throws CLI::ValidationError (exit code 2).
[[nodiscard]] Real seconds_in(const std::string& option, const std::string& text);

/// Writes to stdout and makes sure that it arrived; FileError when it did not (a full disk).
void print(std::string_view text);

}  // namespace talus::cli
