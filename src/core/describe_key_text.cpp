#include "talus/core/describe_key_text.hpp"

#include <algorithm>

#include "talus/core/error.hpp"
#include "talus/core/nearest_word.hpp"

namespace talus {
namespace {

using Keys = std::vector<const KeyText*>;

constexpr std::string_view root_name = "case";
constexpr std::string_view any_step = "*";

bool at_root(const KeyPlace& place) { return json::split(place.pointer).size() == 1; }

std::vector<OptionText> root_options(const std::vector<KeyText>& keys) {
  std::vector<OptionText> result;
  for (const KeyText& key : keys) {
    if (std::ranges::any_of(key.places, at_root)) result.push_back(key.option);
  }
  return result;
}

/// Whether a pointer into a case, or one with "*" in it, names this place.
bool names_place(const std::vector<std::string>& asked, const std::string& place) {
  return std::ranges::equal(asked, json::split(place), [](const std::string& step, const std::string& of_place) {
    return step == of_place || of_place == any_step;
  });
}

template <class Wanted>
Keys chosen(const std::vector<KeyText>& keys, Wanted&& wanted) {
  Keys result;
  for (const KeyText& key : keys) {
    if (wanted(key)) result.push_back(&key);
  }
  return result;
}

Keys keys_at(const std::vector<KeyText>& keys, std::string_view pointer) {
  const std::vector<std::string> asked = json::split(pointer);
  return chosen(keys, [&](const KeyText& key) {
    return std::ranges::any_of(key.places, [&](const KeyPlace& place) {
      return names_place(asked, place.pointer) || names_place(asked, place.inside);
    });
  });
}

bool hold_the_same(const KeyText& a, const KeyText& b) { return a.options == b.options && a.values == b.values; }

/// Keys that hold the same stand together, so that it need be told but once.
Keys grouped(Keys keys) {
  for (auto first = keys.begin(); first != keys.end(); ++first) {
    std::stable_partition(first + 1, keys.end(), [&](const KeyText* key) { return hold_the_same(**first, *key); });
  }
  return keys;
}

using Lines = std::vector<std::pair<std::string, std::string>>;

/// Where a key stands, a line for each pointer with all that have it there.
std::vector<std::string> place_lines(const std::vector<KeyPlace>& places) {
  std::vector<std::string> pointers;
  std::vector<Words> owners;  // of each pointer
  for (const KeyPlace& place : places) {
    const auto at = std::ranges::find(pointers, place.pointer);
    const auto i = static_cast<std::size_t>(at - pointers.begin());
    if (at == pointers.end()) pointers.push_back(place.pointer), owners.emplace_back();
    const bool known = std::ranges::find(owners[i], place.owner) != owners[i].end();
    if (!known && !place.owner.empty()) owners[i].push_back(place.owner);
  }
  for (std::size_t i = 0; i < pointers.size(); ++i) {
    for (const std::string_view owner : owners[i]) {
      pointers[i] += (owner == owners[i].front() ? " of " : ", ") + std::string(owner);
    }
  }
  return pointers;
}

std::string help_of(const OptionText& option) { return option.help + (option.required ? " (required)" : ""); }

std::string heading(const KeyText& key) {
  const OptionText& option = key.option;
  std::string out = option.key + "  (key)\n  " + help_of(option) + "\n  " + option.expected + "\n";
  if (!option.preset.empty()) out += "  default " + option.preset + "\n";
  for (const std::string& line : place_lines(key.places)) out += "  at " + line + "\n";
  return out;
}

std::string contents(const KeyText& key) {
  return table(key.options) + (key.values.empty() ? "" : "\n" + two_columns(key.values));
}

/// Places only, for a key that means too many things to tell them all.
std::string short_page(const Keys& keys) {
  Lines lines;
  for (const KeyText* key : keys) {
    for (const std::string& line : place_lines(key->places)) lines.emplace_back("at " + line, help_of(key->option));
  }
  const std::string& example = keys.front()->places.front().pointer;
  return keys.front()->option.key + "  (key)\n" + two_columns(lines) + "\n  more of one: talus describe '" + example +
         "'\n";
}

/// Of keys with one name.
std::string pages(const Keys& keys) {
  constexpr std::ptrdiff_t longest = 120;  // lines
  std::string out;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    out += (out.empty() ? "" : "\n") + heading(*keys[i]);
    if (i + 1 == keys.size() || !hold_the_same(*keys[i], *keys[i + 1])) out += contents(*keys[i]);
  }
  return std::ranges::count(out, '\n') <= longest ? out : short_page(keys);
}

[[noreturn]] void refuse(std::string_view name, const std::vector<EntryText>& entries,
                         const std::vector<KeyText>& keys) {
  Words names{root_name};
  for (const EntryText& entry : entries) names.push_back(entry.name);
  for (const KeyText& key : keys) names.push_back(key.option.key);
  const std::string_view meant = nearest_word(name, names);
  throw Error(ExitCode::command_line, "nothing is called " + json::quote(name) +
                                          (meant.empty() ? "; \"talus describe\" lists what a case can say"
                                                         : "; did you mean " + json::quote(meant) + "?"));
}

std::string page_at(const std::vector<KeyText>& keys, std::string_view pointer) {
  const Keys found = keys_at(keys, pointer);
  if (!found.empty()) return pages(grouped(found));
  throw Error(ExitCode::command_line,
              "no case has a key at " + json::quote(pointer) + "; \"talus describe NAME\" tells where a key stands");
}

}  // namespace

std::vector<OptionText> composition_options() {
  const std::string paths = "the path of a file, relative to the case, or a list of paths";
  const auto option = [](std::string_view key, std::string_view expected, std::string_view help) {
    OptionText text;
    text.key = key, text.expected = expected, text.help = help;
    return text;
  };
  return {option("$schema", "a text in double quotes", "schema by which an editor completes keys"),
          option("variables", R"(an object such as {"mu": 0.4, "law": "hertz"})",
                 R"(name -> value of "$name"; --set name=value changes it)"),
          option("extends", paths, "cases that this one starts from: what it says itself replaces what they say"),
          option("include", paths, "files with members of this object; any object of a case may have it"),
          option("short", R"(an object such as {"/time/end": "5 ms"})",
                 "JSON pointer -> value: what changes in the short form, \"talus run --short\"")};
}

std::string root_overview(const std::vector<KeyText>& keys) {
  Lines lines;
  for (const OptionText& option : root_options(keys)) lines.emplace_back(option.key, help_of(option));
  return two_columns(lines);
}

std::string description(const std::vector<EntryText>& entries, const std::vector<KeyText>& keys,
                        std::string_view name) {
  if (name == root_name || name == "/") {
    return page({"file", std::string(root_name), "what a case file says", {}, root_options(keys)});
  }
  if (name.starts_with('/')) return page_at(keys, name);
  std::string out;
  for (const EntryText& entry : entries) {
    if (entry.name == name) out += (out.empty() ? "" : "\n") + page(entry);
  }
  const Keys found = grouped(chosen(keys, [&](const KeyText& key) { return key.option.key == name; }));
  if (!found.empty()) out += (out.empty() ? "" : "\n") + pages(found);
  if (out.empty()) refuse(name, entries, keys);
  return out;
}

}  // namespace talus
