#include "talus/output/console.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "talus/core/error.hpp"
#include "talus/core/utf8.hpp"
#include "talus/output/csv_table.hpp"
#include "talus/output/format.hpp"

namespace talus {
namespace {

std::string padding(std::size_t width, std::string_view text) {
  const std::size_t used = utf8::count(text);
  return std::string(width > used ? width - used : 0, ' ');
}

std::string right(std::string_view text, int width) {
  return padding(static_cast<std::size_t>(width), text) + std::string(text);
}

Progress::Style style_of(const ConsoleOptions& options) {
  if (options.quiet || !options.progress) return Progress::Style::none;
  return options.error_is_terminal && !options.is_dumb ? Progress::Style::bar : Progress::Style::lines;
}

std::string measure_text(const char* name, Real value) {
  return std::string("  ") + name + " " + (std::isfinite(value) ? percent(value, 3) : "-");
}

}  // namespace

ConsoleOptions ConsoleOptions::detect() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  ConsoleOptions options;
  options.out_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  options.error_is_terminal = ::isatty(STDERR_FILENO) == 1;
  options.is_dumb = terminal && std::string_view(terminal) == "dumb";
  options.no_color = (no_color && *no_color) || options.is_dumb;
  return options;
}

Console::Console(ConsoleOptions options, std::ostream& out, std::ostream& error, Log& log)
    : options_(options), out_(out), error_(error), log_(log), progress_(error, style_of(options)) {}

std::string Console::painted(std::string_view text, Tone tone, bool terminal) const {
  constexpr const char* codes[] = {"", "\033[1m", "\033[32m", "\033[1;31m"};
  if (tone == Tone::plain || !terminal || options_.no_color) return std::string(text);
  return codes[static_cast<int>(tone)] + std::string(text) + "\033[0m";
}

void Console::print(std::string_view text, Tone tone) {
  log_.line(text);
  if (options_.quiet) return;
  progress_.hide();
  out_ << painted(text, tone, options_.out_is_terminal) << std::endl;
}

void Console::line(std::string_view text) { print(text); }

void Console::facts(std::string_view title, const std::vector<std::pair<std::string, std::string>>& rows) {
  print(title, Tone::bold);
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, utf8::count(row.first));
  for (const auto& [name, value] : rows) print("  " + name + padding(width + 2, name) + value);
}

void Console::table_header(std::vector<ConsoleColumn> columns) {
  columns_ = std::move(columns);
  std::string text;
  for (ConsoleColumn& column : columns_) {
    const std::string head = heading({column.name, column.unit});
    column.width = std::max(column.width, static_cast<int>(utf8::count(head)));
    text += right(head, column.width) + "  ";
  }
  print(text, Tone::bold);
}

void Console::table_row(std::span<const Real> values) {
  invariant(values.size() == columns_.size(), "a row of the run's table has one value per column");
  constexpr Real longest_count = 1e9;  ///< whole numbers below this are printed as such: steps, contacts
  std::string text;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const bool whole = values[k] == std::floor(values[k]) && std::abs(values[k]) < longest_count;
    text += right(whole ? std::to_string(static_cast<long long>(values[k])) : number(values[k]), columns_[k].width);
    text += "  ";
  }
  print(text);
}

void Console::compare(std::span<const CompareResult> results) {
  for (const CompareResult& result : results) {
    print(compare_line(result), !result.reached ? Tone::plain : (result.pass ? Tone::good : Tone::bad));
  }
}

void Console::warning(std::string_view text) {
  progress_.hide();
  log_.warning(text);
  error_ << painted("warning: ", Tone::bad, options_.error_is_terminal) << text << std::endl;
}

void Console::finish() {
  progress_.hide();
  log_.flush();
  if (!out_.flush()) throw FileError("cannot write the results to stdout: is the disk full or the reader gone?");
}

std::string compare_line(const CompareResult& result) {
  std::string text = verdict_text(result) + "  " + result.column;
  if (!result.reference.empty()) text += " against " + result.reference;
  if (!result.reached) return text;
  text += ":" + measure_text("rms", result.rms) + measure_text("max", result.max) + measure_text("final", result.final);
  for (const auto& [name, value] : result.more) text += "  " + name + " " + number(value);
  const std::string limits = limits_text(result);
  return limits.empty() ? text : text + "  (allowed: " + limits + ")";
}

}  // namespace talus
