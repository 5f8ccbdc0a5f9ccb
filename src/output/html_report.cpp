#include "talus/output/html_report.hpp"

#include <cmath>
#include <cstdlib>
#include <string_view>

#include "talus/output/atomic_file.hpp"
#include "talus/output/format.hpp"

namespace talus {
namespace {

constexpr std::string_view style = R"(<style>
:root{color-scheme:light dark;--text:#24292f;--faint:#6a737d;--line:#d8dee4;--page:#fff;--panel:#f6f8fa;--good:#1a7f37;--bad:#c62828;--warn:#9a6700}
@media(prefers-color-scheme:dark){:root{--text:#d7dce2;--faint:#8b949e;--line:#373e47;--page:#15191e;--panel:#1d2229;--good:#4cbb6c;--bad:#ff7b72;--warn:#d9a62e}}
body{font:15px/1.5 system-ui,"DejaVu Sans",sans-serif;color:var(--text);background:var(--page);max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .3rem}h2{font-size:1.15rem;margin:2rem 0 .6rem}
.reference{color:var(--faint);margin:0 0 1rem}
.badge{display:inline-block;font-weight:600;border:1px solid;border-radius:1rem;padding:.05rem .7rem}
.pass{color:var(--good)}.fail{color:var(--bad)}
table{border-collapse:collapse;margin:.5rem 0}td,th{text-align:left;padding:.3rem .9rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
svg{max-width:100%;height:auto;display:block;margin:.8rem 0}
.wide{overflow-x:auto}.wide td,.wide th{white-space:nowrap}
.warnings li{color:var(--warn)}
pre{background:var(--panel);border:1px solid var(--line);border-radius:.4rem;padding:.8rem;overflow:auto;font-size:.85rem}
summary{cursor:pointer;font-weight:600}
</style>
)";

std::string cell(std::string_view text, const char* kind = "") {
  return "<td" + std::string(kind) + ">" + escape_markup(text) + "</td>";
}

std::string number_cell(Real fraction) {
  constexpr int digits = 3;
  return cell(std::isfinite(fraction) ? percent(fraction, digits) : "–", " class=\"n\"");
}

std::string facts_table(const Report& report) {
  std::string html = "<table>\n";
  for (const auto& [name, value] : report.facts) {
    html += "<tr><th>" + escape_markup(name) + "</th>" + cell(value) + "</tr>\n";
  }
  return html + "</table>\n";
}

std::string compare_row(const CompareResult& result) {
  std::string more;
  for (const auto& [name, value] : result.more) more += (more.empty() ? "" : ", ") + name + " = " + number(value);
  const char* tone = !result.reached ? "" : (result.pass ? " class=\"pass\"" : " class=\"fail\"");
  const std::string verdict = std::string("<td") + tone + "><b>" + verdict_text(result) + "</b></td>";
  return "<tr>" + cell(result.column) + cell(result.reference) + number_cell(result.rms) + number_cell(result.max) +
         number_cell(result.final) + cell(more) + cell(limits_text(result)) + verdict + "</tr>\n";
}

std::string compare_table(const Report& report) {
  if (report.compare.empty()) return {};
  std::string html =
      "<h2>Comparison</h2>\n<table>\n<tr><th>column</th><th>reference</th><th class=\"n\">rms</th>"
      "<th class=\"n\">max</th><th class=\"n\">final</th><th>measured</th><th>allowed</th><th></th></tr>\n";
  for (const CompareResult& result : report.compare) html += compare_row(result);
  return html + "</table>\n";
}

bool is_number(const std::string& text) {
  char* end = nullptr;
  (void)std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0';
}

/// Numbers stand to the right.
std::string cell_table(const std::vector<std::vector<std::string>>& rows) {
  std::string html = "<div class=\"wide\"><table>\n";
  for (const auto& row : rows) {
    html += "<tr>";
    for (const std::string& text : row) {
      html += &row == &rows.front() ? "<th>" + escape_markup(text) + "</th>"
                                    : cell(text, is_number(text) ? " class=\"n\"" : "");
    }
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

std::string sections(const Report& report) {
  std::string html;
  for (const Report::Section& section : report.sections) {
    if (section.plots.empty() && section.table.empty()) continue;
    html += "<h2>" + escape_markup(section.heading) + "</h2>\n";
    if (!section.table.empty()) html += cell_table(section.table);
    for (const Plot& plot : section.plots) html += svg_plot(plot);
  }
  return html;
}

std::string warning_list(const Report& report) {
  if (report.warnings.empty()) return {};
  std::string html = "<h2>Warnings</h2>\n<ul class=\"warnings\">\n";
  for (const std::string& warning : report.warnings) html += "<li>" + escape_markup(warning) + "</li>\n";
  return html + "</ul>\n";
}

}  // namespace

void write_report(const std::filesystem::path& path, const Report& report) {
  const std::string title = escape_markup(report.title);
  std::string html = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>" + title +
                     "</title>\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n" +
                     std::string(style) + "</head><body>\n<h1>" + title + "</h1>\n";
  if (!report.reference.empty()) html += "<p class=\"reference\">" + escape_markup(report.reference) + "</p>\n";
  html += "<p><span class=\"badge " + std::string(report.ok ? "pass" : "fail") + "\">" + escape_markup(report.status) +
          "</span></p>\n";
  html += facts_table(report) + compare_table(report) + warning_list(report) + sections(report);
  if (!report.resolved_case.empty()) {
    html += "<h2>Parameters</h2>\n<details><summary>The case with every default</summary>\n<pre>" +
            escape_markup(report.resolved_case) + "</pre>\n</details>\n";
  }
  write_file(path, html + "</body></html>\n");
}

}  // namespace talus
