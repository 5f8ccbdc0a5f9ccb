// UTF-8 (RFC 3629), as far as a reader of texts needs it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace talus::utf8 {

/// Spreadsheet programs and some editors begin a file with it.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// True for the second and later bytes of a character.
constexpr bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Characters of a text, each one place wide on the screen.
[[nodiscard]] std::size_t count(std::string_view text);

/// Length of the character at the front [bytes]; 0 when it is malformed.
[[nodiscard]] std::size_t character_length(std::string_view text);

/// Length of the control character at the front, which a terminal takes for a command [bytes]; 0 when it is none.
[[nodiscard]] std::size_t control_length(std::string_view text);

/// Appends one code point.
void append(std::string& out, unsigned code);

}  // namespace talus::utf8
