#include "saved_run.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "talus/core/error.hpp"
#include "talus/core/nearest_file.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/output/result_folder.hpp"
#include "talus/sim/column_statistics.hpp"

namespace talus::cli {
namespace {

namespace fs = std::filesystem;

/// A number of the summary; null, which stands for what is not finite, and absence give not a number.
Real real(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<Real>() : std::numeric_limits<Real>::quiet_NaN();
}

Summary read_summary(const fs::path& path) {
  Summary summary{.status = "unfinished"};
  if (!fs::exists(path)) return summary;
  try {
    const auto json = nlohmann::json::parse(read_file(path));
    summary.status = json.at("status");
    summary.exit_code = json.at("exit_code");
    summary.steps = json.at("steps");
    summary.end_time = real(json, "end_time");
    summary.wall_seconds = real(json, "wall_seconds");
    summary.particle_updates_per_second = real(json, "particle_updates_per_second");
    summary.work_residual = real(json.at("energy"), "work_residual");
    summary.state_residual = real(json.at("energy"), "state_residual");
    summary.threads = json.at("threads");
    summary.state_hash = json.at("state_hash");
    for (const auto& [part, version] : json.at("versions").items()) summary.versions.emplace_back(part, version);
    for (const auto& warning : json.at("warnings")) summary.warnings.push_back(warning);
  } catch (const nlohmann::json::exception&) {
    throw FileError("\"" + path.string() + "\" is not a summary that talus wrote: it has been cut, or changed by " +
                    "another program; without it the run counts as unfinished");
  }
  return summary;
}

/// Those that the case compares are there, in the units of their references.
void check_columns(const SavedRun& run) {
  const Case& description = run.file.description;
  const std::string table = "\"" + (run.folder / "history.csv").string() + "\"";
  for (const auto& [name, reference] : description.compare) {
    const auto found = std::ranges::find(run.history.columns, name, &Column::name);
    if (found == run.history.columns.end()) {
      throw FileError(table + " has no column \"" + name + "\", which the case compares");
    }
    const auto& columns = description.output.history.columns;
    const auto column = std::ranges::find(columns, name, [](const auto& entry) { return entry.first; });
    if (column == columns.end()) continue;
    if (const std::string unit = unit_of(column->second, description.dimension); found->unit != unit) {
      throw FileError(table + " has column \"" + heading(*found) + "\", and the case compares \"" +
                      heading({name, unit}) + "\": it has been changed by another program");
    }
  }
}

}  // namespace

fs::path results_of(const fs::path& place) {
  if (fs::is_directory(place)) return place;
  if (!fs::exists(place))
    throw FileError("there is no file or folder \"" + place.string() + "\"" + file_suggestion(place));
  const fs::path folder = fs::path("results") / place.stem();
  if (!fs::is_directory(folder)) {
    throw FileError("\"" + place.string() + "\" has no results in \"" + folder.string() +
                    "\": run it first, or name its results folder");
  }
  return folder;
}

SavedRun read_saved_run(const fs::path& place) {
  const fs::path folder = results_of(place);
  if (!ResultFolder::is_ours(folder)) {
    throw FileError("\"" + folder.string() + "\" is not a results folder of talus: it has no .talus file");
  }
  SavedRun run{.folder = folder,
               .file = read_case_file({.path = folder / "case.resolved.json"}),
               .history = read_whole_rows(folder / "history.csv")};
  check_columns(run);
  run.summary = read_summary(folder / "summary.json");
  run.summary.compare = {};
  return run;
}

}  // namespace talus::cli
