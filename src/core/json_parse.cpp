#include "talus/core/json_parse.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <system_error>

#include "json_scanner.hpp"
#include "talus/core/error.hpp"
#include "talus/core/nearest_file.hpp"
#include "talus/core/utf8.hpp"

namespace talus::json {
namespace {

/// The grammar of RFC 8259 section 6, which from_chars alone does not enforce ("007", "1.").
bool is_json_number(std::string_view s) {
  const auto digits = [&] {
    std::size_t n = 0;
    while (n < s.size() && s[n] >= '0' && s[n] <= '9') ++n;
    s.remove_prefix(n);
    return n;
  };
  if (s.starts_with('-')) s.remove_prefix(1);
  const bool zero = s.starts_with('0');
  const std::size_t whole = digits();
  if (whole == 0 || (zero && whole > 1)) return false;
  if (s.starts_with('.')) {
    s.remove_prefix(1);
    if (digits() == 0) return false;
  }
  if (s.starts_with('e') || s.starts_with('E')) {
    s.remove_prefix(1);
    if (s.starts_with('-') || s.starts_with('+')) s.remove_prefix(1);
    if (digits() == 0) return false;
  }
  return s.empty();
}

class Parser : private Scanner {
 public:
  using Scanner::Scanner;

  Value document() {
    check_encoding();
    skip_space();
    if (at_end()) fail("the file is empty; a case is a JSON object { … }");
    Value root = value("", 0);
    skip_space();
    if (!at_end()) fail("expected the end of the file, found " + found());
    return root;
  }

 private:
  Value value(const std::string& pointer, int depth) {
    const Place place = here();
    if (depth > depth_limit) {
      fail_at(place, "nested deeper than " + std::to_string(depth_limit) + " levels", Fault::too_large);
    }
    Value result;
    const char c = peek();
    if (c == '{')
      result = object(pointer, depth);
    else if (c == '[')
      result = list(pointer, depth);
    else if (c == '"')
      result = string();
    else if (c == '-' || (c >= '0' && c <= '9'))
      result = number();
    else
      result = word();
    result.place = place;
    return result;
  }

  /// After an item: true when another follows, false when `close` ended the list.
  bool another(char close) {
    skip_space();
    if (peek() == close) {
      next();
      return false;
    }
    if (peek() != ',') fail(std::string("expected \",\" or \"") + close + "\", found " + found());
    const Place comma = here();
    next();
    skip_space();
    if (peek() == close) fail_at(comma, "a comma before the closing bracket; remove it");
    return true;
  }

  Value list(const std::string& pointer, int depth) {
    Array items;
    next();
    skip_space();
    if (peek() == ']') return next(), Value(items);
    do items.push_back(value(join(pointer, std::to_string(items.size())), depth + 1));
    while (another(']'));
    return items;
  }

  Value object(const std::string& pointer, int depth) {
    Value result{Object{}};
    next();
    skip_space();
    if (peek() == '}') return next(), result;
    do {
      const Place place = here();
      if (peek() != '"') fail("expected a key in double quotes, found " + found());
      std::string key = string();
      skip_space();
      if (peek() != ':') fail("expected \":\" after the key " + quote(key) + ", found " + found());
      next();
      skip_space();
      Value item = value(join(pointer, key), depth + 1);
      if (const Member* first = result.find(key)) {
        errors().add(Fault::duplicate_key, place, join(pointer, key),
                     "key " + quote(key) + " stands twice in this object; the first is at " + first->place.text());
      } else {
        result.object()->push_back({std::move(key), std::move(item), place});
      }
    } while (another('}'));
    return result;
  }

  std::string string() {
    const Place start = here();
    std::string out;
    next();
    while (peek() != '"') {
      if (at_end() || peek() == '\n') fail_at(start, "this text has no closing quote on its line");
      if (static_cast<unsigned char>(peek()) < 0x20) fail("a control character inside a text; write it as an escape");
      if (peek() == '\\')
        escape(out);
      else
        out += next();
    }
    next();
    return out;
  }

  void escape(std::string& out) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    const Place place = here();
    next();
    if (const auto i = letters.find(peek()); !at_end() && i != std::string_view::npos) {
      out += meanings[i];
      next();
    } else if (peek() == 'u') {
      utf8::append(out, code_point(place));
    } else {
      fail_at(place, "unknown escape \\" + std::string(1, peek()) + "; a backslash itself is written \\\\");
    }
  }

  /// "uXXXX", or two of them for a character beyond 16 bits (a surrogate pair, RFC 8259 section 7).
  unsigned code_point(const Place& place) {
    const unsigned high = hex_digits(place);
    if (high == 0) fail_at(place, "the character \\u0000 is not allowed");
    if (high < 0xD800 || high > 0xDFFF) return high;
    const bool paired = high < 0xDC00 && peek() == '\\' && peek(1) == 'u';
    if (!paired) fail_at(place, "half of a surrogate pair");
    next();
    const unsigned low = hex_digits(place);
    if (low < 0xDC00 || low > 0xDFFF) fail_at(place, "half of a surrogate pair");
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
  }

  unsigned hex_digits(const Place& place) {
    next();
    const std::string_view digits = text(position(), 4);
    unsigned code = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (error != std::errc() || end != digits.data() + 4) fail_at(place, "expected four hexadecimal digits after \\u");
    for (int i = 0; i < 4; ++i) next();
    return code;
  }

  Value number() {
    const Place place = here();
    const std::size_t start = position();
    while (is_word_character(peek()) || peek() == '-' || peek() == '+' || peek() == '.') next();
    const std::string_view token = text(start, position() - start);
    if (!is_json_number(token)) {
      fail_at(place, quote(token) + " is no number; write 0.5, -3 or 1e-3, and a number with a unit in quotes");
    }
    Real result = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), result);
    if (error != std::errc())
      fail_at(place, std::string(token) + " is beyond the range of a double", Fault::number_range);
    return result;
  }

  Value word() {
    const Place place = here();
    const std::string what = found();
    const std::string_view token = word_ahead();
    for (std::size_t i = 0; i < token.size(); ++i) next();
    if (token == "true" || token == "false") return token == "true";
    if (token == "null") return {};
    fail_at(place, "expected a value, found " + what + "; texts and numbers with a unit stand in double quotes");
  }
};

}  // namespace

Value parse(std::string_view text, const std::string& name, ErrorList& errors) {
  if (text.size() > size_limit) {
    errors.add(Fault::too_large, {std::make_shared<const std::string>(name), 1, 1}, "",
               "the file is larger than " + std::to_string(size_limit) + " bytes");
    errors.throw_if_any();
  }
  return Parser(text, name, errors).document();
}

std::string read_text(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& why) {
    throw FileError("cannot read " + quote(path.string()) + ": " + why);
  };
  std::error_code none;  // a path that is too long is told below
  if (std::filesystem::is_directory(path, none)) refuse("it is a folder");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) refuse(std::string(std::strerror(errno)).append(file_suggestion(path)));
  // In pieces, and no further than the parser goes: it may be endless, such as a device.
  std::string text;
  std::array<char, 65536> piece{};
  while (text.size() <= size_limit && in) {
    in.read(piece.data(), piece.size());
    text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) refuse(std::strerror(errno));
  return text;
}

Value parse_file(const std::filesystem::path& path, ErrorList& errors) {
  return parse(read_text(path), path.string(), errors);
}

}  // namespace talus::json
