// The subcommands of talus, one function per command. Each sets the exit code of the program when it runs.
#pragma once

#include <CLI/CLI.hpp>

namespace talus::cli {

void add_run(CLI::App& app, int& exit_code);
void add_resume(CLI::App& app, int& exit_code);
void add_validate(CLI::App& app);
void add_sweep(CLI::App& app, int& exit_code);

void add_compare(CLI::App& app, int& exit_code);
void add_info(CLI::App& app);
void add_report(CLI::App& app);

void add_bench(CLI::App& app);
void add_new(CLI::App& app);
void add_list(CLI::App& app);
void add_describe(CLI::App& app);
void add_schema(CLI::App& app);
void add_version(CLI::App& app);

/// All of them, in the order that --help shows.
void add_commands(CLI::App& app, int& exit_code);

}  // namespace talus::cli
