#include "overlay.hpp"

#include <algorithm>

#include "talus/output/html_report.hpp"
#include "talus/sim/history_plots.hpp"

namespace talus::cli {

void Overlay::write(const std::filesystem::path& path, const MeasureTable& measures) const {
  std::vector<PlottedRun> plotted;
  for (const Run& run : runs) plotted.push_back({run.label, &run.saved.file.description, &run.saved.history});
  const auto good = std::ranges::count_if(runs, [](const Run& run) { return run.saved.summary.status == "ok"; });
  Report report;
  report.title = title;
  if (!runs.empty()) report.reference = runs.front().saved.file.description.reference;
  report.status = std::to_string(good) + " of " + std::to_string(runs.size()) + " runs ok";
  report.ok = good == static_cast<std::ptrdiff_t>(runs.size());
  for (const Run& run : runs) report.facts.emplace_back(run.label, run.saved.folder.string());
  report.sections = {{"Measures", measures.shown(), {}},
                     {"Column over column", {}, chosen_plots(plotted)},
                     {"History", {}, history_plots(plotted)}};
  write_report(path, report);
}

}  // namespace talus::cli
