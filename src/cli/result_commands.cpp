// talus info, compare and report: what a results folder holds.
#include <algorithm>
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "measure_table.hpp"
#include "overlay.hpp"
#include "saved_run.hpp"
#include "talus/core/error.hpp"
#include "talus/output/console.hpp"
#include "talus/output/format.hpp"
#include "talus/output/result_folder.hpp"
#include "talus/sim/compare.hpp"
#include "talus/sim/run_report.hpp"

namespace talus::cli {
namespace {

namespace fs = std::filesystem;

Facts facts_of(const SavedRun& run) {
  const Summary& s = run.summary;
  Facts facts{{"case", run.file.description.title}};
  if (!run.file.description.reference.empty()) facts.push_back({"reference", run.file.description.reference});
  for (const auto& [part, version] : s.versions) facts.push_back({part, version});
  const bool rows = run.history.rows() > 0;
  if (rows) {
    facts.push_back({"history", count(static_cast<std::int64_t>(run.history.rows())) + " rows from " +
                                    number(run.history.values[0].front()) + " s to " +
                                    number(run.history.values[0].back()) + " s"});
  }
  if (s.status == "unfinished") return facts;
  facts.push_back({"steps", count(s.steps) + " in " + duration(s.wall_seconds) + " on " + std::to_string(s.threads) +
                                (s.threads == 1 ? " thread, " : " threads, ") +
                                number(s.particle_updates_per_second * 1e-6) + " million particle-updates/s"});
  facts.push_back({"work ledger", "closes to " + number(s.work_residual)});
  facts.push_back({"state ledger", "closes to " + number(s.state_residual)});
  facts.push_back({"state hash", s.state_hash});
  return facts;
}

std::string status_text(const Summary& summary) {
  if (summary.status == "unfinished")
    return "unfinished: it still runs, or it was killed before it could say how it went";
  return summary.status + ", exit code " + std::to_string(summary.exit_code);
}

/// Number and size of the files below a folder with that ending.
std::string files_text(const fs::path& folder, const std::string& extension) {
  std::int64_t files = 0;
  Real bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.path().extension() != extension) continue;
    ++files;
    bytes += static_cast<Real>(entry.file_size());
  }
  return count(files) + " files, " + file_size(bytes);
}

/// What the run did not judge is held against it here if it was there.
std::vector<CompareResult> comparisons_of(const SavedRun& run) {
  return compare_all(run.file.description, run.history, run.summary.status != "outside_tolerance");
}

void print_info(const fs::path& place) {
  const SavedRun run = read_saved_run(place);
  Facts facts{{"results", run.folder.string()}, {"status", status_text(run.summary)}};
  for (auto& fact : facts_of(run)) facts.push_back(std::move(fact));
  if (fs::is_directory(run.folder / "frames")) facts.push_back({"frames", files_text(run.folder / "frames", ".vtp")});
  std::string text;
  for (const auto& [name, value] : facts) {
    text += name + std::string(name.size() < 14 ? 14 - name.size() : 1, ' ') + value + "\n";
  }
  for (const CompareResult& result : comparisons_of(run)) text += compare_line(result) + "\n";
  for (const std::string& warning : run.summary.warnings) text += "warning: " + warning + "\n";
  print(text);
}

/// Adds a row for every compared column of a run. True when all that it has reached are within their
/// tolerances.
bool add_comparisons(const std::string& label, const SavedRun& run, MeasureTable& table) {
  bool pass = true;
  const auto results = comparisons_of(run);
  if (results.empty()) table.add({label, "-", "nothing to compare"}, {});
  for (const CompareResult& result : results) {
    table.add({label, result.column, verdict_text(result)}, measures_of(result));
    pass = pass && (result.pass || !result.reached);
  }
  return pass;
}

int compare_saved(const std::vector<fs::path>& places) {
  bool pass = true;
  MeasureTable table({"results", "column", "verdict"});
  for (const fs::path& place : places) {
    const SavedRun run = read_saved_run(place);
    pass = add_comparisons(run.folder.string(), run, table) && pass;
  }
  print(table.text());
  return static_cast<int>(pass ? ExitCode::ok : ExitCode::outside_tolerance);
}

void rewrite_report(const fs::path& place) {
  SavedRun run = read_saved_run(place);
  const ResultFolder folder = ResultFolder::reopen(run.folder);
  run.summary.compare = comparisons_of(run);
  write_run_report(folder, run.file, run.history, run.summary, facts_of(run));
  print("wrote " + folder.file("report.html").string() + "\n");
}

/// The last part of each path, or the whole paths where two would be called the same.
std::vector<std::string> short_names(const std::vector<fs::path>& folders) {
  std::vector<std::string> names;
  for (const fs::path& folder : folders) names.push_back((folder / "").parent_path().filename().string());
  std::vector<std::string> sorted = names;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) == sorted.end()) return names;
  std::ranges::transform(folders, names.begin(), [](const fs::path& folder) { return folder.string(); });
  return names;
}

void write_overlay(const std::vector<fs::path>& places, fs::path page) {
  std::vector<fs::path> folders;
  for (const fs::path& place : places) folders.push_back(results_of(place));
  const std::vector<std::string> names = short_names(folders);
  Overlay overlay;
  MeasureTable table({"results", "column", "verdict"});
  for (std::size_t k = 0; k < folders.size(); ++k) {
    overlay.runs.push_back({names[k], read_saved_run(folders[k])});
    add_comparisons(names[k], overlay.runs.back().saved, table);
  }
  overlay.title = overlay.runs.front().saved.file.description.title;
  if (page.empty()) page = (folders.front() / "").parent_path().parent_path() / "overlay.html";
  overlay.write(page, table);
  print(table.text() + "wrote " + page.string() + "\n");
}

}  // namespace

void add_info(CLI::App& app) {
  auto* command = app.add_subcommand("info", "says what a results folder holds");
  auto place = std::make_shared<fs::path>();
  command->add_option("place", *place, "results folder, or a case with results in results/<case>")
      ->required()
      ->option_text("DIR");
  command->callback([place] { print_info(*place); });
}

void add_compare(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("compare", "holds saved results against their references again");
  auto places = std::make_shared<std::vector<fs::path>>();
  command->add_option("places", *places, "results folders, or cases with results in results/<case>")
      ->required()
      ->option_text("DIR_OR_CASE ...");
  command->footer("Exit code 6 when one is outside its tolerance. rms, max, final, slope, range and mean are fractions.\n");
  command->callback([places, &exit_code] { exit_code = compare_saved(*places); });
}

void add_report(CLI::App& app) {
  auto* command = app.add_subcommand("report", "writes report.html again, or one page that overlays several runs");
  auto places = std::make_shared<std::vector<fs::path>>();
  auto page = std::make_shared<fs::path>();
  command->add_option("places", *places, "results folders, or cases with results in results/<case>")
      ->required()
      ->option_text("DIR_OR_CASE ...");
  command->add_option("-o,--output", *page, "page of the overlay; default: overlay.html beside the first folder")
      ->option_text("FILE");
  command->footer(
      "One folder gets its own report.html again. Several are laid over each other: one plot for every column and exact\n"
      "curve, with the errors below it and the table of measures above.\n\n"
      "Example:\n"
      "  talus report results/model2_law=* -o laws.html\n");
  command->callback([places, page] {
    if (places->size() == 1 && page->empty()) {
      rewrite_report(places->front());
    } else {
      write_overlay(*places, *page);
    }
  });
}

}  // namespace talus::cli
