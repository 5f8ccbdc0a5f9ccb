#include "commands.hpp"

#include "talus/core/parallel.hpp"
#include "talus/sim/run.hpp"

#include <memory>

namespace talus::cli {
namespace {

struct RunArguments {
  CaseSource source;
  RunOptions options;
  int threads = 0;
  bool quiet = false, no_progress = false;
};

void add_run(CLI::App& app, int& exit_code) {
  auto* run = app.add_subcommand("run", "runs a case");
  auto a = std::make_shared<RunArguments>();
  run->add_option("case", a->source.path, "the case file")->required();
  run->add_option("-j,--threads", a->threads, "number of threads; default: all")->check(CLI::PositiveNumber);
  run->add_option("-o,--output", a->options.folder, "results folder; default: results/<case>");
  run->add_option("--set", a->source.sets, "/pointer=value or variable=value, before the case is read")
      ->take_all()->allow_extra_args(false);
  run->add_option("--end", a->options.end, "stop at this time [s]");
  run->add_option("--wall-limit", a->options.wall_limit, "stop after this wall time [s], with exit code 7");
  run->add_flag("--overwrite", a->options.overwrite, "drop the earlier results instead of keeping them as .prev");
  run->add_flag("--check", a->options.check_only, "stop before the first step");
  run->add_flag("--short", a->source.short_form, "the short form of the case, which tests run");
  run->add_flag("-q,--quiet", a->quiet, "only warnings and errors");
  run->add_flag("--no-progress", a->no_progress, "no progress on stderr");
  run->callback([a, &exit_code] {
    if (a->threads > 0) parallel::set_thread_count(a->threads);
    const CaseFile file = read_case_file(a->source);
    a->options.name = a->source.path.stem().string();
    a->options.console.quiet = a->quiet;
    a->options.console.progress = !a->no_progress && !a->quiet;
    catch_interrupts();
    Summary summary;
    exit_code = run_case(file, a->options, summary);
  });
}

}  // namespace

void add_commands(CLI::App& app, int& exit_code) {
  add_run(app, exit_code);
}

}  // namespace talus::cli
