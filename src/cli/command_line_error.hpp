// What the user meant: the message for a command line that cannot be understood.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace talus::cli {

/// One or two sentences with the nearest right word. `words` is the command line without the program's name.
[[nodiscard]] std::string explain(const CLI::App& app, const CLI::Error& error, const std::vector<std::string>& words);

}  // namespace talus::cli
