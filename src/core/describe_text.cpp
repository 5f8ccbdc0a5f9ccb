#include "talus/core/describe_text.hpp"

#include <algorithm>

#include "talus/core/codec.hpp"

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

std::string value_text(const json::Value& value) {
  if (const json::Array* items = value.array()) {
    std::string out;
    for (const json::Value& item : *items) out += (out.empty() ? "" : ", ") + value_text(item);
    return "[" + out + "]";
  }
  std::string text = json::dump(value);
  text.pop_back();  // the newline of a document
  return text;
}

std::string table(const std::vector<OptionText>& options) {
  const std::size_t width = widest(options, [](const OptionText& o) { return o.key; });
  const std::string margin(width + 4, ' ');
  std::string out;
  for (const OptionText& option : options) {
    out += "\n  " + padded(option.key, width) + "  " + option.help + (option.required ? " (required)" : "") + "\n";
    out += margin + option.expected + "\n";
    if (option.has_keys) out += margin + "its keys: talus describe " + option.key + "\n";
    if (!option.preset.empty()) out += margin + "default " + option.preset + "\n";
  }
  return out;
}

std::string two_columns(const std::vector<std::pair<std::string, std::string>>& lines) {
  const std::size_t width = widest(lines, [](const auto& line) { return line.first; });
  std::string out;
  for (const auto& [left, right] : lines) out += "  " + padded(left, width) + "  " + right + "\n";
  return out;
}

std::string page(const EntryText& entry) {
  std::string out = entry.name + "  (" + entry.family + ")\n  " + entry.help + "\n";
  if (!entry.formula.empty()) out += "\n  " + entry.formula + "\n";
  return out + (entry.options.empty() ? "\n  no options\n" : table(entry.options));
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

}  // namespace talus
