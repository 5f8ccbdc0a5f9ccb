#include "talus/sim/history_plots.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "talus/output/plot_table.hpp"
#include "talus/sim/compare.hpp"

namespace talus {
namespace {

/// Runs whose column is held against one curve; without `spec`, against none.
struct Group {
  const CompareSpec* spec = nullptr;
  const Table* history = nullptr;  ///< of the first run
  std::vector<RunCurve> runs{};
};

const CompareSpec* comparison_of(const PlottedRun& run, const std::string& column) {
  const auto& all = run.description->compare;
  const auto found = std::ranges::find(all, column, &Named<CompareSpec>::value_type::first);
  return found == all.end() ? nullptr : &found->second;
}

/// Two references are one when they have the same window, and the same values at the instants of a history: also beyond
/// the window, which may lie between two rows.
bool is_same_curve(const CompareSpec* a, const CompareSpec* b, const Table& history) {
  if (!a || !b) return a == b;
  return a->window == b->window && std::ranges::all_of(history.values.front(), [&](Real t) {
           const Real x = drawn_reference(*a, t), y = drawn_reference(*b, t);
           return x == y || (std::isnan(x) && std::isnan(y));
         });
}

/// Of a window that is one instant: rows hardly ever meet it.
std::optional<Real> instant_of(const CompareSpec* spec) {
  if (!spec || !spec->window || (*spec->window)[0] != (*spec->window)[1]) return std::nullopt;
  return (*spec->window)[0];
}

std::vector<Real> references_of(const CompareSpec* spec, const Table& history) {
  return spec && !instant_of(spec) ? reference_curve(*spec, history) : std::vector<Real>();
}

std::vector<Group> groups_of(const std::string& column, const std::vector<PlottedRun>& runs) {
  std::vector<Group> groups;
  for (const PlottedRun& run : runs) {
    if (!run.history->find(column)) continue;
    const CompareSpec* spec = comparison_of(run, column);
    auto group = std::ranges::find_if(groups, [&](const Group& g) { return is_same_curve(g.spec, spec, *g.history); });
    if (group == groups.end()) group = groups.insert(groups.end(), Group{spec, run.history});
    group->runs.push_back({run.label.empty() ? column : run.label, run.history, references_of(spec, *run.history)});
  }
  return groups;
}

/// What was to be there at an instant, once a run has come to it.
void add_instant(const Group& group, Plot& plot) {
  const auto t = instant_of(group.spec);
  const auto has_come = [&](const RunCurve& run) { return run.table->rows() > 0 && run.table->values[0].back() >= *t; };
  if (!t || std::ranges::none_of(group.runs, has_come)) return;
  plot.series.push_back({"exact", {*t}, {drawn_reference(*group.spec, *t)}, true});
}

std::vector<std::string> columns_of(const std::vector<PlottedRun>& runs) {
  std::vector<std::string> names;
  for (const PlottedRun& run : runs) {
    for (std::size_t k = 1; k < run.history->columns.size(); ++k) {
      const std::string& name = run.history->columns[k].name;
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

}  // namespace

std::vector<Plot> history_plots(const std::vector<PlottedRun>& runs) {
  std::vector<Plot> plots;
  for (const std::string& column : columns_of(runs)) {
    for (const Group& group : groups_of(column, runs)) {
      const std::string title = group.spec ? column + " against " + reference_name(*group.spec) : column;
      std::ranges::move(plot_runs(column, title, group.runs), std::back_inserter(plots));
      add_instant(group, plots.back());
    }
  }
  return plots;
}

std::string PlotSpec::heading() const {
  if (title) return *title;
  std::string text;
  for (const std::string& name : y.names) text += (text.empty() ? "" : ", ") + name;
  return text + " over " + x;
}

std::vector<Plot> chosen_plots(const std::vector<PlottedRun>& runs) {
  std::vector<Plot> plots;
  for (const PlottedRun& run : runs) {
    for (const PlotSpec& spec : run.description->output.plots) {
      Plot one = plot_over(*run.history, spec.x, spec.y.names, spec.reference.names, spec.heading());
      if (one.series.empty()) continue;
      for (Series& curve : one.series) {
        if (!run.label.empty()) curve.label = run.label + (one.series.size() > 1 ? ", " + curve.label : "");
      }
      const auto same = [&](const Plot& p) { return p.title == one.title && p.x_label == one.x_label; };
      const auto shared = std::ranges::find_if(plots, same);
      if (shared == plots.end())
        plots.push_back(std::move(one));
      else
        std::ranges::move(one.series, std::back_inserter(shared->series));
    }
  }
  return plots;
}

}  // namespace talus
