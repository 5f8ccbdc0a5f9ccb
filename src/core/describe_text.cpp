#include "talus/core/describe_text.hpp"

#include <algorithm>
#include <iterator>

#include "talus/core/codec.hpp"
#include "talus/core/error.hpp"

namespace talus {
namespace {

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

template <class Rows, class Width>
std::size_t widest(const Rows& rows, Width&& width) {
  std::size_t result = 0;
  for (const auto& row : rows) result = std::max(result, width(row).size());
  return result;
}

}  // namespace

std::string rule_text(const std::string& expected, const Dimension& dimension, const Bound& bound) {
  std::string out = expected;
  if (const std::string limits = bound_text(bound); !limits.empty()) out += ", " + limits;
  if (dimension != dim::none) out += " [" + si_name(dimension) + "]";
  return out;
}

std::string page(const EntryText& entry) {
  std::string out = entry.name + "  (" + entry.family + ")\n  " + entry.help + "\n";
  if (!entry.formula.empty()) out += "\n  " + entry.formula + "\n";
  out += entry.options.empty() ? "\n  no options\n" : "";
  const std::size_t width = widest(entry.options, [](const OptionText& o) { return o.key; });
  const std::string margin(width + 4, ' ');
  for (const OptionText& option : entry.options) {
    out += "\n  " + padded(option.key, width) + "  " + option.help + (option.required ? " (required)" : "") + "\n";
    out += margin + option.expected + "\n";
    if (!option.preset.empty()) out += margin + "default " + option.preset + "\n";
  }
  return out;
}

std::string overview(const std::vector<EntryText>& entries) {
  const std::size_t width = widest(entries, [](const EntryText& e) { return e.name; });
  std::string out, family;
  for (const EntryText& entry : entries) {
    if (entry.family != family) out += (out.empty() ? "" : "\n") + (family = entry.family) + "\n";
    out += "  " + padded(entry.name, width) + "  " + entry.help + "\n";
  }
  return out;
}

std::vector<EntryText> find_entries(const std::vector<EntryText>& entries, std::string_view name) {
  std::vector<EntryText> found;
  std::ranges::copy_if(entries, std::back_inserter(found), [&](const EntryText& e) { return e.name == name; });
  if (!found.empty()) return found;
  Words names;
  for (const EntryText& entry : entries) {
    if (std::ranges::find(names, entry.name) == names.end()) names.push_back(entry.name);
  }
  throw Error(ExitCode::command_line, "nothing is called " + json::quote(name) + suggestion(name, names));
}

}  // namespace talus
