#include "talus/core/nearest_word.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "talus/core/json_value.hpp"

namespace talus {
namespace {

constexpr int case_cost = 1;  // "gpa" for "GPa", "k_1" for "k1": half an edit
constexpr int edit_cost = 2;  // one letter inserted, dropped, replaced, or swapped with its neighbour

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

int replace_cost(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? case_cost : edit_cost;
}

/// Of a letter that one of the words lacks.
int gap_cost(char c) { return c == '_' ? case_cost : edit_cost; }

/// Optimal string alignment distance (Damerau, Commun. ACM 7, 1964), three rows at a time.
int distance(std::string_view a, std::string_view b) {
  std::vector<int> before, above, row(b.size() + 1);
  for (std::size_t j = 1; j <= b.size(); ++j) row[j] = row[j - 1] + gap_cost(b[j - 1]);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(above, row);
    row[0] = above[0] + gap_cost(a[i - 1]);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + gap_cost(a[i - 1]), row[j - 1] + gap_cost(b[j - 1]),
                         above[j - 1] + replace_cost(a[i - 1], b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + edit_cost);
    }
  }
  return row.back();
}

/// Largest distance at which a word still counts as meant: one edit per three letters, at least one.
int tolerance(std::string_view typed) { return edit_cost * std::max(1, static_cast<int>(typed.size()) / 3); }

/// Other programs' words for what a case calls otherwise, and those that a case itself has in two places.
constexpr std::string_view same_meaning[][2] = {
    {"min", "low"},       {"max", "high"},        {"low", "min"},      {"high", "max"},    {"file", "path"},
    {"friction", "mu"},   {"E", "young"},         {"nu", "poisson"},   {"rho", "density"}, {"dt", "step"},
    {"stiffness", "k"},   {"angle", "rotation"},  {"type", "model"},   {"law", "model"},   {"disk", "cylinder"},
    {"disc", "cylinder"}, {"circle", "cylinder"}, {"rod", "cylinder"}, {"ball", "sphere"}, {"box", "block"},
    {"cube", "block"},    {"cuboid", "block"},    {"tube", "ring"},    {"pipe", "ring"}};

/// Whether `part` is one or more whole parts of `whole`: "friction" and "force" are of "friction_force".
bool is_part(std::string_view part, std::string_view whole) {
  constexpr std::size_t shortest = 3;  // "id" or "of" says too little
  if (part.size() < shortest || part.size() >= whole.size()) return false;
  for (std::size_t at = whole.find(part); at != std::string_view::npos; at = whole.find(part, at + 1)) {
    const std::size_t end = at + part.size();
    if ((at == 0 || whole[at - 1] == '_') && (end == whole.size() || whole[end] == '_')) return true;
  }
  return false;
}

/// The one word of which the typed one is a part, or that is a part of it: "force" for one of several is no hint.
std::string_view word_by_parts(std::string_view typed, const Words& words) {
  std::string_view found;
  for (const std::string_view word : words) {
    if (!is_part(typed, word) && !is_part(word, typed)) continue;
    if (!found.empty()) return {};
    found = word;
  }
  return found;
}

std::string_view word_by_meaning(std::string_view typed, const Words& words) {
  for (const auto& [other, meant] : same_meaning) {
    if (typed == other && std::ranges::find(words, meant) != words.end()) return meant;
  }
  return {};
}

}  // namespace

std::string_view nearest_word(std::string_view typed, const Words& words) {
  constexpr std::size_t longest = 64;  // no key is longer; keeps hostile input cheap
  std::string_view best;
  int best_distance = tolerance(typed) + 1;
  for (const std::string_view word : words) {
    if (typed.size() > longest) break;
    const int d = distance(typed, word);
    // One letter is not evidence for another: "x" is no mistyped "m".
    const bool alike = d < edit_cost * static_cast<int>(std::max(typed.size(), word.size()));
    if (alike && d < best_distance) best = word, best_distance = d;
  }
  if (best.empty() && typed.size() <= longest) best = word_by_parts(typed, words);
  if (best.empty()) best = word_by_meaning(typed, words);
  return best;
}

std::string list_of(const Words& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? " or " : ", ";
    out += json::quote(words[i]);
  }
  return out;
}

std::string suggestion(std::string_view typed, const Words& words) {
  if (const auto word = nearest_word(typed, words); !word.empty()) return "; did you mean " + json::quote(word) + "?";
  return words.empty() ? "; none is known here" : "; expected " + list_of(words);
}

}  // namespace talus
