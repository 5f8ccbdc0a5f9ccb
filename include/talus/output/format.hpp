// Numbers as people read them: in tables, logs and reports. Files for programs keep full precision instead.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "talus/core/types.hpp"

namespace talus {

/// Significant digits of a number in running text.
inline constexpr int text_digits = 4;

/// "0.4905", "1.3e-05".
[[nodiscard]] std::string number(Real value, int digits = text_digits);
/// The fewest digits that read back to the same bits.
[[nodiscard]] std::string exact_number(Real value);
/// With the SI prefix that fits: quantity(2.1e11, "Pa") = "210 GPa".
[[nodiscard]] std::string quantity(Real value, std::string_view unit, int digits = text_digits);
/// A place in space: "(1, 0.5, 0) m".
[[nodiscard]] std::string place_text(const Vec3& x);
/// 12345 -> "12 345".
[[nodiscard]] std::string count(std::int64_t value);
/// Bytes: "88.2 MB" (powers of 1000).
[[nodiscard]] std::string file_size(Real bytes);
/// Wall time: "0.42 s", "1 min 23 s", "2 h 05 min".
[[nodiscard]] std::string duration(Real seconds);
/// A fraction as per cent: "0.031 %".
[[nodiscard]] std::string percent(Real fraction, int digits = 2);

/// A text as one word of a command line: in quotes where a shell would take it apart.
[[nodiscard]] std::string shell_word(const std::string& text);

/// Replaces & < > " for XML, SVG and HTML.
[[nodiscard]] std::string escape_markup(std::string_view text);

}  // namespace talus
