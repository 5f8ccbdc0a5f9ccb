// Plots and the page that holds them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <set>
#include <string>

#include "scratch_folder.hpp"
#include "talus/core/error.hpp"
#include "talus/output/atomic_file.hpp"
#include "talus/output/html_report.hpp"
#include "talus/output/plot_table.hpp"

using namespace talus;
using namespace talus::test;

namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

Plot line_plot(std::vector<Real> x, std::vector<Real> y) {
  return {.title = "t", .x_label = "time [s]", .y_label = "work [J]", .series = {{"w", std::move(x), std::move(y)}}};
}

/// What stands at the ticks of the upright axis.
std::set<std::string> labels_of_y(const std::string& svg) {
  const std::string begin = "text-anchor=\"end\">";
  std::set<std::string> labels;
  for (std::size_t at = 0; (at = svg.find(begin, at)) != std::string::npos;) {
    at += begin.size();
    labels.insert(svg.substr(at, svg.find('<', at) - at));
  }
  return labels;
}

/// The places along x of the last path of a kind, in pixels.
std::vector<Real> pixels_along(const std::string& svg, const std::string& kind) {
  const std::size_t path = svg.rfind("<path class=\"" + kind + "\"");
  REQUIRE(path != std::string::npos);
  const std::size_t begin = svg.find(" d=\"", path) + 4, end = svg.find('"', begin);
  std::vector<Real> pixels;
  for (std::size_t at = begin; (at = svg.find_first_of("ML", at)) < end;) pixels.push_back(std::atof(&svg[++at]));
  return pixels;
}

/// A sliding block's history with its reference and energies.
Report sample_report() {
  constexpr Real mu_g = 0.4 * 9.81, v0 = 2, stop = v0 / mu_g;
  Series v{"v", {}, {}}, reference{"v0 - mu g t", {}, {}, true};
  Plot energies{.title = "Energies", .x_label = "time [s]", .y_label = "energy [J/m]"};
  energies.series = {{"kinetic", {}, {}}, {"sliding", {}, {}}, {"elastic", {}, {}}};
  for (int i = 0; i <= 20000; ++i) {
    const Real t = -0.05 + 3e-5 * i;
    const Real exact = v0 - mu_g * std::clamp(t, 0.0, stop);
    v.x.push_back(t);
    v.y.push_back(exact + 0.004 * std::sin(2 * std::numbers::pi * 800 * t) * (t > 0));
    reference.x.push_back(t);
    reference.y.push_back(exact);
    for (auto& s : energies.series) s.x.push_back(t);
    energies.series[0].y.push_back(0.5 * 3900 * exact * exact);
    energies.series[1].y.push_back(0.5 * 3900 * (v0 * v0 - exact * exact));
    energies.series[2].y.push_back(30 * std::sin(500 * t) * std::sin(500 * t));
  }
  const Plot history{.title = "v", .x_label = "time [s]", .y_label = "v [m/s]", .series = {v, reference}};
  Plot residual = line_plot(v.x, std::vector<Real>(v.x.size()));
  for (std::size_t i = 0; i < v.x.size(); ++i) residual.series[0].y[i] = 3e-5 * (v.x[i] + 0.05);
  residual.title = "State residual";
  residual.y_label = "residual [-]";
  return {.title = "Block <sliding>, friction 0.4",
          .reference = "Campbell et al., table 1",
          .status = "ok",
          .facts = {{"particles", "400"}, {"Δt", "6.1 µs, limited by the block"}, {"wall time", "1 min 02 s"}},
          .compare = {{"v", "coulomb_slide, mu 0.4", 0.0004, 0.0019, 1e-5, true, {{"rms", 0.005}}, {{"slope", -3.92}}},
                      {"x", "", 0.02, 0.03, std::nan(""), false, {}, {}}},
          .sections = {{"Measures", {{"run", "rms"}, {"<first>", "0.001"}}, {}},
                       {"History", {}, {history}},
                       {"Energies", {}, {energies, residual}},
                       {"Nothing", {}, {}}},
          .warnings = {"the block is fewer than 10 particles thick"},
          .resolved_case = "{ \"talus\": 1 }"};
}

}  // namespace

TEST_CASE("ticks are round and cover the range") {
  CHECK(nice_ticks(0, 1, 5) == std::vector<Real>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1});
  CHECK(nice_ticks(-3, 12, 4) == std::vector<Real>{0, 5, 10});
  CHECK(nice_ticks(1e-9, 4e-9, 3).size() == 4);
}

TEST_CASE("a long series is thinned and keeps its peak") {
  std::vector<Real> x, y;
  for (int i = 0; i < 1000000; ++i) {
    x.push_back(i);
    y.push_back(i == 543210 ? 7 : std::sin(0.1 * i));
  }
  const std::string svg = svg_plot(line_plot(x, y));
  CHECK(svg.size() < 100000);
  const std::string whole = svg_plot(line_plot({0, 543210, 999999}, {-1, 7, 1}));
  const std::size_t peak = whole.find("L");
  REQUIRE(peak != std::string::npos);
  // The peak's height in pixels is the top of the plot area, the same in both pictures.
  const std::size_t path = whole.rfind("<path");
  const std::size_t second = whole.find('L', path);
  const std::string height =
      whole.substr(whole.find(' ', second), whole.find('L', second + 1) - whole.find(' ', second));
  CHECK(contains(svg, height + "L"));
}

TEST_CASE("gaps, constants and empty plots are drawn") {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const std::string gap = svg_plot(line_plot({0, 1, 2, 3, 4}, {0, 1, nan, 1, 0}));
  const std::string path = gap.substr(gap.rfind("<path"));
  CHECK(occurrences(path, "M") == 2);
  CHECK_FALSE(contains(gap, "nan"));
  for (const auto& plot :
       {line_plot({}, {}), line_plot({0, 1}, {5, 5}), line_plot({0}, {0}), line_plot({0, 1}, {nan, nan}),
        line_plot({0, 1}, {1, 1 + 1e-15}), line_plot({0, 1}, {-1e300, 1e300})}) {
    const std::string svg = svg_plot(plot);
    CHECK_FALSE(contains(svg, "nan"));
    CHECK_FALSE(contains(svg, "inf"));
    CHECK(svg.size() < 10000);
  }
}

TEST_CASE("large numbers move their power of ten into the unit") {
  CHECK(contains(svg_plot(line_plot({0, 1}, {0, 8e6})), "work [10⁶ J]"));
  CHECK(contains(svg_plot(line_plot({0, 1}, {0, 8e-4})), "work [10⁻⁶ J]"));
  CHECK(contains(svg_plot(line_plot({0, 1}, {0, 8})), "work [J]"));
}

TEST_CASE("no two lines of a plot look alike") {
  Plot plot = line_plot({0, 1}, {0, 1});
  plot.series.resize(16, plot.series[0]);
  const std::string svg = svg_plot(plot);
  std::set<std::string> pens;  // what stands before the data of a path, in the plot and in its legend
  for (std::size_t at = svg.find("class=\"s\""); at != std::string::npos; at = svg.find("class=\"s\"", at + 1)) {
    pens.insert(svg.substr(at, svg.find(" d=", at) - at));
  }
  CHECK(pens.size() == plot.series.size());
}

TEST_CASE("columns of a table become plots") {
  const Table table{{{"time", "s"}, {"kinetic", "J"}, {"zero", "J"}, {"v", "m/s"}}, {{0, 1}, {3, 4}, {0, 0}, {1, 2}}};
  CHECK(plot_columns(table, {"kinetic"}, "one").y_label == "kinetic [J]");
  const Plot energies = plot_nonzero_columns(table, {"v"}, "what has gone into each", "energy");
  REQUIRE(energies.series.size() == 1);
  CHECK(energies.series[0].label == "kinetic");
  CHECK(energies.x_label == "time [s]");
  CHECK(plot_columns(table, {"kinetic", "v", "none"}, "two").series.size() == 2);
  CHECK(plot_columns(table, {"kinetic", "v"}, "two", "both").y_label == "both");
  CHECK(plot_nonzero_columns(table, {"v", "kinetic"}, "none", "energy").series.empty());
  CHECK(plot_columns(table, {"kinetic", "zero"}, "two", "energy").y_label == "energy [J]");
}

TEST_CASE("a column and its reference give their difference") {
  const Table table{{{"time", "s"}, {"v", "m/s"}}, {{0, 1, 2}, {3, 4, 5}}};
  const auto plots = plot_runs("v", "v", {{"v", &table, {2.5, 4, std::nan("")}}});
  REQUIRE(plots.size() == 2);
  CHECK(plots[0].series[1].dashed);
  CHECK(plots[1].series[0].y[0] == 0.5);
  CHECK(plots[1].series[0].y[1] == 0);
  CHECK(std::isnan(plots[1].series[0].y[2]));
  CHECK(plots[1].y_label == "v [m/s]");
  CHECK(plot_runs("w", "w", {{"w", &table, {}}}).empty());
  CHECK(plot_runs("v", "v", {{"v", &table, {}}}).size() == 1);
}

TEST_CASE("small differences have a scale, in a low plot as well") {
  for (const auto& [low, high] : {std::pair<Real, Real>{-1e-13, 1e-13}, {0, 7.8e-16}, {-0.1, 4.7}, {3, 3.0001}}) {
    Plot plot = line_plot({0, 1}, {low, high});
    plot.height = 220;
    CAPTURE(high);
    const std::string svg = svg_plot(plot);
    CHECK(labels_of_y(svg).size() >= 3);
    CHECK(occurrences(svg, "text-anchor=\"end\"") == labels_of_y(svg).size());
  }
  const std::string svg = svg_plot(line_plot({0, 1}, {-1e-13, 1e-13}));
  CHECK(labels_of_y(svg) == std::set<std::string>{"-100", "-50", "0", "50", "100"});
  CHECK(contains(svg, "work [10⁻¹⁵ J]"));
}

TEST_CASE("a reference is drawn where it has values, and so are the differences") {
  const Real nan = std::nan("");
  const Table table{{{"time", "s"}, {"v", "m/s"}}, {{0, 1, 2, 3, 4}, {3, 4, 5, 6, 7}}};
  const auto plots = plot_runs("v", "v", {{"v", &table, {nan, 4.5, 5.5, nan, nan}}});
  REQUIRE(plots.size() == 2);
  const auto exact = pixels_along(svg_plot(plots[0]), "r");
  REQUIRE(exact.size() == 2);
  const Real left = 72, right = 702;  // of the picture of 0 to 4 s
  CHECK(exact[0] == doctest::Approx(left + (right - left) / 4));
  CHECK(exact[1] == doctest::Approx(left + (right - left) / 2));
  CHECK(pixels_along(svg_plot(plots[1]), "s") == std::vector<Real>{left, right});  // that of 1 to 2 s
  CHECK(plot_runs("v", "v", {{"v", &table, {nan, nan, nan, nan, nan}}}).size() == 1);
}

TEST_CASE("a point between gaps is a cross") {
  const Real nan = std::nan("");
  const std::string svg = svg_plot(line_plot({0, 1, 2}, {nan, 5, nan}));
  const std::string path = svg.substr(svg.rfind("<path"));
  CHECK(occurrences(path, "h6.0") == 1);
  CHECK(occurrences(path, "v6.0") == 1);
}

TEST_CASE("several runs lie over the exact curve of the longest, and their errors over each other") {
  const Table one{{{"time", "s"}, {"v", "m/s"}}, {{0, 1}, {3, 4}}};
  const Table other{{{"time", "s"}, {"w", "m"}, {"v", "m/s"}}, {{0, 1, 2}, {0, 0, 0}, {5, 6, 7}}};
  const Table none{{{"time", "s"}, {"w", "m"}}, {{0}, {1}}};
  const auto plots = plot_runs("v", "v of three", {{"a", &one, {3, 3}}, {"b", &other, {3, 3, 3}}, {"c", &none, {}}});
  REQUIRE(plots.size() == 2);
  REQUIRE(plots[0].series.size() == 3);
  CHECK(plots[0].series[1].label == "b");
  CHECK(plots[0].series[1].y == std::vector<Real>{5, 6, 7});
  CHECK(plots[0].series[2].x.size() == 3);
  REQUIRE(plots[1].series.size() == 2);
  CHECK(plots[1].series[0].y == std::vector<Real>{0, 1});
  CHECK(plots[1].series[1].y == std::vector<Real>{2, 3, 4});
}

TEST_CASE("the report is one page with everything in it") {
  const char* kept = std::getenv("TALUS_KEEP_REPORT");  // a folder, to look at the page by eye
  const ScratchFolder scratch;
  const std::filesystem::path path = (kept ? std::filesystem::path(kept) : scratch.path()) / "report.html";
  const Report report = sample_report();
  write_report(path, report);
  const std::string html = read_file(path);
  CHECK(contains(html, "<title>Block &lt;sliding&gt;, friction 0.4</title>"));
  CHECK(occurrences(html, "<svg ") == 3);
  CHECK(occurrences(html, "PASS") == 1);
  CHECK(occurrences(html, "FAIL") == 1);
  CHECK(contains(html, "fewer than 10 particles"));
  CHECK(contains(html, "<details>"));
  CHECK(contains(html, "<td>&lt;first&gt;</td><td class=\"n\">0.001</td>"));
  CHECK_FALSE(contains(html, "Nothing"));
  CHECK_FALSE(contains(html, "<script"));
  CHECK(occurrences(html, "http") == occurrences(html, "http://www.w3.org/2000/svg"));
  if (kept) write_file(std::filesystem::path(kept) / "plot.svg", svg_plot(report.sections[0].plots[0]));
  if (kept) write_file(std::filesystem::path(kept) / "energies.svg", svg_plot(report.sections[1].plots[0]));
  if (kept) write_file(std::filesystem::path(kept) / "residual.svg", svg_plot(report.sections[1].plots[1]));
}
