// The subcommands of talus. Each sets the exit code of the program.
#pragma once

#include <CLI/CLI.hpp>

namespace talus::cli {

void add_commands(CLI::App& app, int& exit_code);

}  // namespace talus::cli
