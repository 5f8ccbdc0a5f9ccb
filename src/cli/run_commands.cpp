// talus run and talus validate.
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "talus/sim/run.hpp"

namespace talus::cli {
namespace {

struct RunArguments {
  CaseArguments chosen_case;
  RunOptions options;
  std::string wall_limit;
  bool check = false, quiet = false, no_progress = false;
};

constexpr const char* run_footer =
    "Ctrl-C finishes the step, writes a frame and the summary, and leaves with exit code 130.\n\n"
    "Exit codes: 0 ok, 1 internal error, 2 command line, 3 case invalid, 4 file or disk, 5 simulation failed,\n"
    "6 ran but outside a tolerance of \"compare\", 7 wall-time limit, 130 and 143 after a signal.\n\n"
    "Examples:\n"
    "  talus run cases/sliding/model2.json\n"
    "  talus run cases/sliding/model2.json --set mu=0.2 --end \"50 ms\" -o results/trial\n";

void add_output_options(CLI::App& run, RunArguments& a) {
  run.add_option("-o,--output", a.options.folder, "results folder; default: results/<case>")->option_text("DIR");
  run.add_flag("--overwrite", a.options.overwrite, "drop the earlier results instead of keeping them as <folder>.prev");
  run.add_option("--wall-limit", a.wall_limit, "stop after this wall time, such as \"2 h\", with exit code 7")
      ->option_text("TIME");
  run.add_flag("--check", a.check, "stop before the first step; nothing is written");
  auto* quiet = run.add_flag("-q,--quiet", a.quiet, "only warnings and errors");
  run.add_flag("-v,--verbose", a.options.verbose, "ten times as many rows in the table")->excludes(quiet);
  run.add_flag("--no-progress", a.no_progress, "no progress on stderr");
}

int run(RunArguments& a) {
  if (!a.wall_limit.empty()) a.options.wall_limit = seconds_in("--wall-limit", a.wall_limit);
  const CaseFile file = read_case_file(a.chosen_case.chosen());
  if (a.check) {
    print_plan(file);
    return 0;
  }
  a.options.name = file.source.path.stem().string();
  a.options.console.quiet = a.quiet;
  a.options.console.progress = !a.no_progress && !a.quiet;
  catch_interrupts();
  Summary summary;
  return run_case(file, a.options, summary);
}

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("run", "runs a case and writes results/<case>");
  auto a = std::make_shared<RunArguments>();
  add_case_options(*command, a->chosen_case);
  add_threads_option(*command);
  add_output_options(*command, *a);
  command->footer(run_footer);
  command->callback([a, &exit_code] { exit_code = run(*a); });
}

void add_validate(CLI::App& app) {
  auto* command = app.add_subcommand("validate", "checks a case, and says what a run of it would cost");
  auto a = std::make_shared<CaseArguments>();
  add_case_options(*command, *a);
  add_threads_option(*command);
  command->footer(
      "Prints every error at once with its line and column, or else particles, time step, steps, memory and\n"
      "size of the output. Nothing is written.\n");
  command->callback([a] {
    print_plan(read_case_file(a->chosen()));
    print("The case is valid.\n");
  });
}

}  // namespace talus::cli
