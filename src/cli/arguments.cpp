#include "arguments.hpp"

#include <iostream>
#include <optional>

#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"
#include "talus/core/unit.hpp"
#include "talus/output/format.hpp"
#include "talus/output/result_folder.hpp"

namespace talus::cli {

namespace {
constexpr int most_threads = 1024;  // OpenMP would start any number, and the machine would stop

/// In seconds where no unit says otherwise; none where the text is no time.
std::optional<Real> time_in(const std::string& text) {
  const auto quantity = split_quantity(text);
  const auto unit = quantity ? parse_unit(quantity->unit.empty() ? "s" : quantity->unit) : std::nullopt;
  if (!unit || unit->dimension != dim::time) return std::nullopt;
  return quantity->number * unit->factor;
}

/// What CLI11 says of an argument: nothing where it is good. Whether a case has what it names, the case says.
std::string complaint_about_set(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos && equals > 0) return "";
  return "expected /pointer=value, or variable=value, found " + json::quote(text);
}

std::string complaint_about_end(const std::string& text) {
  if (text.starts_with('$') || time_in(text)) return "";
  return "expected a time such as \"20 ms\", found " + json::quote(text);
}

}  // namespace

CaseSource CaseArguments::chosen() const {
  if (ResultFolder::is_ours(source.path)) {
    const std::string folder = source.path.string();
    throw FileError(json::quote(folder) + " is a results folder: \"talus resume " + shell_word(folder) +
                    "\" goes on with its run; the case itself is " +
                    json::quote((source.path / "case.resolved.json").string()));
  }
  CaseSource result = source;
  if (!end.empty()) result.sets.push_back("/time/end=" + end);
  return result;
}

void add_case_options(CLI::App& command, CaseArguments& arguments) {
  command.add_option("case", arguments.source.path, "the case file")->required()->option_text("CASE.json");
  add_set_option(command, arguments.source.sets, "change a value: /pointer=value, or variable=value");
  add_end_option(command, arguments);
  command.add_flag("--short", arguments.source.short_form, "the short form of the case, as the tests run it");
}

void add_set_option(CLI::App& command, std::vector<std::string>& sets, const std::string& help) {
  command.add_option("--set", sets, help)
      ->take_all()
      ->allow_extra_args(false)
      ->check(CLI::Validator(complaint_about_set, ""))
      ->option_text("/pointer=value");
}

void add_end_option(CLI::App& command, CaseArguments& arguments) {
  command.add_option("--end", arguments.end, "last instant, such as \"20 ms\"; in seconds without a unit")
      ->check(CLI::Validator(complaint_about_end, ""))
      ->option_text("TIME");
}

void add_threads_option(CLI::App& command) {
  const auto threads_only = [](const std::string& text) -> std::string {
    int n = 0;
    if (CLI::detail::lexical_cast(text, n) && n >= 1 && n <= most_threads) return "";
    return "expected a number of threads from 1 to " + std::to_string(most_threads) + ", found \"" + text + "\"";
  };
  command
      .add_option_function<int>("-j,--threads", &parallel::set_thread_count,
                                "number of threads; default: what the case can feed")
      ->check(CLI::Validator(threads_only, ""))
      ->option_text("N");
}

Real seconds_in(const std::string& option, const std::string& text) {
  const std::optional<Real> seconds = time_in(text);
  if (!seconds || !(*seconds > 0)) {
    throw CLI::ValidationError(option,
                               "expected a positive time such as \"90 s\" or \"5 min\", found \"" + text + "\"");
  }
  return *seconds;
}

void print(std::string_view text) {
  if (!(std::cout << text << std::flush))
    throw FileError("cannot write to stdout: is the disk full or the reader gone?");
}

}  // namespace talus::cli
