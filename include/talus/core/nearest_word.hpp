// "did you mean": the right word for a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace talus {

using Words = std::vector<std::string_view>;

/// The word at the smallest edit distance, or else the one that has parts in common ("friction" for "friction_force")
/// or means the same ("file" for "path"); empty when none is near enough to be what was meant.
[[nodiscard]] std::string_view nearest_word(std::string_view typed, const Words& words);

/// End of a message: `; did you mean "poisson"?`, or the whole list when no word is near.
[[nodiscard]] std::string suggestion(std::string_view typed, const Words& words);

/// "a, b or c", each in quotes.
[[nodiscard]] std::string list_of(const Words& words);

}  // namespace talus
