#include "sweep_axes.hpp"

#include <algorithm>
#include <cctype>

#include "talus/core/error.hpp"
#include "talus/core/unit.hpp"
#include "talus/output/format.hpp"

namespace talus::cli {
namespace {

/// Of one sweep: each has a folder and a curve of its own.
constexpr Real most_runs = 10000;

/// Splits at commas that are not inside brackets or quotes: "[1,2],[3,4]" has two values.
std::vector<std::string> split_values(const std::string& text) {
  std::vector<std::string> values(1);
  int depth = 0;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted) depth += (c == '[' || c == '{') - (c == ']' || c == '}');
    if (c == ',' && depth == 0 && !quoted) {
      values.emplace_back();
    } else {
      values.back() += c;
    }
  }
  return values;
}

/// ".2" and "0.20" are one value: 0.2.
std::string shown(const std::string& value) {
  const auto quantity = split_quantity(value);
  if (!quantity) return value;
  return exact_number(quantity->number) + (quantity->unit.empty() ? "" : " " + std::string(quantity->unit));
}

/// Without what a file name cannot hold or a shell would stumble over.
std::string file_text(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) || c == '"'; });
  for (char& c : text) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && std::string_view("+-._=").find(c) == std::string_view::npos)
      c = '-';
  }
  return text;
}

/// "mu", or the last key of a pointer: "/contacts/0/tangential/mu" -> "mu".
std::string short_name(const std::string& name) { return name.substr(name.rfind('/') + 1); }

}  // namespace

Axis parse_axis(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw Error(ExitCode::command_line,
                "\"" + text + "\" does not say what to vary; expected name=value,value such as mu=0,.2,.4");
  }
  Axis axis{text.substr(0, equals), split_values(text.substr(equals + 1))};
  if (std::ranges::find(axis.values, "") != axis.values.end()) {
    throw Error(ExitCode::command_line,
                "\"" + text + "\" has an empty value; expected name=value,value such as mu=0,.2,.4");
  }
  return axis;
}

std::vector<Combination> combinations(const std::vector<Axis>& axes) {
  for (std::size_t k = 0; k < axes.size(); ++k) {
    if (std::any_of(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(k),
                    [&](const Axis& before) { return before.name == axes[k].name; })) {
      throw Error(ExitCode::command_line, "\"" + axes[k].name + "\" is varied twice; give all of its values in one: " +
                                              axes[k].name + "=.2,.4,.6");
    }
  }
  Real runs = 1;
  for (const Axis& axis : axes) runs *= static_cast<Real>(axis.values.size());
  if (runs > most_runs) {
    throw Error(ExitCode::command_line, "the sweep would have " + number(runs) + " runs, and no more than " +
                                            number(most_runs) + " are taken at once: give fewer values");
  }
  std::vector<Combination> grid(1);
  for (const Axis& axis : axes) {
    std::vector<Combination> finer;
    for (const Combination& coarse : grid) {
      for (const std::string& value : axis.values) {
        Combination& fine = finer.emplace_back(coarse);
        fine.sets.push_back(axis.name + "=" + value);
        fine.values.push_back(shown(value));
        fine.label += (fine.label.empty() ? "" : "_") + file_text(short_name(axis.name) + "=" + fine.values.back());
      }
    }
    grid = std::move(finer);
  }
  for (std::size_t i = 0; i < grid.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (grid[i].label != grid[j].label) continue;
      throw Error(ExitCode::command_line, "two runs of the sweep would share the folder \"…_" + grid[i].label +
                                              "\": a value stands there twice");
    }
  }
  return grid;
}

}  // namespace talus::cli
