// talus sweep: a grid of runs, one table.
#include <algorithm>
#include <array>
#include <iostream>
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "measure_table.hpp"
#include "overlay.hpp"
#include "sweep_axes.hpp"
#include "talus/core/error.hpp"
#include "talus/core/json_parse.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/output/format.hpp"
#include "talus/sim/run.hpp"

namespace talus::cli {
namespace {

namespace fs = std::filesystem;

struct SweepArguments {
  CaseArguments chosen_case;
  std::vector<std::string> axes;
  fs::path base = "results";
  bool overwrite = false, quiet = false, verbose = false, no_progress = false;
};

struct Point {
  Combination combination;
  CaseFile file;
};

constexpr const char* sweep_footer =
    "Each run goes to <base>/<case>_<name>=<value>…; the table of all runs goes to <base>/<case>_sweep.csv, and their\n"
    "curves, laid over each other and over the exact ones, to <base>/<case>_sweep.html. The table has the errors of\n"
    "what the case compares, or else the last value of each column.\n"
    "A run that fails does not stop the others; the exit code is that of the worst run.\n\n"
    "Example:\n"
    "  talus sweep cases/sliding/model2.json mu=0,.2,.4,.6,.8,1\n"
    "  talus sweep cases/sliding/model2.json law=field_barrier,kernel_potential mu=.4,1\n";

/// From the mildest to the worst: outside a tolerance, out of time, failed, an invalid case, a file, a defect.
constexpr std::array severity{0, 6, 7, 5, 3, 4, 1};

int worse(int a, int b) {
  const auto rank = [](int code) { return std::ranges::find(severity, code) - severity.begin(); };
  return rank(b) > rank(a) ? b : a;
}

/// Reads every case before the first one runs: a mistyped variable must not show after an hour.
std::vector<Point> read_points(const SweepArguments& a) {
  std::vector<Axis> axes;
  for (const std::string& text : a.axes) axes.push_back(parse_axis(text));
  std::vector<Combination> grid = combinations(axes);
  CaseSource given = a.chosen_case.source;
  given.text = json::read_text(a.chosen_case.chosen().path);
  std::vector<Point> points;
  for (Combination& combination : grid) {
    CaseSource source = given;
    source.sets.insert(source.sets.end(), combination.sets.begin(), combination.sets.end());
    source = CaseArguments{source, a.chosen_case.end}.chosen();
    points.push_back({std::move(combination), read_case_file(source)});
  }
  return points;
}

fs::path folder_of(const SweepArguments& a, const Point& point) {
  return a.base / (point.file.source.path.stem().string() + "_" + point.combination.label);
}

/// Runs one point; what it throws becomes its status.
Summary run_point(const SweepArguments& a, const Point& point) {
  RunOptions options;
  options.folder = folder_of(a, point);
  options.name = options.folder.filename().string();
  options.overwrite = a.overwrite;
  options.console.quiet = !a.verbose;
  options.console.progress = !a.no_progress;
  Summary summary;
  try {
    summary.exit_code = run_case(point.file, options, summary);
  } catch (const Error& error) {
    summary.exit_code = static_cast<int>(error.code());
    if (summary.status.empty()) summary.status = error.code() == ExitCode::case_invalid ? "case_invalid" : "file_error";
    std::cerr << error.what() << '\n';
  }
  return summary;
}

/// The measures of a run; with several compared columns each is named: "v rms". A run without references has the last
/// values of its columns: "v [m/s]".
Measures measures_of_run(const Summary& summary, const Table& history) {
  Measures all;
  for (const CompareResult& result : summary.compare) {
    for (auto& [name, value] : measures_of(result)) {
      all.emplace_back(summary.compare.size() > 1 ? result.column + " " + name : name, value);
    }
  }
  if (summary.compare.empty() && history.rows() > 0) {
    for (std::size_t k = 1; k < history.columns.size(); ++k) {  // the first is time
      all.emplace_back(heading(history.columns[k]), history.values[k].back());
    }
  }
  all.emplace_back("wall_seconds", summary.wall_seconds);
  return all;
}

/// The folder of a run whose case could not be built holds nothing, or an earlier run.
bool has_results(const Summary& summary) {
  return summary.exit_code != static_cast<int>(ExitCode::case_invalid) &&
         summary.exit_code != static_cast<int>(ExitCode::file);
}

int sweep(const SweepArguments& a) {
  leave_at_interrupts();
  const std::vector<Point> points = read_points(a);
  std::vector<std::string> heads;
  for (const std::string& text : a.axes) heads.push_back(parse_axis(text).name);
  heads.push_back("status");
  MeasureTable table(heads);
  const std::string sweep_name = a.chosen_case.source.path.stem().string() + "_sweep";
  const fs::path csv = a.base / (sweep_name + ".csv"), page = a.base / (sweep_name + ".html");
  Overlay overlay{points.front().file.description.title};
  int worst = 0;
  for (std::size_t k = 0; k < points.size() && interrupt_signal() == 0; ++k) {
    const Combination& combination = points[k].combination;
    if (!a.quiet) {
      print("run " + std::to_string(k + 1) + " of " + std::to_string(points.size()) + ": " + combination.label + "\n");
    }
    const Summary summary = run_point(a, points[k]);
    std::vector<std::string> words = combination.values;
    words.push_back(summary.status);
    const bool is_saved = has_results(summary) && fs::is_directory(a.base);
    if (is_saved) overlay.runs.push_back({combination.label, read_saved_run(folder_of(a, points[k]))});
    table.add(words, measures_of_run(summary, is_saved ? overlay.runs.back().saved.history : Table{}));
    worst = worse(worst, summary.exit_code);
    if (!fs::is_directory(a.base)) continue;
    // After each run: a sweep that is stopped keeps what it has.
    write_file(csv, table.csv());
    overlay.write(page, table);
  }
  print(table.text());
  if (!a.quiet && fs::exists(csv)) print("table in " + csv.string() + ", curves in " + page.string() + "\n");
  return interrupt_signal() != 0 ? 128 + interrupt_signal() : worst;
}

}  // namespace

void add_sweep(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("sweep", "runs a case for every combination of some values, with one table");
  auto a = std::make_shared<SweepArguments>();
  add_case_options(*command, a->chosen_case);
  command->add_option("axes", a->axes, "what varies: a variable of the case (or a /pointer) and its values")
      ->required()
      ->option_text("NAME=VALUE,VALUE ...");
  add_threads_option(*command);
  command->add_option("-o,--output", a->base, "folder of all the results; default: results")->option_text("DIR");
  command->add_flag("--overwrite", a->overwrite, "drop earlier results instead of keeping them as <folder>.prev");
  auto* quiet = command->add_flag("-q,--quiet", a->quiet, "only the table, warnings and errors");
  command->add_flag("-v,--verbose", a->verbose, "what each run prints as well")->excludes(quiet);
  command->add_flag("--no-progress", a->no_progress, "no progress on stderr");
  command->footer(sweep_footer);
  command->callback([a, &exit_code] { exit_code = sweep(*a); });
}

}  // namespace talus::cli
