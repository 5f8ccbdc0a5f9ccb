#include "talus/core/error_list.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>

#include "talus/core/error.hpp"

namespace talus {
namespace {
constexpr std::size_t shown_limit = 100;  // more than this helps nobody
}

std::string issue_text(Fault fault, const json::Place& place, const std::string& pointer, const std::string& sentence) {
  const std::string number = std::to_string(static_cast<int>(fault));
  return place.text() + ": error[E" + number + "]" + (pointer.empty() ? "" : " at " + pointer) + "\n      " + sentence;
}

void ErrorList::add(Fault fault, const json::Place& place, const std::string& pointer, const std::string& sentence) {
  const auto owner_of = [](const std::string& path) { return path.substr(0, path.rfind('/')); };
  // Where a word was not known its default stands in for it, and nobody meant what that is not good for. A key that is
  // missed beside an unknown one is that one, misspelt.
  const auto is_stand_in = [&](const Issue& issue) {
    const std::string owner = owner_of(issue.pointer);
    const bool is_same = issue.pointer == pointer;
    const bool contradicts = fault == Fault::contradiction && !owner.empty();
    if (issue.fault == Fault::unknown_key) return contradicts && (pointer == owner || owner_of(pointer) == owner);
    // What is no value of the kind that was asked for has nothing else wrong with it.
    if (issue.fault == Fault::wrong_type || issue.fault == Fault::unknown_variable) return is_same;
    if (issue.fault != Fault::unknown_word) return false;
    return is_same || (contradicts && (pointer == owner || pointer.starts_with(owner + "/")));
  };
  if (std::ranges::any_of(issues_, is_stand_in)) return;
  issues_.push_back({fault, place, pointer, sentence});
}

void ErrorList::add_new(const ErrorList& others, const std::string& remark) {
  const auto known = [this](const Issue& other) {
    return std::ranges::any_of(issues_, [&](const Issue& issue) {
      return issue.fault == other.fault && issue.pointer == other.pointer && issue.sentence == other.sentence &&
             issue.place.text() == other.place.text();
    });
  };
  std::vector<Issue> unknown;
  std::ranges::remove_copy_if(others.issues_, std::back_inserter(unknown), known);
  for (const Issue& issue : unknown) add(issue.fault, issue.place, issue.pointer, issue.sentence + remark);
}

std::string ErrorList::text() const {
  std::vector<Issue> sorted = issues_;
  const auto position = [](const Issue& issue) {
    return std::tuple(issue.place.file ? *issue.place.file : "", issue.place.line, issue.place.column);
  };
  std::ranges::stable_sort(sorted, {}, position);
  std::string out;
  for (const Issue& issue : std::span(sorted).first(std::min(sorted.size(), shown_limit))) {
    out += (out.empty() ? "" : "\n") + issue_text(issue.fault, issue.place, issue.pointer, issue.sentence);
  }
  if (sorted.size() > shown_limit) out += "\n… and " + std::to_string(sorted.size() - shown_limit) + " more";
  return out;
}

void ErrorList::throw_if_any() const {
  if (!empty()) throw CaseError(text());
}

}  // namespace talus
