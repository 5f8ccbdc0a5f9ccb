// Texts in which "*" stands for any letters, or none: "block*", "*_left", "*".
#pragma once

#include <string_view>

namespace talus {

[[nodiscard]] constexpr bool has_wildcard(std::string_view text) { return text.find('*') != std::string_view::npos; }

/// Whether all of `text` is as `pattern` says. Of two patterns: whether all texts that are as `text` says are as
/// `pattern` says, too; a "*" of `text` is a letter like others then, which only one of `pattern` stands for.
[[nodiscard]] bool matches(std::string_view pattern, std::string_view text);

}  // namespace talus
