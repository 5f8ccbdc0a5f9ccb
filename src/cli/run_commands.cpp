// talus run, talus resume and talus validate.
#include <filesystem>
#include <iostream>
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "saved_run.hpp"
#include "talus/core/error.hpp"
#include "talus/core/json_parse.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/output/console.hpp"
#include "talus/output/result_folder.hpp"
#include "talus/sim/run.hpp"

namespace talus::cli {
namespace {

struct RunArguments {
  CaseArguments chosen_case;
  RunOptions options;
  std::string wall_limit;
  bool check = false, quiet = false, no_progress = false, resume = false;
};

constexpr const char* run_footer =
    "Ctrl-C finishes the step, writes a checkpoint, a frame and the summary, and leaves with exit code 130; a run "
    "that\n"
    "was stopped so, or killed, goes on with \"talus resume\" or with --resume, to the same bits. While the case is\n"
    "set up Ctrl-C ends the program at once, and earlier results stay as they are.\n\n"
    "Exit codes: 0 ok, 1 internal error, 2 command line, 3 case invalid, 4 file or disk, 5 simulation failed,\n"
    "6 ran but outside a tolerance of \"compare\", 7 wall-time limit, 129, 130 and 143 after a signal.\n\n"
    "Examples:\n"
    "  talus run cases/sliding/model2.json\n"
    "  talus run cases/sliding/model2.json --set mu=0.2 --end \"50 ms\" -o results/trial\n";

void add_output_options(CLI::App& run, RunArguments& a) {
  run.add_option("--wall-limit", a.wall_limit,
                 "stop after this wall time, such as \"2 h\", with a checkpoint and exit code 7")
      ->option_text("TIME");
  auto* quiet = run.add_flag("-q,--quiet", a.quiet, "only warnings and errors");
  run.add_flag("-v,--verbose", a.options.verbose, "ten times as many rows in the table")->excludes(quiet);
  run.add_flag("--no-progress", a.no_progress, "no progress on stderr");
}

void add_folder_options(CLI::App& run, RunArguments& a) {
  run.add_option("-o,--output", a.options.folder, "results folder; default: results/<case>")->option_text("DIR");
  auto* overwrite = run.add_flag("--overwrite", a.options.overwrite,
                                 "drop the earlier results instead of keeping them as <folder>.prev");
  run.add_flag("--resume", a.resume, "go on from the newest checkpoint of the earlier results, if there is one")
      ->excludes(overwrite);
  run.add_flag("--check", a.check, "stop before the first step; nothing is written");
}

int execute(RunArguments& a, const CaseFile& file) {
  if (!a.wall_limit.empty()) a.options.wall_limit = seconds_in("--wall-limit", a.wall_limit);
  a.options.name = file.source.path.stem().string();
  a.options.console.quiet = a.quiet;
  a.options.console.progress = !a.no_progress && !a.quiet;
  Summary summary;
  const int exit_code = run_case(file, a.options, summary);
  for (const CompareResult& result : summary.compare) {
    if (a.quiet && result.reached && !result.pass) std::cerr << compare_line(result) << std::endl;
  }
  return exit_code;
}

int run(RunArguments& a) {
  leave_at_interrupts();
  const CaseFile file = read_case_file(a.chosen_case.chosen());
  if (a.check) {
    print_plan(file);
    return 0;
  }
  if (a.resume) a.options.resume = Resume::if_possible;
  return execute(a, file);
}

constexpr const char* resume_footer =
    "Goes on from the newest checkpoint that is whole, to the same bits as if nothing had happened: history.csv,\n"
    "energy.csv, .pvd and frames are cut back to it. A run writes checkpoints when it is stopped, after each\n"
    "output.checkpoints.every of simulated time and each output.checkpoints.wall of wall time (10 min).\n"
    "A run that has ended goes on to a later --end if it has written one.\n\n"
    "Exit codes: those of \"talus run\"; 3 where the case has changed, 4 where no checkpoint can be read.\n\n"
    "Examples:\n"
    "  talus resume results/model2\n"
    "  talus resume results/model2 --end \"1 s\"\n"
    "  talus resume results/model2 --set /time/courant=0.5   # after it failed, by smaller steps\n";

/// Whether the case says what it said when the results in `folder` began, with all that it builds on; comments and
/// blanks do not count.
bool is_case_of(const std::filesystem::path& path, const std::filesystem::path& folder) {
  ErrorList ignored;  // of a case that has changed, or that the run takes from what it has kept
  const std::filesystem::path merged = folder / "case.merged.json";
  if (std::filesystem::exists(merged)) return compose_case({.path = path}, ignored).merged == read_file(merged);
  const auto words = [&](const std::filesystem::path& file) { return json::dump(json::parse_file(file, ignored)); };
  return words(path) == words(folder / "case.json");
}

int resume(RunArguments& a, const std::string& place) {
  leave_at_interrupts();
  a.options.folder = results_of(place);
  if (!ResultFolder::is_ours(a.options.folder)) {
    throw FileError("\"" + a.options.folder.string() + "\" is not a results folder of talus: it has no .talus file");
  }
  if (!std::filesystem::is_directory(place) && !is_case_of(place, a.options.folder)) {
    throw CaseError("\"" + place + "\", with all that it builds on, is not the case any more that \"" +
                    a.options.folder.string() +
                    "\" has been run from: run it anew, or name the folder to go on with what was");
  }
  a.options.resume = Resume::must;
  a.chosen_case.source.path = a.options.folder / "case.resolved.json";
  return execute(a, read_case_file(a.chosen_case.chosen()));
}

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("run", "runs a case and writes results/<case>");
  auto a = std::make_shared<RunArguments>();
  add_case_options(*command, a->chosen_case);
  add_threads_option(*command);
  add_folder_options(*command, *a);
  add_output_options(*command, *a);
  command->footer(run_footer);
  command->callback([a, &exit_code] { exit_code = run(*a); });
}

void add_resume(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("resume", "goes on with a run that was stopped or killed");
  auto a = std::make_shared<RunArguments>();
  auto place = std::make_shared<std::string>();
  command->add_option("results", *place, "a results folder, or the case it belongs to")->required()->option_text("DIR");
  add_set_option(*command, a->chosen_case.source.sets,
                 "change how finely it goes on: values of /time, /limits, /output/checkpoints");
  add_end_option(*command, a->chosen_case);
  add_threads_option(*command);
  add_output_options(*command, *a);
  command->footer(resume_footer);
  command->callback([a, place, &exit_code] { exit_code = resume(*a, *place); });
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
