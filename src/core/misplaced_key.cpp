#include "talus/core/misplaced_key.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace talus {
namespace {

using Steps = std::vector<std::string>;

constexpr std::size_t most_homes = 3;  // of a key that may stand in more places the message would say little

/// An object that has the key.
struct Home {
  std::size_t shared;  ///< first steps that lead to the object in question as well
  bool is_begun;       ///< the first key on the way there stands in that object
  Steps steps;         ///< with names and numbers of the case as far as these are known, "*" from there on

  /// The nearest comes first.
  [[nodiscard]] auto rank() const { return std::tuple(-static_cast<std::ptrdiff_t>(shared), !is_begun, steps.size()); }
  [[nodiscard]] std::string pointer() const {
    std::string result;
    for (const std::string& step : steps) result = json::join(result, step);
    return result;
  }
};

/// None where the way would go through the object in question by a key that it does not know.
std::optional<Home> home_at(const KeyPlace& place, const Steps& object, const Words& siblings,
                            const json::Value& written) {
  Home home{0, false, json::split(place.pointer)};
  home.steps.pop_back();  // the key itself
  std::size_t& n = home.shared;
  for (; n < std::min(object.size(), home.steps.size()); ++n) {
    if (home.steps[n] != "*" && home.steps[n] != object[n]) break;
    home.steps[n] = object[n];
  }
  const bool is_inside = n == object.size() && n < home.steps.size();
  if (is_inside && std::ranges::find(siblings, home.steps[n]) == siblings.end()) return std::nullopt;
  home.is_begun = is_inside && written.find(home.steps[n]) != nullptr;
  return home;
}

}  // namespace

std::string home_of_key(const std::vector<KeyText>& keys, const std::string& pointer, const Words& siblings,
                        const json::Value& written) {
  Steps object = json::split(pointer);
  const std::string name = object.back();
  object.pop_back();
  std::vector<Home> homes;
  for (const KeyText& key : keys) {
    if (key.option.key != name) continue;
    for (const KeyPlace& place : key.places) {
      if (auto home = home_at(place, object, siblings, written)) homes.push_back(*std::move(home));
    }
  }
  if (homes.empty()) return "";
  const auto nearest = std::ranges::min_element(homes, {}, &Home::rank)->rank();
  std::vector<std::string> pointers;
  for (const Home& home : homes) {
    if (home.steps == object) return "";
    const std::string at = home.pointer();
    if (home.rank() == nearest && std::ranges::find(pointers, at) == pointers.end()) pointers.push_back(at);
  }
  if (pointers.size() > most_homes) return "";
  if (pointers.front().empty()) return "; it belongs at the root of the case";
  return "; it belongs in " + list_of(Words(pointers.begin(), pointers.end()));
}

}  // namespace talus
