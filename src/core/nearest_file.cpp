#include "talus/core/nearest_file.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include "talus/core/json_value.hpp"
#include "talus/core/nearest_word.hpp"

namespace talus {
namespace {

namespace fs = std::filesystem;

/// What the folder holds, in the order of the alphabet: the system's own differs from run to run.
std::vector<std::string> names_in(const fs::path& folder) {
  constexpr std::size_t most = 10'000;  // to look at
  std::vector<std::string> names;
  std::error_code none;
  for (fs::directory_iterator at(folder.empty() ? "." : folder, none), end; !none && at != end; at.increment(none)) {
    if (names.size() == most) break;
    names.push_back(at->path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

std::string file_suggestion(const fs::path& path, std::span<const fs::path> not_meant) {
  fs::path meant;
  std::error_code none;
  for (const fs::path& step : path) {
    if (fs::exists(meant / step, none)) {
      meant /= step;
      continue;
    }
    std::vector<std::string> names = names_in(meant);
    std::erase_if(names, [&](const std::string& name) {
      return std::ranges::any_of(not_meant, [&](const fs::path& other) {
        return other.filename() == name && fs::equivalent(meant / name, other, none);
      });
    });
    std::string_view name = nearest_word(step.string(), Words(names.begin(), names.end()));
    const auto same = std::ranges::find(names, step.string() + ".json");
    if (same != names.end()) name = *same;
    if (name.empty()) return "";
    meant /= name;
  }
  return meant == path ? "" : "; did you mean " + json::quote(meant.string()) + "?";
}

}  // namespace talus
