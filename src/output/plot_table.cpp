#include "talus/output/plot_table.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "talus/core/error.hpp"

namespace talus {
namespace {

/// Unit that all series share; empty when they differ.
std::string shared_unit(const Table& table, const std::vector<std::size_t>& columns) {
  if (columns.empty()) return {};
  const std::string unit = table.columns[columns.front()].unit;
  const auto same = [&](std::size_t k) { return table.columns[k].unit == unit; };
  return std::all_of(columns.begin(), columns.end(), same) ? unit : std::string();
}

/// `what` all the columns are, for the axis; one alone has its own name there.
Plot plot_of(const Table& table, const std::vector<std::size_t>& columns, std::string title, const std::string& what,
             std::size_t x = 0) {
  Plot plot;
  plot.title = std::move(title);
  if (table.columns.empty()) return plot;
  plot.x_label = heading(table.columns[x]);
  const std::string unit = shared_unit(table, columns);
  plot.y_label = heading({columns.size() == 1 ? table.columns[columns.front()].name : what, unit});
  for (const std::size_t k : columns) {
    plot.series.push_back({table.columns[k].name, table.values[x], table.values[k], false});
  }
  return plot;
}

std::vector<std::size_t> places_of(const Table& table, const std::vector<std::string>& names) {
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    for (std::size_t k = 1; k < table.columns.size(); ++k) {
      if (table.columns[k].name == name) places.push_back(k);
    }
  }
  return places;
}

}  // namespace

Plot plot_columns(const Table& table, const std::vector<std::string>& names, std::string title,
                  const std::string& what) {
  return plot_of(table, places_of(table, names), std::move(title), what);
}

Plot plot_over(const Table& table, const std::string& x, const std::vector<std::string>& names,
               const std::vector<std::string>& references, std::string title) {
  const auto along = std::ranges::find(table.columns, x, &Column::name);
  if (along == table.columns.end()) return {.title = std::move(title)};
  std::vector<std::size_t> places = places_of(table, names);
  const std::size_t solid = places.size();
  std::ranges::copy(places_of(table, references), std::back_inserter(places));
  Plot plot = plot_of(table, places, std::move(title), "", static_cast<std::size_t>(along - table.columns.begin()));
  plot.y_label.clear();
  for (std::size_t k = 0; k < plot.series.size(); ++k) {
    plot.series[k].dashed = k >= solid;
    if (k < solid) plot.y_label += (k > 0 ? ", " : "") + plot.series[k].label;
  }
  plot.y_label = heading({plot.y_label, shared_unit(table, places)});
  return plot;
}

Plot plot_nonzero_columns(const Table& table, const std::vector<std::string>& except, std::string title,
                          const std::string& what) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 1; k < table.columns.size(); ++k) {
    const bool left_out = std::find(except.begin(), except.end(), table.columns[k].name) != except.end();
    const auto is_zero = [](Real value) { return value == 0; };
    if (!left_out && !std::all_of(table.values[k].begin(), table.values[k].end(), is_zero)) chosen.push_back(k);
  }
  return plot_of(table, chosen, std::move(title), what);
}

std::vector<Plot> plot_runs(const std::string& column, const std::string& title, const std::vector<RunCurve>& runs) {
  constexpr int low_height = 220;  // [px]
  Plot values{.title = title}, differences{.title = "Difference from the exact curve", .height = low_height};
  const RunCurve* longest = nullptr;
  for (const RunCurve& run : runs) {
    Plot one = plot_columns(*run.table, {column}, title);
    if (one.series.empty()) continue;
    Series& curve = one.series.front();
    curve.label = run.label;
    values.x_label = differences.x_label = one.x_label;
    values.y_label = differences.y_label = one.y_label;
    values.series.push_back(curve);
    if (run.reference.empty()) continue;
    invariant(curve.y.size() == run.reference.size(), "a reference has one value per row of the table");
    for (std::size_t i = 0; i < curve.y.size(); ++i) curve.y[i] -= run.reference[i];
    if (std::ranges::none_of(curve.y, [](Real d) { return std::isfinite(d); })) continue;
    differences.series.push_back(std::move(curve));
    if (!longest || run.table->values.front().back() > longest->table->values.front().back()) longest = &run;
  }
  if (values.series.empty()) return {};
  if (!longest) return {std::move(values)};
  values.series.push_back({"exact", longest->table->values.front(), longest->reference, true});
  return {std::move(values), std::move(differences)};
}

}  // namespace talus
