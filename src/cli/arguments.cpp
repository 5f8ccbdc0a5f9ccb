#include "arguments.hpp"

#include <iostream>

#include "talus/core/error.hpp"
#include "talus/core/parallel.hpp"
#include "talus/core/unit.hpp"
#include "talus/output/result_folder.hpp"

namespace talus::cli {

namespace {
constexpr int most_threads = 1024;  // OpenMP would start any number, and the machine would stop
}

CaseSource CaseArguments::chosen() const {
  if (ResultFolder::is_ours(source.path)) {
    const std::string folder = source.path.string();
    throw FileError(json::quote(folder) + " is a results folder: \"talus resume " + folder +
                    "\" goes on with its run; the case itself is " +
                    json::quote((source.path / "case.resolved.json").string()));
  }
  CaseSource result = source;
  if (!end.empty()) result.sets.push_back("/time/end=" + end);
  return result;
}

void add_case_options(CLI::App& command, CaseArguments& arguments) {
  command.add_option("case", arguments.source.path, "the case file")->required()->option_text("CASE.json");
  add_set_option(command, arguments, "change a value: /pointer=value, or variable=value");
  add_end_option(command, arguments);
  command.add_flag("--short", arguments.source.short_form, "the short form of the case, as the tests run it");
}

void add_set_option(CLI::App& command, CaseArguments& arguments, const std::string& help) {
  command.add_option("--set", arguments.source.sets, help)
      ->take_all()
      ->allow_extra_args(false)
      ->option_text("/pointer=value");
}

void add_end_option(CLI::App& command, CaseArguments& arguments) {
  command.add_option("--end", arguments.end, "last instant, such as \"20 ms\"; in seconds without a unit")
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
  const auto quantity = split_quantity(text);
  const auto unit = quantity ? parse_unit(quantity->unit.empty() ? "s" : quantity->unit) : std::nullopt;
  if (!unit || unit->dimension != dim::time || !(quantity->number > 0)) {
    throw CLI::ValidationError(option,
                               "expected a positive time such as \"90 s\" or \"5 min\", found \"" + text + "\"");
  }
  return quantity->number * unit->factor;
}

void print(std::string_view text) {
  if (!(std::cout << text << std::flush))
    throw FileError("cannot write to stdout: is the disk full or the reader gone?");
}

}  // namespace talus::cli
