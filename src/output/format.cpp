#include "talus/output/format.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace talus {
namespace {

constexpr Real seconds_per_minute = 60;
constexpr Real seconds_per_hour = 3600;
constexpr const char* no_number = "nan";   ///< its sign, which 0/0 sets, says nothing to anybody
constexpr std::size_t number_length = 32;  ///< longest shortest double has 24 characters

template <class... Arguments>
std::string printed(const char* form, Arguments... arguments) {
  std::array<char, 2 * number_length> text{};
  std::snprintf(text.data(), text.size(), form, arguments...);
  return text.data();
}

}  // namespace

std::string number(Real value, int digits) { return std::isnan(value) ? no_number : printed("%.*g", digits, value); }

std::string exact_number(Real value) {
  if (std::isnan(value)) return no_number;
  std::array<char, number_length> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

std::string quantity(Real value, std::string_view unit, int digits) {
  struct Prefix {
    Real factor;
    const char* symbol;
  };
  constexpr Prefix prefixes[] = {{1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},  {1, ""},
                                 {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}, {1e-12, "p"}};
  const std::string tail(unit);
  // A kilogram has its prefix already, and a power of a unit would raise the prefix too.
  const bool plain = unit.empty() || unit == "-" || unit.find("kg") == 0 || unit.find('^') != std::string_view::npos;
  const Real rounding = 0.5 * std::pow(10.0, -digits);  // 999.96 with four digits reads "1000": one prefix up
  for (const Prefix& prefix : prefixes) {
    if (plain || std::abs(value) * (1 + rounding) < prefix.factor) continue;
    return number(value / prefix.factor, digits) + " " + prefix.symbol + tail;
  }
  return number(value, digits) + (tail.empty() || tail == "-" ? "" : " " + tail);
}

std::string place_text(const Vec3& x) {
  return "(" + number(x[0]) + ", " + number(x[1]) + ", " + number(x[2]) + ") m";
}

std::string count(std::int64_t value) {
  std::string text = std::to_string(value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3; at -= 3) text.insert(at - 3, " ");
  return text;
}

std::string file_size(Real bytes) {
  constexpr int digits = 3;
  return quantity(bytes, "B", digits);
}

std::string duration(Real seconds) {
  if (!(seconds >= 0)) return "?";
  if (seconds < seconds_per_minute - 0.5) return printed(seconds < 10 ? "%.2f s" : "%.0f s", seconds);
  const auto whole = std::llround(seconds);
  const auto hour = static_cast<long long>(seconds_per_hour);
  const auto minute = static_cast<long long>(seconds_per_minute);
  if (whole < hour) return printed("%lld min %02lld s", whole / minute, whole % minute);
  return printed("%lld h %02lld min", whole / hour, whole % hour / minute);
}

std::string percent(Real fraction, int digits) {
  constexpr Real per_cent = 100;
  return number(per_cent * fraction, digits) + " %";
}

std::string shell_word(const std::string& text) {
  const auto is_harmless = [](unsigned char c) {
    return std::isalnum(c) || c >= 0x80 ||
           std::string_view("_-./=+,:@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, is_harmless)) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string escape_markup(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace talus
