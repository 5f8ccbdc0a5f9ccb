// Reads JSON with // and /* */ comments, keeping positions and the order of keys.
//
// Beyond RFC 8259: comments and a leading byte-order mark are accepted. Refused with a sentence of their own:
// duplicate keys, trailing commas, text that is not UTF-8, and nesting or size beyond the limits below.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "talus/core/error_list.hpp"
#include "talus/core/json_value.hpp"

namespace talus::json {

inline constexpr int depth_limit = 64;                       ///< objects and lists inside each other
inline constexpr std::size_t size_limit = 16 * 1024 * 1024;  ///< of one file [bytes]

/// Parses a text; `name` is the file that messages quote. Duplicate keys are added to `errors` and the first
/// is kept; what makes the rest unreadable is added too, and the list thrown.
[[nodiscard]] Value parse(std::string_view text, const std::string& name, ErrorList& errors);

/// Parses a file. Throws FileError when it cannot be read.
[[nodiscard]] Value parse_file(const std::filesystem::path& path, ErrorList& errors);

/// The whole file as text. Throws FileError with the system's reason.
[[nodiscard]] std::string read_text(const std::filesystem::path& path);

}  // namespace talus::json
